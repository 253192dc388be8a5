#!/bin/sh
# Puts Enfilade into the menu of this user's desktop and offers it for its files.
# `./install.sh --remove` takes all of that away again; the program itself stays where it is.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/enfilade.desktop
kinds=$data/mime/packages/enfilade.xml
icons=$data/icons/hicolor

refresh() {
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database "$data/applications" || true
    fi
    if command -v update-mime-database >/dev/null; then
        update-mime-database "$data/mime" || true
    fi
}

if [ "${1:-}" = --remove ]; then
    rm -f -- "$entry" "$kinds" "$icons"/*/apps/enfilade.png "$icons/scalable/apps/enfilade.svg"
    refresh
    echo "Enfilade is out of the menu."
    exit 0
fi

mkdir -p -- "$data/applications" "$data/mime/packages" "$icons"
cp -R -- "$here/share/icons/hicolor/." "$icons/"
cp -- "$here/share/mime/packages/enfilade.xml" "$kinds"
# as the desktop entry's own rules want it: quoted, then escaped as any text of the file
program=$(printf '%s' "$here/enfilade" |
    sed -e 's/[\\"`$]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g')
grep -v '^Exec=' "$here/share/applications/enfilade.desktop" >"$entry"
printf 'Exec="%s" %%f\n' "$program" >>"$entry"
refresh
echo "Enfilade is in the menu. If you move this folder, run this again."

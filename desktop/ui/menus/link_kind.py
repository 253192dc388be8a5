"""The kind of the next link, which links that somebody selected become of, too."""

from __future__ import annotations

from typing import get_args

from desktop.core.model.words import LinkId, LinkKind
from desktop.ui.menus import front
from desktop.ui.menus.hand import Hand
from desktop.ui.menus.naming import listed
from desktop.ui.session import Ref, Session

KINDS: tuple[LinkKind, ...] = get_args(LinkKind)
DRAWN = "link.drawn"


def kind_in_hand(hand: Hand) -> LinkKind:
    """Return the kind of the next link."""
    chosen = hand.choice("link.kind", "open")
    return next((kind for kind in KINDS if kind == chosen), "open")


def called(kind: LinkKind) -> str:
    """Return a kind as what a link is, such as `a barrier`."""
    return {"open": "an open way", "sight": "sight only", "stairs": "stairs"}.get(kind, f"a {kind}")


def note_drawn(hand: Hand, link: str = "") -> None:
    """Note a link that is selected since it was drawn, and not because somebody chose it."""
    hand.choose(DRAWN, link)


def choose(session: Session, hand: Hand, kind: LinkKind) -> None:
    """Choose the kind of the next link; links that somebody selected become of it."""
    hand.choose("link.kind", kind)
    links = front.encounter_of(session).board.links
    drawn = hand.choice(DRAWN, "")
    chosen = [link for link in map(LinkId, session.selected("link")) if link in links]
    changed = [link for link in chosen if link != drawn and links[link].kind != kind]
    if changed:
        names = listed(front.encounter_of(session), [Ref("link", link) for link in changed])
        edit = ("set_field", {"kind": "link", "ids": changed, "field": "kind", "value": kind})
        front.edit_several(session, f"Make {names} {called(kind)}", [edit])
    else:
        session.told.emit(f"The next link is {called(kind)}.")

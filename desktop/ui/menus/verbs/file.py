"""What the File menu holds."""

from desktop.ui.menus.verb import Context, Verb, calls, needs_file


def _needs_path(context: Context) -> str:
    if refused := needs_file(context):
        return refused
    session = context.session
    return "" if session is not None and session.path else "It has not been saved yet."


def _needs_change(context: Context) -> str:
    if refused := _needs_path(context):
        return refused
    session = context.session
    return (
        "" if session is not None and session.unsaved else "Nothing was changed since it was saved."
    )


VERBS = (
    Verb(
        id="file.new", text="New encounter", do=calls("new"), menu="file", keys=("Ctrl+N",),
        icon="file-plus-outline", words="create empty blank",
    ),
    Verb(
        id="file.open", text="Open…", do=calls("open"), menu="file", keys=("Ctrl+O",),
        icon="folder-open-outline", words="load file",
    ),
    Verb(
        id="file.welcome", text="Welcome page", do=calls("welcome"), menu="file",
        icon="home-outline", why_not=needs_file, words="recent samples unfinished fights home",
    ),
    Verb(
        id="file.save", text="Save", do=calls("save"), menu="file", keys=("Ctrl+S",), gap=True,
        icon="content-save-outline", why_not=needs_file, words="write keep disk",
    ),
    Verb(
        id="file.save_as", text="Save as…", do=calls("save_as"), menu="file",
        keys=("Ctrl+Shift+S",), why_not=needs_file, words="copy rename file",
    ),
    Verb(
        id="file.revert", text="Revert to the saved file", do=calls("revert"), menu="file",
        why_not=_needs_change, words="reload discard throw away",
    ),
    Verb(
        id="file.recover", text="Recover unsaved work…", do=calls("recover"), menu="file",
        words="crash copies lost autosave backup restore",
    ),
    Verb(
        id="file.folder", text="Show its folder", do=calls("show_folder"), menu="file",
        why_not=_needs_path, words="where explorer finder",
    ),
    Verb(
        id="file.close", text="Close the encounter", do=calls("close_file"), menu="file",
        keys=("Ctrl+W",), gap=True, why_not=needs_file,
    ),
    Verb(
        id="file.quit", text="Quit", do=calls("quit"), menu="file", keys=("Ctrl+Q",), gap=True,
        words="exit leave",
    ),
)  # fmt: skip

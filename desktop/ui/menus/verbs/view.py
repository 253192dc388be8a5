"""What the View menu holds."""

from desktop.ui.menus.verb import Commands, Context, Do, Verb, calls, needs_file

ZOOM_STEP = 1.25


def _zoom(factor: float) -> Do:
    def do(window: Commands, _argument: object) -> None:
        if window.canvas is not None:
            window.canvas.view.zoom_by(factor)

    return do


def _sign(sign: str) -> Do:
    """Return a doing that changes wounds where fighters are selected in Play, else zooms."""

    def do(window: Commands, _argument: object) -> None:
        session = window.session
        if session is not None and session.mode == "play" and session.selected("fighter"):
            window.command("wounds", sign)
        elif window.canvas is not None:
            window.canvas.view.zoom_by(ZOOM_STEP if sign == "+" else 1 / ZOOM_STEP)

    return do


def _fit_board(window: Commands, _argument: object) -> None:
    if window.canvas is not None:
        window.canvas.view.fit_board()


def _fit_selection(window: Commands, _argument: object) -> None:
    if window.canvas is None or window.session is None:
        return
    refs = window.session.selection
    if refs:
        window.canvas.view.fit(refs)
    else:
        window.command("fit_acting")


def _level(step: int) -> Do:
    """Return a doing that goes so many levels up; the strip has the highest on top."""

    def do(window: Commands, _argument: object) -> None:
        session = window.session
        if session is None:
            return
        levels = sorted(session.front.board.levels.values(), key=lambda level: level.height)
        ids = [level.id for level in levels]
        at = ids.index(session.level) + step
        if 0 <= at < len(ids):
            session.show_level(ids[at])
            window.tell(f"Level {levels[at].label}")
        else:
            window.tell("There is no level above." if step > 0 else "There is no level below.")

    return do


def _legend(window: Commands, _argument: object) -> None:
    if window.canvas is not None:
        window.canvas.legend.toggle()


def _needs_levels(context: Context) -> str:
    if context.session is None:
        return needs_file(context)
    many = len(context.session.front.board.levels) > 1
    return "" if many else "The board has one level."


def _needs_fitting(context: Context) -> str:
    if refused := needs_file(context):
        return refused
    if context.selection or (context.mode == "play" and context.fight is not None):
        return ""
    return "Nothing is selected."


def _other_mode(context: Context) -> str:
    return "Go to Play" if context.mode == "build" else "Go to Build"


VERBS = (
    Verb(
        id="view.mode", text="Build or Play", do=calls("switch_mode"), menu="view",
        keys=("Ctrl+Tab",), icon="swap-horizontal", why_not=needs_file, says=_other_mode,
        words="switch mode run edit",
    ),
    Verb(
        id="view.finder", text="Find or do…", do=calls("open_finder"), menu="view",
        keys=("Ctrl+K",), icon="magnify", found=False,
    ),
    Verb(
        id="view.fit", text="Fit the board", do=_fit_board, menu="view", keys=("0",), gap=True,
        icon="fit-to-screen-outline", why_not=needs_file, words="zoom whole all overview",
    ),
    Verb(
        id="view.fit_selection", text="Fit the selection or the acting fighter",
        do=_fit_selection, menu="view", keys=("Shift+0", ")", "="), why_not=_needs_fitting,
        words="zoom centre",
    ),
    Verb(
        id="view.zoom_in", text="Zoom in", do=_zoom(ZOOM_STEP), menu="view",
        keys=("Ctrl++", "Ctrl+="), icon="magnify-plus-outline", why_not=needs_file,
        words="larger bigger",
    ),
    Verb(
        id="view.zoom_out", text="Zoom out", do=_zoom(1 / ZOOM_STEP), menu="view",
        keys=("Ctrl+-",), icon="magnify-minus-outline", why_not=needs_file, words="smaller",
    ),
    Verb(
        id="view.plus", text="Zoom in, or heal the selected fighters", do=_sign("+"),
        keys=("+",), why_not=needs_file, found=False,
    ),
    Verb(
        id="view.minus", text="Zoom out, or hurt the selected fighters", do=_sign("-"),
        keys=("-",), why_not=needs_file, found=False,
    ),
    Verb(
        id="view.level_up", text="Level above", do=_level(1), menu="view", keys=("PgUp",),
        gap=True, scope="canvas", why_not=_needs_levels, words="floor storey higher",
    ),
    Verb(
        id="view.level_down", text="Level below", do=_level(-1), menu="view", keys=("PgDown",),
        scope="canvas", why_not=_needs_levels, words="floor storey lower",
    ),
    Verb(
        id="view.legend", text="Legend", do=_legend, menu="view", icon="map-legend",
        why_not=needs_file, words="signs patterns colours key explain",
    ),
    Verb(
        id="view.next_issue", text="Next issue", do=calls("next_issue"), menu="view",
        keys=("F8",), gap=True, icon="alert-outline", why_not=needs_file,
        words="warning error problem check",
    ),
    Verb(
        id="view.next_area", text="Next part of the window", do=calls("next_area"), menu="view",
        keys=("F6",), words="focus keyboard panel",
    ),
    Verb(
        id="view.last_area", text="Part of the window before", do=calls("last_area"),
        keys=("Shift+F6",), words="focus keyboard panel",
    ),
    Verb(
        id="view.full_screen", text="Full screen", do=calls("full_screen"), menu="view",
        keys=("F11",), gap=True, icon="fullscreen",
    ),
    Verb(
        id="view.escape", text="One step back", do=calls("escape"), keys=("Esc",), scope="shown",
        found=False,
    ),
)  # fmt: skip

"""What the Fight menu holds."""

from desktop.ui.menus.verb import Commands, Context, Verb, calls, needs_file, needs_play


def _needs_now(context: Context) -> str:
    """Refuse while the timeline looks back, or an exchange is open."""
    if (refused := needs_play(context)) or context.fight is None:
        return refused
    if context.fight.looking_back:
        return "The board shows an earlier point. Return to now first."
    under_way = context.fight.exchange
    if under_way is not None and under_way.holds_dice:
        return "Dice lie on the table: Enter applies the roll, Esc drops it."
    return ""


def _needs_looking_back(context: Context) -> str:
    if (refused := needs_play(context)) or context.fight is None:
        return refused
    return "" if context.fight.looking_back else "The board shows now."


def _needs_free_digits(context: Context) -> str:
    if refused := needs_play(context):
        return refused
    return "The digits belong to the tool in hand." if context.tooled else ""


def _needs_fighters(context: Context) -> str:
    if refused := needs_play(context):
        return refused
    some = any(ref.kind in ("fighter", "group") for ref in context.selection)
    acting = context.fight is not None and context.fight.state.actor is not None
    return "" if some or acting else "Select a fighter first."


def _next_text(context: Context) -> str:
    """Say how many of the group that acts have not acted."""
    fight = context.fight
    if fight is None:
        return "Next turn"
    from desktop.core.rules.order import yet_to_act

    waiting = len(yet_to_act(fight.book, fight.combat.state))
    have = "has" if waiting == 1 else "have"
    return f"Next turn ({waiting} {have} not acted)" if waiting else "Next turn"


def _next_turn(window: Commands, _argument: object) -> None:
    if window.session is not None and window.session.fight is not None:
        window.session.fight.next_turn()


def _end_turn(window: Commands, _argument: object) -> None:
    if window.session is not None and window.session.fight is not None:
        from desktop.core.rules.actions import EndTurn

        window.session.fight.take(EndTurn())


def _needs_turn(context: Context) -> str:
    if (refused := _needs_now(context)) or context.fight is None:
        return refused
    return "" if context.fight.state.acting else "Nobody's turn is on."


def _return(window: Commands, _argument: object) -> None:
    if window.session is not None and window.session.fight is not None:
        window.session.fight.look_at(None)


def _start_text(context: Context) -> str:
    return "Start the fight…" if context.fight is None else "Start another fight…"


def _change_place(window: Commands, _argument: object) -> None:
    window.hand.set_change_place(not window.hand.change_place)


def _changes_place(context: Context) -> bool:
    return context.hand.change_place


def _acts() -> tuple[Verb, ...]:
    return tuple(
        Verb(
            id=f"fight.act_{number}", text=f"Do number {number} of the action bar",
            do=calls(f"act_{number}"), keys=(str(number),), why_not=_needs_free_digits, found=False,
        )
        for number in range(1, 10)
    )  # fmt: skip


VERBS = (
    Verb(
        id="fight.start", text="Start the fight…", do=calls("start_page"), menu="fight",
        keys=("F5",), icon="sword-cross", why_not=needs_file, says=_start_text,
        words="begin play round 1 initiative",
    ),
    Verb(
        id="fight.resume", text="Unfinished fights…", do=calls("choose_fight"), menu="fight",
        icon="history", words="resume go on continue last week",
    ),
    Verb(
        id="fight.leave", text="Put this fight aside", do=calls("leave_fight"), menu="fight",
        words="close stop end pause", why_not=lambda context: (
            "" if context.fight is not None else "No fight is on."
        ),
    ),
    Verb(
        id="fight.end", text="End the fight", do=calls("end_fight"), menu="fight",
        words="over won lost finish", why_not=needs_play,
    ),
    Verb(
        id="fight.next", text="Next turn", do=_next_turn, menu="fight", keys=("N",), gap=True,
        icon="skip-next-outline", why_not=_needs_now, says=_next_text, words="end turn who",
    ),
    Verb(
        id="fight.end_turn", text="End the turn", do=_end_turn, menu="fight",
        why_not=_needs_turn,
    ),
    Verb(
        id="fight.return", text="Return to now", do=_return, menu="fight", keys=("Home",),
        scope="canvas", why_not=_needs_looking_back, words="timeline log look back",
    ),
    Verb(
        id="due.apply", text="Apply what is due", do=calls("apply_due"), menu="fight", keys=("A",),
        gap=True, icon="check", why_not=needs_play, words="reminder trigger",
    ),
    Verb(
        id="due.skip", text="Skip what is due", do=calls("skip_due"), menu="fight", keys=("S",),
        icon="debug-step-over", why_not=needs_play, words="reminder trigger",
    ),
    Verb(
        id="fight.wounds", text="Change wounds…", do=calls("wounds"), menu="fight", gap=True,
        icon="heart-outline", why_not=_needs_fighters, words="damage heal hurt minus plus",
    ),
    Verb(
        id="fight.conditions", text="Conditions…", do=calls("conditions"), menu="fight",
        keys=("C",), why_not=_needs_fighters, words="prone bleeding stunned blinded",
    ),
    Verb(
        id="fight.more", text="More actions…", do=calls("more_actions"), menu="fight",
        keys=(".",), why_not=needs_play, words="action bar everything",
    ),
    Verb(
        id="fight.write", text="Write a line into the log", do=calls("write_line"), menu="fight",
        keys=("Ctrl+L",), icon="text-box-plus-outline", why_not=needs_play, words="note cue",
    ),
    Verb(
        id="fight.change_place", text="Change the place", do=_change_place, menu="fight", gap=True,
        icon="vector-polyline-edit", why_not=needs_play, checked=_changes_place,
        words="edit board tools of build during the fight",
    ),
    Verb(
        id="fight.keep", text="Keep the place in the encounter", do=calls("keep_place"),
        menu="fight", why_not=needs_play, words="save board back",
    ),
    *_acts(),
)  # fmt: skip

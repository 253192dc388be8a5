"""What the Fight menu holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop.ui.menus.verb import Commands, Context, Do, Verb, calls, needs_file, needs_play

if TYPE_CHECKING:  # the table is read before the first picture; what it acts on is not
    from desktop.core.model.words import FighterId
    from desktop.core.rules.actions import Action


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


def _chosen(context: Context) -> list[FighterId]:
    """Return whom the GM means: those selected, else the one who acts."""
    fight, people = context.fight, []
    if fight is not None:
        ids = [ref.id for ref in context.selection if ref.kind in ("fighter", "group")]
        people = [
            who
            for who, person in fight.state.people.items()
            if who in ids or (person.group and person.group in ids)
        ]
        if not people and fight.state.actor is not None:
            people = [fight.state.actor]
    return people


def _chosen_on_board(context: Context) -> list[FighterId]:
    fight = context.fight
    return [who for who in _chosen(context) if fight is not None and fight.state.on_board(who)]


def _needs_other(context: Context) -> str:
    """Refuse where nobody is selected who does not act already."""
    if (refused := _needs_now(context)) or context.fight is None:
        return refused
    chosen = _chosen(context)
    if len(chosen) != 1:
        return "Select one fighter first."
    return "It acts already." if chosen == [context.fight.state.actor] else ""


def _needs_unknown(context: Context) -> str:
    if (refused := _needs_fighters(context)) or context.fight is None:
        return refused
    from desktop.core.rules.knowledge import is_known

    state = context.fight.state
    unknown = any(not is_known(state, who) for who in _chosen(context))
    return "" if unknown else "The players know of it already."


def _needs_unhidden(context: Context) -> str:
    if (refused := _needs_fighters(context)) or context.fight is None:
        return refused
    from desktop.core.rules.knowledge import is_kept_from_players

    state = context.fight.state
    hidden = all(is_kept_from_players(state, who) for who in _chosen(context))
    return "It is hidden from the players already." if hidden else ""


def _needs_on_board(context: Context) -> str:
    if (refused := _needs_fighters(context)) or context.fight is None:
        return refused
    return "" if _chosen_on_board(context) else "It is off the board."


def _with_chosen(
    action: Callable[[tuple[FighterId, ...]], Action],
    whom: Callable[[Context], list[FighterId]] = _chosen,
) -> Do:
    """Return a doing of one action, made for all whom the GM means: one undo takes it back."""

    def do(window: Commands, _argument: object) -> None:
        session = window.session
        if session is not None and session.fight is not None:
            chosen = whom(Context(session, window.hand))
            if chosen:
                session.fight.take(action(tuple(chosen)))

    return do


def _act_now(people: tuple[FighterId, ...]) -> Action:
    from desktop.core.rules.actions import TakeOver

    return TakeOver(who=people[0])


def _show(people: tuple[FighterId, ...]) -> Action:
    from desktop.core.model.moments import Show
    from desktop.core.rules.actions import Do as Happen

    return Happen(effects=(Show(show=people),))


def _hide(people: tuple[FighterId, ...]) -> Action:
    from desktop.core.model.moments import Hide
    from desktop.core.rules.actions import Do as Happen

    return Happen(effects=(Hide(hide=people),))


def _take_off(people: tuple[FighterId, ...]) -> Action:
    from desktop.core.model.moments import Remove
    from desktop.core.rules.actions import Do as Happen

    return Happen(effects=(Remove(remove=people),))


def _put(window: Commands, _argument: object) -> None:
    """Let the next click say where one stands."""
    from desktop.ui.menus.offers import PUT

    session = window.session
    chosen = _chosen(Context(session, window.hand))
    if session is not None and session.fight is not None and chosen:
        session.fight.arm(PUT + chosen[0])


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
        id="fight.act_now", text="Let it act now, in turn or out of it", menu="fight", gap=True,
        do=_with_chosen(_act_now), why_not=_needs_other, words="take over turn interrupt",
    ),
    Verb(
        id="fight.show", text="Show to the players", do=_with_chosen(_show), menu="fight",
        icon="eye-outline", why_not=_needs_unknown, words="reveal known hidden unhide",
    ),
    Verb(
        id="fight.hide", text="Hide from the players", do=_with_chosen(_hide), menu="fight",
        icon="eye-off-outline", why_not=_needs_unhidden, words="hidden secret unknown",
    ),
    Verb(
        id="fight.take_off", text="Take off the board", menu="fight",
        do=_with_chosen(_take_off, _chosen_on_board), why_not=_needs_on_board,
        words="remove away flee left gone",
    ),
    Verb(
        id="fight.put", text="Put elsewhere, no rules…", do=_put, menu="fight",
        why_not=_needs_fighters, words="place move teleport on the board bring in",
    ),
    Verb(
        id="fight.more", text="More actions…", do=calls("more_actions"), menu="fight", gap=True,
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

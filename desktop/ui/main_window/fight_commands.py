"""From Build to round 1 and back: starting, keeping, resuming and leaving fights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.core.errors import EncounterError, LoadError, SaveError
from desktop.core.model.encounter import Encounter
from desktop.core.model.words import FeatureId
from desktop.core.rules.tally import Refusal
from desktop.core.store import locks, rosters
from desktop.ui.fight import Fight
from desktop.ui.main_window import files
from desktop.ui.main_window.file_commands import OTHER_FIGHT
from desktop.ui.main_window.files import Document
from desktop.ui.main_window.typed import take_what_is_typed
from desktop.ui.session import Ref, Session

if TYPE_CHECKING:
    from desktop.ui.main_window.columns import PlayPanels
    from desktop.ui.main_window.fights import FightKeeper
    from desktop.ui.main_window.window import MainWindow
    from desktop.ui.panels.start_page import StartPage


class FightCommands:
    """What the Fight menu does that is not an action of the fight itself."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.keeper: FightKeeper | None = None
        self._page: StartPage | None = None
        self._described = ""
        """The feature for whose sake the place is being changed; the fight waits for it."""

    def commands(self) -> Mapping[str, Callable[[object], object]]:
        """Return what the table may ask for, by name."""
        acts = {f"act_{number}": self._act(number) for number in range(1, 10)}
        return {
            "start_page": lambda _: self.open_page(), "choose_fight": lambda _: self.choose(),
            "leave_fight": lambda _: self.leave(), "end_fight": lambda _: self.end(),
            "act.offer": lambda key: self._panels.action_bar.do_named(str(key)),
            "order.shift": lambda named: self._panels.order.shift(str(named)),
            "order.begin": lambda entry: self._panels.order.begin(str(entry)),
            "order.press": lambda name: self._panels.order.press(str(name)),
            "condition.step": lambda name: self._panels.card.step_condition(str(name)),
            "feature.happen": lambda which: self.let_happen(str(which)),
            "keep_place": lambda _: self.keep_place(),
            "place.change": self.change_place_at,
            "feature.describe": lambda feature: self.describe_feature(str(feature)),
            "apply_due": lambda _: self._panels.due.apply_current(),
            "skip_due": lambda _: self._panels.due.skip_current(),
            "wounds": lambda sign: self._panels.card.begin_wounds(str(sign or "-")),
            "conditions": lambda _: self._panels.card.conditions(),
            "more_actions": lambda _: self._panels.action_bar.more(),
            "write_line": lambda _: self._panels.log.focus_line(),
            **acts,
        }  # fmt: skip

    def _act(self, number: int) -> Callable[[object], object]:
        return lambda _: self._panels.action_bar.trigger(number)

    @property
    def _panels(self) -> PlayPanels:
        bench = self._window.bench
        assert bench is not None, "the table lets nobody in here without an encounter"
        bench.fill()
        assert bench.play_panels is not None, "the table lets nobody in here without a fight"
        return bench.play_panels

    # Before round 1

    def open_page(self) -> None:
        """Open the page between Build and round 1, with everything filled in."""
        bench, session = self._window.bench, self._window.session
        if bench is None or session is None:
            return
        take_what_is_typed()
        if self._page is None or self._page.session is not session:
            from desktop.ui.panels.start_page import StartPage

            self._page = StartPage(session)
            self._page.ready.connect(self._begun)
            self._page.closed.connect(self._close_page)
            self._page.wants.connect(self._window.want)
        self._page.refresh()
        bench.open_page(self._page)
        self._window.show_mode()
        if bench.build_panels is not None:
            self._window.tell(bench.build_panels.inspector.asks)

    def _close_page(self) -> None:
        if self._window.bench is not None:
            self._window.bench.close_page()
        self._window.show_mode()

    def _begun(self, fight: object) -> None:
        """Take a fight that the page made: its file first, then the window."""
        window, document = self._window, self._window.document
        if not isinstance(fight, Fight) or document is None:
            return
        from desktop.ui.main_window import fights

        self.let_go()
        window.files.forget_other_fight()
        try:
            self.keeper = fights.begun(fight, document, self._not_kept, window)
        except SaveError as error:
            window.notice.tell(f"{error} The fight goes on without its file.")
        self._close_page()
        document.session.select([])
        document.session.set_fight(fight)
        document.session.set_mode("play")

    def _not_kept(self, error: SaveError) -> None:
        self._window.notice.tell(
            f"{error} The fight itself goes on here.",
            offers=(
                ("Try again", lambda: self.keeper and self.keeper.keep()),
                ("Write it anew", self._write_anew),
            ),
        )

    def _write_anew(self) -> None:
        """Write the whole fight into a new file, beside the old one or in the program's folder."""
        if self.keeper is not None and self.keeper.anew():
            self._window.tell(f"The whole fight is in {self.keeper.path} now.")

    # Going on

    def resume(self, path: Path) -> bool:
        """Go on with a fight from its file, where it stood."""
        session = self._window.session
        if session is not None and self.keeper is not None and _same(self.keeper.path, path):
            session.set_mode("play")
            return True
        hold = locks.hold(path)
        if hold is None:
            self._window.stand()
            self._window.notice.tell(
                f"{files.elsewhere(path)} Two cannot write one fight down.",
                offers=(("Go on with a copy of it", lambda: self._resume(path, None)),),
            )
            return False
        if not self._resume(path, hold):
            hold.let_go()
            return False
        return True

    def _resume(self, path: Path, hold: locks.Hold | None) -> bool:
        window = self._window
        if not window.files.may_lose():
            return False
        from desktop.ui.main_window import fights

        try:
            fight, file = fights.resumed(path)
            document, unread = self._document_of(path, file.header.source, file.header.encounter)
            keeper = fights.going_on(fight, file, hold, self._not_kept, window)
        except LoadError as error:
            window.stand()
            window.notice.tell(files.headline(error), files.problems_text(error))
            return False
        except EncounterError as error:
            window.stand()
            window.show_error(error, "Its file was not touched.")
            return False
        if document is window.document:
            self.let_go()
            self._close_page()
        else:
            window.files.show(document)
        self.keeper = keeper
        document.session.set_fight(fight)
        document.session.set_mode("play")
        window.notice.clear()
        if unread is not None:
            says = f"{files.headline(unread)} The fight goes on without it."
            window.notice.tell(says, files.problems_text(unread))
        if not _same(keeper.path, path):
            window.notice.tell(f"The fight goes on in a copy of its own: {keeper.path}")
        if file.damage:
            first = file.damage[0]
            window.notice.tell(
                f"Line {first.line} of the fight's file is damaged; it goes on from before that.",
                "\n".join(f"line {each.line}: {each.says}" for each in file.damage),
            )
        return True

    def _document_of(
        self, path: Path, source: str, encounter: Encounter
    ) -> tuple[Document, LoadError | None]:
        """Return the encounter that a fight began from: its file, or else what the fight holds.

        With it comes what is wrong with a file that is there and cannot be read.
        """
        from desktop.ui.main_window.fights import source_of

        beside = source_of(path, source)
        document = self._window.document
        if document is not None and beside is not None and document.path == beside:
            return document, None
        unread: LoadError | None = None
        if beside is not None:
            try:
                return files.opened(beside), None
            except LoadError as error:
                unread = error
        return Document(Session(encounter, stock=rosters.stock())), unread

    def choose(self) -> None:
        """Show the fights that can be gone on with."""
        from desktop.ui.dialogs.fights import FightsDialog
        from desktop.ui.main_window.listing import unfinished

        fights = unfinished()
        if not fights:
            self._window.tell("There is no unfinished fight.")
            return
        dialog = FightsDialog(fights, self._window)
        if dialog.exec() and dialog.chosen is not None:
            self.resume(dialog.chosen)

    # Leaving

    def leave(self) -> None:
        """Put the fight aside; its file stays, and it is offered again."""
        session = self._window.session
        if session is None:
            return
        self.let_go()
        session.set_mode("build")
        session.set_fight(None)
        self._window.tell("The fight is put aside. It is offered on the welcome page.")

    def end(self) -> None:
        """End the fight for good and say how it ended; it is offered no more, its file stays."""
        fight = self._window.fight
        if self.keeper is not None:
            self.keeper.end()
        self.leave()
        if fight is not None:
            from desktop.core.rules.outcome import outcome

            says = f"{outcome(fight.combat.state)} Its file stays."
            self._window.notice.tell(says, about=OTHER_FIGHT)
            self._window.tell("The fight has ended.")

    def let_go(self) -> None:
        """Close the fight's file, and forget the page that it began on."""
        self._page = None
        if self.keeper is not None:
            self.keeper.close()
            self.keeper = None

    # What it tells

    def tell_refused(self, _action: object, refusals: object) -> None:
        """Say why an action was refused."""
        if isinstance(refusals, tuple):
            says = [each.says for each in refusals if isinstance(each, Refusal)]
            self._window.tell(" ".join(says))

    def let_happen(self, which: str) -> None:
        """Let happen what a feature does on an occasion, as `used valve`; no rules asked."""
        session = self._window.session
        if session is None or session.fight is None:
            return
        from desktop.core.rules.actions import Do

        occasion, _, id_ = which.partition(" ")
        feature = session.front.board.features[FeatureId(id_)]
        done = session.fight.take(Do(effects=getattr(feature, occasion), source=feature.label))
        if done and id_ == self._described:
            self._window.hand.set_change_place(False)

    def change_place_at(self, ref: object) -> None:
        """Let the tools of Build work on the fight's board, with a thing of it selected."""
        session = self._window.session
        if session is None or not isinstance(ref, Ref):
            return
        self._described = ""
        self._window.hand.set_change_place(True)
        session.select([ref])

    def describe_feature(self, feature: str) -> None:
        """Open the list of what a feature does, which nobody has said yet."""
        window, session = self._window, self._window.session
        if session is None or session.fight is None:
            return
        label = session.front.board.features[FeatureId(feature)].label
        if not window.hand.change_place:
            self._described = feature
        window.hand.set_change_place(True)
        session.select([Ref("feature", feature)])
        window.tell(f"Say what {label} does; then let it happen. Esc, Esc: nothing.")

    def keep_place(self) -> None:
        """Bring what changed on the board during the fight into the encounter, as one step."""
        session = self._window.session
        if session is None or session.fight is None:
            return
        from desktop.core.rules.changes import keep_in_encounter

        kept = keep_in_encounter(session.encounter, session.fight.state)
        session.replace("Keep the place of the fight", kept)


def _same(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()

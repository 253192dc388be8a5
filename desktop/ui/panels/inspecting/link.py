"""Links between zones."""

from __future__ import annotations

from typing import get_args

from desktop.core.model.words import LinkKind
from desktop.ui.canvas.legend import LINKS
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import CheckField, ChoiceField
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.points import PointsField
from desktop.ui.menus.fields.sheet import Things, Wrong
from desktop.ui.menus.fields.text import TextField
from desktop.ui.panels.inspecting.buttons import add_button
from desktop.ui.panels.inspecting.page import Page

KINDS = [(kind, LINKS[kind].capitalize()) for kind in get_args(LinkKind)]
SKILLS = (
    "athletics", "athletics (climbing)", "athletics (might)", "reflexes (acrobatics)",
    "tech (security)", "tech (engineering)", "awareness", "dexterity", "fortitude",
)  # fmt: skip


class LinkPage(Page):
    """What joins two zones, and what it takes to get along it."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.add("Kind", ChoiceField(KINDS), "kind")
        self.add("From", self.pick(known.zones, "zone"), "from_", noun="beginning")
        self.add("To", self.pick(known.zones, "zone"), "to", noun="end")
        self.turn = add_button("Turn round", "A ledge leads from the first to the second")
        self.turn.clicked.connect(self._turn)
        self.put_left(self.turn)
        through = self.pick(known.doors_and_features, "door or feature", "nothing")
        self.add("Through", through, "through", tip="Open when that thing is", write=self._through)
        self.add("Height", NumberField("–", unit="m", whole=False), "metres", noun="height")
        self.test_rows()
        self.add("", CheckField("blocks sight"), "blocks_sight", noun="sight")
        self.add("", CheckField("narrow"), "narrow", tip="Large creatures may not fit",
                 beside=True)  # fmt: skip
        self.hidden_row()
        self.add("", CheckField("open above"), "open_above", when=self._is_barrier, beside=True,
                 tip="Flyers pass over the barrier")  # fmt: skip
        self.notes_rows()
        self.fold("Where it is", self._where)
        self.fold("More", self.tail_rows)

    def test_rows(self) -> None:
        """Add the Test that gets a fighter past."""
        self.add("Test", TextField("asked when tried", words=lambda: SKILLS), "test.skill",
                 noun="Test")  # fmt: skip
        self.add("Difficulty", NumberField("0"), "test.difficulty")

    def _where(self) -> None:
        self.add("Stretch", PointsField("where the zones come closest"), "along", above=True,
                 tip="Two ends of the border that it takes up",
                 when=lambda things: len(things) == 1)  # fmt: skip
        self.add("Squares", PointsField("none: it follows the border", whole=True), "ends",
                 above=True, tip="The two squares that it joins, for ladders and stairs",
                 when=lambda things: len(things) == 1)  # fmt: skip

    def _through(self, id_: str | None) -> Wrong:
        return self.source.set("way", {"through": id_ or ""})

    def _is_barrier(self, things: Things) -> bool:
        return any(link.kind == "barrier" for link in things)

    def _turn(self) -> None:
        edits = [
            (
                "set_fields",
                {
                    "kind": "link", "id": link.id,
                    "values": {
                        "from_": link.to, "to": link.from_,
                        "ends": link.ends and link.ends[::-1],
                    },
                },
            )
            for link in self.source.things()
        ]  # fmt: skip
        self.source.do(f"Turn {self.source.names} round", edits)

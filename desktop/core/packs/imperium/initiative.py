"""Who acts when: a fixed number, the highest first."""

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.skills import bonus, figure, figures
from desktop.core.rules.book import Pack
from desktop.core.rules.state import CombatState


class ImperiumInitiative:
    """Agility Bonus plus Perception Bonus; of equals the one with the higher Reflexes."""

    def initiative(self, state: CombatState, who: FighterId) -> tuple[int | None, int]:
        """Return a fighter's Initiative and its Reflexes; a bonus unsaid counts as 0, both as none.

        A profile that states its Initiative has that one. By one reading Reflexes break no tie.
        """
        profile = state.people[who].profile
        stated = figures(profile).initiative
        if stated is None:
            known = [each for short in ("ag", "per") if (each := bonus(profile, short)) is not None]
            stated = sum(known) if known else None
        if reads(state, "initiative_tie", "gm order"):
            return stated, 0
        reflexes, _ = figure(profile, "reflexes")
        return stated, reflexes or 0


CHAPTER = Pack(name="imperium", slots={"initiative": ImperiumInitiative()})

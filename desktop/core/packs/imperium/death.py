"""How many Critical Wounds are survived."""

from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import skills
from desktop.core.rules.events import LeftBoard
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.tally import RuleRef

RULE = RuleRef("IM-WOUNDS-07")
BY_ROLE = {"troop": 0, "elite": 1}
"""What the lesser ones bear; everyone else bears its Toughness Bonus."""


def limit_of(profile: Profile) -> int | None:
    """Return how many untreated Critical Wounds are survived; None where nothing says it."""
    said = skills.figures(profile).criticals
    if said is not None:
        return said
    if profile.role in BY_ROLE:
        return BY_ROLE[profile.role]
    return skills.bonus(profile, "tgh")


def check(now: Now, who: FighterId) -> None:
    """Take a fighter out of the fight who has more Critical Wounds than it survives."""
    if not now.state.on_board(who):
        return
    limit = limit_of(now.state.people[who].profile)
    if limit is None or len(now.state.fighters[who].criticals) <= limit:
        return
    says = f"{label_of(now.state, who)} dies of its Critical Wounds"
    if now.word(now.unique(f"out|{who}"), says, True, RULE):
        now.happens(LeftBoard(who=who, why="out"))

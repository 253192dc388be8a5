"""What the fields of the editor offer to type."""

from desktop.ui.menus.fields.choice import Option

CHARACTERISTICS = [
    ("ws", "WS"), ("bs", "BS"), ("str", "Str"), ("tgh", "Tgh"), ("ag", "Ag"), ("int", "Int"),
    ("per", "Per"), ("wil", "Wil"), ("fel", "Fel"),
]  # fmt: skip
ARMOUR = [
    ("head", "Head"), ("body", "Body"), ("left arm", "Left arm"), ("right arm", "Right arm"),
    ("left leg", "Left leg"), ("right leg", "Right leg"),
]  # fmt: skip
SKILLS = (
    "athletics", "athletics (climbing)", "athletics (might)", "athletics (running)", "awareness",
    "awareness (hearing)", "awareness (sight)", "dexterity", "discipline", "discipline (fear)",
    "fortitude", "fortitude (pain)", "intuition", "linguistics", "logic", "lore", "medicae",
    "medicae (human)", "melee", "melee (brawling)", "melee (one-handed)", "melee (two-handed)",
    "navigation", "piloting", "presence", "psychic mastery", "ranged", "ranged (long guns)",
    "ranged (ordnance)", "ranged (pistols)", "ranged (thrown)", "rapport", "reflexes",
    "reflexes (acrobatics)", "reflexes (dodge)", "stealth", "stealth (hide)", "tech",
    "tech (engineering)", "tech (security)",
)  # fmt: skip
POWER_SKILLS = (
    "psychic mastery", "psychic mastery (biomancy)", "psychic mastery (divination)",
    "psychic mastery (pyromancy)", "psychic mastery (telekinesis)", "psychic mastery (telepathy)",
)  # fmt: skip
YES_NO: tuple[Option, ...] = ((None, "Unsaid"), (True, "Yes"), (False, "No"))

"""What numbers are wanted for in an attack and against it, and the ways in which it is made."""

ATTACK = "attack"
"""The Test of an attack and its Damage, on somebody or into a zone."""
MELEE_DEFENCE = "melee defence"
DODGE = "dodge"
DEFENCES = (MELEE_DEFENCE, DODGE)
"""What opposes an attack."""
SPREAD = "spread"
"""What a spray does to those beside its target, and their getting out of the way."""

AIMED = "aimed"
"""A way of attacking: after taking aim."""
AT_A_LOCATION = "at a location"
"""A way of attacking: at a hit location that was chosen, at Disadvantage."""
PLAINLY: frozenset[str] = frozenset()
"""No way of attacking in particular."""

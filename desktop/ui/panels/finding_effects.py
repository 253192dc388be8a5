"""What Ctrl+K finds of effects: what features would do, and what one could do."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.core.model.board import Feature
from desktop.core.model.words import FeatureId
from desktop.ui.menus.occasions import LABELS, OCCASIONS
from desktop.ui.panels.inspecting.effect_words import VERBS, sentence
from desktop.ui.session import Session

HAPPENS, ADDS = "feature.happen", "effect.add"
"""What the window is asked for: that a feature does its work, and one more effect."""


def effects_found(session: Session, *, fights: bool) -> Iterator[tuple[str, str, str, str]]:
    """Yield for each effect a sentence, what stands beside it, the feature's id and the occasion.

    In a fight each is what happens when it is chosen; in Build it is only looked at.
    """
    encounter = session.front
    for feature in encounter.board.features.values():
        for occasion in OCCASIONS:
            effects = getattr(feature, occasion)
            if not effects:
                continue
            says = "; ".join(sentence(encounter, each) for each in effects)
            beside = f"{LABELS[occasion].lower()}, now" if fights else LABELS[occasion].lower()
            yield f"{feature.label}: {says}", beside, feature.id, occasion


def verbs_found(session: Session) -> Iterator[tuple[str, str, str]]:
    """Yield what the selected feature could do more: a text, whose it is, and the kind."""
    features = [_feature(session, id_) for id_ in session.selected("feature")]
    if len(features) == 1:
        for kind, text in VERBS.items():
            yield text, f"effect of {features[0].label}", kind.__name__


def _feature(session: Session, id_: str) -> Feature:
    return session.front.board.features[FeatureId(id_)]

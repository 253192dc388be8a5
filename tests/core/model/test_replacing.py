import dataclasses

import pytest

from desktop.core.model import board, encounter, moments, profile
from desktop.core.model.replacing import replace
from tests.helpers.any_edit import dock

CLASSES = [
    cls
    for module in (board, encounter, moments, profile)
    for cls in vars(module).values()
    if isinstance(cls, type) and dataclasses.is_dataclass(cls) and cls.__module__ == module.__name__
]


@pytest.mark.parametrize("cls", CLASSES)
def test_a_value_of_any_class_of_the_model_can_be_replaced(cls):
    assert all(hasattr(getattr(cls, item.name), "__set__") for item in dataclasses.fields(cls))
    assert not hasattr(cls, "__post_init__")


def test_it_replaces_as_a_constructor_would_and_leaves_the_value_alone():
    here = dock()
    for thing in (here, here.board, *here.fighters.values(), *here.board.zones.values()):
        fields = {item.name: getattr(thing, item.name) for item in dataclasses.fields(thing)}
        name, *_ = fields
        assert replace(thing) == thing
        assert replace(thing) is not thing
        changed = replace(thing, **{name: "other"})
        assert changed == dataclasses.replace(thing, **{name: "other"})
        assert {name: getattr(thing, name) for name in fields} == fields
    with pytest.raises(KeyError):
        replace(here, unheard_of=1)

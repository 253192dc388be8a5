"""A value of the model with some of its fields otherwise."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def replace(thing: T, **values: object) -> T:
    """Return a value with some of its fields replaced, as `dataclasses.replace` does.

    It takes half the time, for it fills the slots of the new value past its constructor: those
    of the model have slots, and nothing is checked or made when one of them is.
    """
    cls: Any = type(thing)
    read, put = _slots(cls)
    new: T = object.__new__(cls)
    for fill, value in zip(put.values(), read(thing), strict=False):
        fill(new, value)
    for name, value in values.items():
        put[name](new, value)
    return new


@cache
def _slots(cls: type) -> tuple[Callable[[Any], Any], Mapping[str, Callable[[Any, Any], None]]]:
    """Return what reads all fields of a class at once, and what fills each of them."""
    put = {item.name: getattr(cls, item.name).__set__ for item in fields(cls)}
    return attrgetter(*put, "__class__"), put  # of a single name it would return no tuple

"""What the model says about its own fields: the string under a field, for schema and help."""

import ast
import inspect
import textwrap
from functools import cache
from itertools import pairwise


@cache
def fields_of(cls: type) -> dict[str, str]:
    """Return the string under each field of a dataclass and of those it is derived from.

    Empty where the source is not at hand (a frozen program): nothing but help hangs on it.
    """
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        try:
            source = textwrap.dedent(inspect.getsource(each))
        except (OSError, TypeError):
            continue
        found.update(_under_fields(ast.parse(source)))
    return found


def _under_fields(tree: ast.Module) -> dict[str, str]:
    found: dict[str, str] = {}
    body = tree.body[0].body if tree.body and isinstance(tree.body[0], ast.ClassDef) else []
    for item, below in pairwise(body):
        if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
            continue
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            found[item.target.id] = " ".join(str(below.value.value).split())
    return found


def first_line(cls: type) -> str:
    """Return the first line of a class's docstring."""
    return (cls.__doc__ or "").strip().split("\n")[0]

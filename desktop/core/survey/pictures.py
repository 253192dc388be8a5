"""Checks of the pictures beside an encounter (F05)."""

from collections.abc import Iterator, Mapping

from desktop.core.model.encounter import Encounter
from desktop.core.model.pictures import pictures_of
from desktop.core.survey.issue import Fix, Found, Where


def pictures(encounter: Encounter, faults: Mapping[str, str]) -> Iterator[Found]:
    """F05: `faults` are the pictures that cannot be read, each with what keeps it from that."""
    for each in pictures_of(encounter) if faults else ():
        fault = faults.get(each.file)
        if fault is not None:
            fields = {"name": each.file, "zone": each.label, "fault": fault}
            where = Where(each.kind, each.id)
            fix = Fix("Find it…", (), picture=each.file)
            yield Found(check="F05", grade="warning", at=(where,), fields=fields, fix=fix)

"""Tax: hooks before and after verbs of the base, and in place of one."""

from engine.module import Module
from tests.toy.modules.tax import levies
from tests.toy.modules.tax.levies import Tax

MODULE = Module(
    name="tax",
    summary="Large takings are taxed.",
    requires=("bazaar",),
    excludes=("long",),
    seats=range(2, 5),
    verbs=(levies,),
    part=Tax,
)

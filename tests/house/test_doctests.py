"""Every example in a docstring is run."""

import doctest
import importlib
import pkgutil

import pytest

import symproof

MODULES = [
    module.name
    for module in pkgutil.walk_packages(symproof.__path__, "symproof.")
    if not module.name.endswith("__main__")
]


def test_the_modules_are_found():
    assert {"symproof.kernel.claims", "symproof.model.block", "symproof.command.main"} <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name):
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.FAIL_FAST).failed == 0

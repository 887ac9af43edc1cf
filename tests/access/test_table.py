"""Who may do what is what the table in docs/who-may-do-what.md says, for every address there is."""

from __future__ import annotations

import os

import pytest

from . import table
from .asking import YES, observe
from .routes import all_routes
from .scenes import ROLES, make_world

pytestmark = pytest.mark.once

ROUTES = all_routes()


@pytest.fixture
def world(db):
    return make_world()


def test_every_address_has_a_row_for_each_of_its_methods(world):
    observed = {
        (route.name, method, access): row for route in ROUTES for (method, access), row in observe(world, route).items()
    }
    if os.environ.get("WRITE_TABLE"):
        table.write(observed, {route.name: route.pattern for route in ROUTES})
    kept = table.read()
    missing = sorted(set(observed) - set(kept))
    assert not missing, (
        f"Without a row in docs/who-may-do-what.md: {missing}. Let WRITE_TABLE=1 python -m pytest "
        "tests/access/test_table.py write it, and look whether each cell is as it should be."
    )
    gone = sorted(set(kept) - set(observed))
    assert not gone, (
        f"There is no such address or method any more: {gone}. Take the rows out of docs/who-may-do-what.md."
    )
    different = {
        key: {role: (kept[key][role], row[role]) for role in ROLES if kept[key][role] != row[role]}
        for key, row in observed.items()
        if kept[key] != row
    }
    assert not different, f"Not as the table says (what it says, what is): {different}"


def test_staff_may_do_nothing_that_an_onlooker_may_not():
    for key, row in table.read().items():
        assert row["staff"] == row["onlooker"], key


def test_a_table_behind_a_link_is_there_for_its_players_alone():
    for (name, method, access), row in table.read().items():
        if access == "link" and not name.endswith("invitation"):
            for role in ("stranger", "visitor", "onlooker", "staff"):
                assert row[role] != YES, (name, method, role)


def test_a_stranger_changes_nothing_at_any_table():
    for (name, method, access), row in table.read().items():
        if access and method != "GET":
            assert row["stranger"] != YES, (name, method)

"""The statements of every move, composed once: they say what Django would say."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from games import sql
from games.models import Game, Holder, Notice, Seat
from tests.builders import make_game, make_user

GAMES_OF = sql.Prepared(
    lambda slug, players: Game.objects.filter(players=players, slug=slug).values_list(
        "slug", "move_time", "points", "created", "ace_high"
    ),
    "slug",
    3,
)


def test_values_go_where_their_markers_stood_and_come_back_as_django_reads_them(db: None) -> None:
    game = make_game(begun=False)
    Game.objects.filter(pk=game.pk).update(points=[[5, 0, 0]], move_time=timedelta(hours=36))
    [row] = GAMES_OF.rows(game.slug, game.players)
    [expected] = Game.objects.filter(pk=game.pk).values_list("slug", "move_time", "points", "created", "ace_high")
    assert tuple(row) == expected
    assert GAMES_OF.rows(game.slug, game.players + 1) == []
    assert GAMES_OF.rows("nowhere", game.players) == []


def test_a_query_is_composed_once(db: None) -> None:
    composed = []

    def compose(number: int) -> object:
        composed.append(number)
        return Seat.objects.filter(number=number).values_list("pk")

    query = sql.Prepared(compose, 1)  # type: ignore[arg-type]
    query.rows(0), query.rows(1), query.rows(2)
    assert composed == [1]


def test_a_marker_that_is_found_elsewhere_in_the_query_is_refused(db: None) -> None:
    query = sql.Prepared(lambda number: Seat.objects.filter(number=number, game=1).values_list("pk"), 1)
    with pytest.raises(ValueError, match="once"):
        query.rows(1)


def test_rows_are_inserted_as_django_would(db: None) -> None:
    game, now = make_game(begun=False), timezone.now()
    notices = [
        Notice(user=game.host, game=game, kind="your_turn", ply=ply, created=now, due=now + timedelta(hours=ply))
        for ply in (1, 2)
    ]
    sql.insert(notices)
    for written, meant in zip(Notice.objects.order_by("ply"), notices, strict=True):
        for field in Notice._meta.concrete_fields:
            assert field.primary_key or getattr(written, field.attname) == getattr(meant, field.attname)


def test_nothing_is_inserted_of_no_rows(db: None) -> None:
    sql.insert([])
    assert not Notice.objects.exists()


def test_a_row_that_is_there_already_is_refused_or_passed_over(db: None) -> None:
    game = make_game(begun=False)
    row = {"user": game.host, "game": game, "kind": "your_turn"}
    sql.insert([Notice(**row)])
    with pytest.raises(IntegrityError), transaction.atomic():
        sql.insert([Notice(**row)])
    sql.insert([Notice(**row), Notice(**row, ply=1)], ignore_conflicts=True)
    assert Notice.objects.count() == 2


def test_a_row_that_breaks_another_constraint_is_never_passed_over(db: None) -> None:
    game = make_game(begun=False)
    wrong = Notice(user=game.host, game=game, kind="your_turn", done=timezone.now(), outcome="")
    with pytest.raises(IntegrityError), transaction.atomic():
        sql.insert([wrong], ignore_conflicts=True)


def test_what_is_sent_together_is_written_and_a_refusal_comes_at_the_end_at_the_latest(db: None) -> None:
    game = make_game(begun=False)
    row = {"user": game.host, "game": game, "kind": "your_turn"}
    with transaction.atomic(), sql.together():
        sql.insert([Notice(**row)])
        game.version = 7
        sql.update(game, ("version",))
        assert Notice.objects.count() == 1  # who reads waits for what was sent before
    assert Game.objects.get().version == 7
    with pytest.raises(IntegrityError), transaction.atomic(), sql.together():
        sql.insert([Notice(**row, ply=1), Notice(**row)])
    assert Notice.objects.count() == 1


def test_a_row_that_is_changed_twice_together_ends_as_it_was_changed_last(transactional_db: None) -> None:
    game = make_game(begun=False)
    with sql.together():
        for version, entries in ((7, 50), (8, 51)):
            game.version, game.entries = version, entries
            sql.update(game, ("version",) if version == 7 else ("version", "entries"))
        sql.insert([Notice(user=game.host, game=game, kind="your_turn")])
    assert Game.objects.values_list("version", "entries").get() == (8, 51)
    assert Notice.objects.count() == 1


def test_nothing_stays_of_what_was_together_with_a_failure_and_the_next_goes_on(transactional_db: None) -> None:
    game = make_game(begun=False)
    before = game.version

    @sql.together()
    def fail() -> None:
        game.version = 7
        sql.update(game, ("version",))
        assert Game.objects.get().version == 7
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            fail()
        assert Game.objects.get().version == before
        assert connection.get_autocommit()
    with sql.together():
        sql.update(game, ("version",))
    assert Game.objects.get().version == 7


def test_what_is_done_after_the_commit_finds_it_committed(transactional_db: None) -> None:
    game = make_game(begun=False)
    done = []
    with sql.together():
        game.version = 7
        sql.update(game, ("version",))
        transaction.on_commit(lambda: done.append((connection.in_atomic_block, Game.objects.get().version)))
        assert not done
    assert done == [(False, 7)]


def test_a_constraint_that_waits_for_the_end_is_heard(transactional_db: None) -> None:
    game = make_game(begun=False)
    with pytest.raises(IntegrityError), sql.together():
        sql.insert([Notice(user_id=0, game=game, kind="your_turn")])  # nobody's number
    assert not Notice.objects.exists()
    assert connection.get_autocommit()


def test_several_queries_may_be_under_way_at_once(db: None) -> None:
    game = make_game(begun=False)
    with sql.together():
        mine, other = GAMES_OF.ask(game.slug, game.players), GAMES_OF.ask("nowhere", game.players)
        assert (len(other()), len(mine())) == (0, 1)


def test_only_the_fields_that_are_named_are_written(db: None) -> None:
    game, other = make_game(begun=False), make_game(begun=False)
    user = make_user()
    game.host, game.points, game.version, game.players = user, [[1, 4, 0]], 9, 6
    sql.update(game, ("host", "points", "version"))
    written = Game.objects.get(pk=game.pk)
    assert (written.host, written.points, written.version) == (user, [[1, 4, 0]], 9)
    assert written.players != 6
    assert Game.objects.get(pk=other.pk).version == other.version


def test_a_seat_of_a_table_names_who_holds_it(db: None) -> None:
    from games.log import read_table

    game = make_game(begun=False)
    for seat in read_table(game).seats:
        stored = Seat.objects.get(game=game, number=seat.number)
        assert (seat, seat.holder, seat.user, seat.name) == (stored, stored.holder, stored.user, stored.name)
        assert (seat.user is None) == (stored.holder == Holder.NOBODY or stored.holder == Holder.BOT)


def test_every_field_is_written_as_django_would(db: None) -> None:
    game = make_game()
    names = tuple(field.name for field in Game._meta.concrete_fields if not field.primary_key)
    game.bank, game.cap, game.access = timedelta(hours=24), timedelta(hours=72, microseconds=1), Game.Access.PUBLIC
    game.time_off, game.said, game.outages = False, "three words", [True, None, {"ä": 1.5}]
    sql.update(game, names)
    written = Game.objects.get(pk=game.pk)
    for field in Game._meta.concrete_fields:
        assert getattr(written, field.attname) == getattr(game, field.attname), field.name


def test_a_row_that_was_read_is_what_django_makes_of_it(db: None) -> None:
    game = make_game()
    names = [field.attname for field in Game._meta.concrete_fields]
    row = Game.objects.filter(pk=game.pk).values_list(*names).get()
    loaded = sql.loaded(Game, names, row)
    made = Game.from_db("default", names, row)
    assert (loaded, loaded._state.adding, loaded._state.db) == (made, False, "default")
    assert {name: getattr(loaded, name) for name in names} == {name: getattr(made, name) for name in names}
    loaded.version += 1
    loaded.save()
    assert Game.objects.get(pk=game.pk).version == made.version + 1


def test_a_field_that_was_not_read_is_fetched_when_asked_for(db: None, django_assert_num_queries) -> None:
    user = make_user(email="ann@example.org")
    loaded = sql.loaded(User, ["id", "username"], [user.pk, user.username])
    with django_assert_num_queries(1):
        assert loaded.email == "ann@example.org"


def test_a_new_row_has_the_defaults_django_gives_it(db: None) -> None:
    now = timezone.now()
    given = {"user_id": 1, "game_id": 2, "kind": "your_turn", "created": now, "due": now}
    made, plain = sql.new(Notice, **given), Notice(**given)
    for field in Notice._meta.concrete_fields:
        assert getattr(made, field.attname) == getattr(plain, field.attname)
    assert made._state.adding
    assert sql.new(Notice).due >= now, "made anew for each row"

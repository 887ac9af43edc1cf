"""The curve of totals: where its lines go."""

from __future__ import annotations

from games.pages.curve import HEIGHT, MARGIN, WIDTH, draw_curve


def test_there_is_no_curve_before_the_first_hand_has_ended():
    assert draw_curve(["Ana", "Ben", "Cat"], [], target=10) is None


def test_every_line_begins_at_no_points_and_has_a_place_for_each_hand():
    curve = draw_curve(["Ana", "Ben", "Cat"], [(2, 3, 0), (0, 1, 4)], target=10)
    assert curve is not None
    assert [line.name for line in curve.lines] == ["Ana", "Ben", "Cat"]
    for line in curve.lines:
        places = line.points.split(" ")
        assert len(places) == 3
        assert places[0] == f"{MARGIN},{HEIGHT - MARGIN}"


def test_a_line_rises_by_the_points_of_its_player():
    curve = draw_curve(["Ana", "Ben"], [(10, 0)], target=10)
    assert curve is not None
    ana, ben = curve.lines
    assert (ana.end_x, ana.end_y) == (WIDTH - MARGIN, MARGIN)
    assert (ben.end_x, ben.end_y) == (WIDTH - MARGIN, HEIGHT - MARGIN)


def test_the_target_is_inside_the_drawing_when_somebody_has_passed_it():
    curve = draw_curve(["Ana", "Ben", "Cat"], [(9, 0, 0), (5, 0, 0)], target=10)
    assert curve is not None
    assert curve.target_y is not None
    assert MARGIN < curve.target_y < HEIGHT - MARGIN
    assert curve.lines[0].end_y == MARGIN


def test_a_game_of_a_number_of_hands_has_no_target_line():
    curve = draw_curve(["Ana", "Ben", "Cat"], [(0, 0, 5)], target=None)
    assert curve is not None
    assert curve.target_y is None

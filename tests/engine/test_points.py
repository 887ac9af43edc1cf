from tests.engine.builders import ALL_BY_SEAT_0, SUITS_APART, SURE_GENERAL, after, hand, playing_lowest

# Seat 0 takes every trick it leads to in spades, and loses its 7H to seat 1.
ONE_LOSER = ("KS JS QS AS TS 9S 8S 7H", "KH JH QH AH TH 9H 8H 7S", SUITS_APART[2], SUITS_APART[3])


def test_without_the_general_a_hand_gives_five_points():
    assert after(hand(*SUITS_APART), ALL_BY_SEAT_0).points() == (5, 0, 0, 0)


def test_when_all_pass_only_the_jacks_count():
    state = after(hand(*SUITS_APART, general=True), "pass pass pass pass " + ALL_BY_SEAT_0)
    assert state.points() == (5, 0, 0, 0)
    assert not state.general_is_made()


def test_a_general_that_is_made_costs_each_opponent_five_and_the_jacks_are_not_counted():
    state = playing_lowest(after(hand(*SURE_GENERAL, general=True), "pass general"))
    assert state.general_is_made()
    assert state.penalties == (0, 5, 0, 0)
    assert state.points() == (5, 0, 5, 5)


def test_a_general_that_has_failed_costs_its_declarer_five_and_the_jacks_are_counted_as_usual():
    state = playing_lowest(after(hand(*SURE_GENERAL, general=True), "general"))
    assert not state.general_is_made()
    assert state.points() == (5, 5, 0, 0)


def test_who_fails_the_general_pays_for_the_jacks_taken_as_well():
    state = after(hand(*ONE_LOSER, general=True), "general KS 7S JD JC JS JH 7D 7C 7H KH 8D 8C")
    assert playing_lowest(state).points() == (10, 0, 0, 0)


def test_while_a_general_is_undecided_only_the_jacks_count():
    state = after(hand(*SUITS_APART, general=True), "general KS JH 7D 7C")
    assert state.points() == (1, 0, 0, 0)


def test_a_general_has_failed_as_soon_as_the_declarer_loses_a_trick():
    state = after(hand(*SUITS_APART, general=True), "pass general KS JH 7D 7C")
    assert state.points() == (1, 5, 0, 0)


def test_a_general_is_made_only_when_the_last_trick_is_taken():
    state = after(hand(*SUITS_APART, general=True), "general " + ALL_BY_SEAT_0[:-12])
    assert not state.general_is_made()
    assert after(state, ALL_BY_SEAT_0[-11:]).general_is_made()


def test_without_short_hands_a_hand_is_played_to_the_last_card():
    state = after(hand(*SUITS_APART), "JS JH JD JC")
    assert not state.is_over
    assert playing_lowest(state).ply == 32


def test_a_short_hand_ends_when_the_last_jack_has_been_taken():
    state = after(hand(*SUITS_APART, short_hands=True), "KS JH JD 7C JS 7H 7D 8C")
    assert not state.is_over
    state = after(state, "QS 8H 8D JC")
    assert state.is_over
    assert (state.ply, state.to_play, state.points()) == (12, None, (5, 0, 0, 0))


def test_the_last_jack_ends_a_short_hand_only_with_its_trick():
    state = after(hand(*SUITS_APART, short_hands=True), "JS JH JD")
    assert not state.is_over
    assert not after(hand(*SUITS_APART, short_hands=True), "7S JH JD JC JS 7H 7D").is_over


def test_with_the_general_declared_a_short_hand_goes_on_while_the_declarer_takes_every_trick():
    state = after(hand(*SUITS_APART, short_hands=True, general=True), "general JS JH JD JC")
    assert not state.is_over
    assert playing_lowest(state).points() == (0, 5, 5, 5)


def test_with_the_general_declared_a_short_hand_ends_when_the_last_jack_falls_after_a_lost_trick():
    state = after(hand(*SUITS_APART, short_hands=True, general=True), "pass general JS JH JD JC")
    assert state.is_over
    assert state.points() == (5, 5, 0, 0)


def test_with_the_general_declared_a_short_hand_ends_with_the_first_lost_trick_after_the_last_jack():
    state = after(hand(*ONE_LOSER, short_hands=True, general=True), "general KS 7S JD JC JS JH 7D 7C")
    assert not state.is_over
    assert state.penalties == (5, 0, 0, 0)
    state = after(state, "7H KH 8D 8C")
    assert state.is_over
    assert state.points() == (10, 0, 0, 0)


def test_when_all_have_passed_a_short_hand_ends_with_the_last_jack_all_the_same():
    state = after(hand(*SUITS_APART, short_hands=True, general=True), "pass pass pass pass JS JH JD JC")
    assert state.is_over

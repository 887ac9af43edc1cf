"""Learning the game by playing: lessons on fixed deals, of which nothing is stored.

`see_lesson` is what the pages call. A lesson is its deal and the cards played so far, which the reader's address
carries; the rules are those of `games.engine`, and what is shown comes from `games.table.view_of`, as at any table.
"""

from .lessons import LESSONS, Moment, NoSuchLesson, see_lesson

__all__ = ["LESSONS", "Moment", "NoSuchLesson", "see_lesson"]

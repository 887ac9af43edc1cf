"""The card faces, drawn as vectors by code: standard library only, no fonts.

`paths` (the pen), `marks` (suit marks and index letters), `courts` (kings, queens, jacks), `faces` (whole cards and the
back), `draw_cards` (writes the files under ``games/static/games/cards``). ``docs/cards.md`` says how to change them.
"""

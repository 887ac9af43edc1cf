"""The barest API that does what a move must: check a token, insert a row, answer. Only the measurement serves it."""

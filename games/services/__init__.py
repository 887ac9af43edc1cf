"""What is done at a table: verbs, one transaction each.

Each locks the game, reads it, checks, appends to the log, updates the copies and writes the outbox rows; what it
returns is a `games.table.TableView`, never the table itself.
"""

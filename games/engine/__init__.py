"""The rules of Polignac, pure: standard library only, no clock, no chance, no Django.

`cards` is the pack, `rules` the options of a table, `hand` one deal and its tricks, `game` hands until the end, `view`
what one seat may see, `shuffle` a deal from random bytes, `record` games as text.
"""

"""Run the measurements that are named, or all of them."""

from __future__ import annotations

import sys
from importlib import import_module

from . import BENCHES


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"There is no measurement {unknown[0]!r}. There are: {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    for number, name in enumerate(names or BENCHES):
        if number:
            print()
        import_module(BENCHES[name]).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

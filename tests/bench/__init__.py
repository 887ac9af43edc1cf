"""What is measured: ``python -m tests.bench`` prints every measurement, ``python -m tests.bench engine`` one of them.

A measurement is a module here with a function ``run()`` that prints what it found, in words a reader understands.
"""

# By the name to ask for it, in the order they are run.
BENCHES = {
    "engine": "tests.bench.engine",
    "api": "tests.bench.api",
    "verify": "tests.bench.verify",
    "pages": "tests.bench.pages",
}

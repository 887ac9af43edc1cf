"""Processes end with the one that started them, however early that one ends."""

from __future__ import annotations

import subprocess
import sys

FORKS_AND_IS_KILLED = """
import os, signal, time
from polignac_site import celery, processes

{note}
worker = os.getpid()
if os.fork():
    os.kill(worker, signal.SIGKILL)
while os.getppid() == worker:
    time.sleep(0.01)
{tie}
print("goes on", flush=True)
"""


def said_by_an_orphan(*, note: str = "", tie: str = "") -> str:
    """Return all that is printed by a process whose parent has been killed before it ties itself to it."""
    command = [sys.executable, "-c", FORKS_AND_IS_KILLED.format(note=note, tie=tie)]
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, text=True)
    return ended.stdout


def test_a_process_whose_parent_is_gone_already_ends_at_once():
    assert said_by_an_orphan() == "goes on\n"
    assert said_by_an_orphan(tie="processes.end_with_parent(parent=worker)") == ""


def test_beat_ends_though_its_worker_was_killed_before_it_could_tie_itself_to_it():
    note = "celery.celeryd_init.send(sender=None)"
    assert said_by_an_orphan(note=note, tie="celery.beat_embedded_init.send(sender=None)") == ""

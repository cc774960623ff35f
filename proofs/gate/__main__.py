"""The command behind `make prove` and its relatives.

usage, in the root of the repository: python3 -m proofs.gate [--config C]
{prove,quick,all,part,smoke,write-floors}
"""
from __future__ import annotations

import argparse
import dataclasses
import datetime
import pathlib
import signal
import sys
import time
from collections.abc import Callable

from . import claims, configurations, framac, proof, provers, record, report, results, rules
from .evidence import EVERYTHING, GOALS, PROGRAM, SMOKE


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="proofs.gate", description="Proves the kernel, and decides whether that is a proof."
    )
    parser.add_argument("--tree", type=pathlib.Path, default=pathlib.Path("."), help="the checkout (default: .)")
    parser.add_argument(
        "--config",
        default="full",
        metavar="C",
        help=f"{', '.join(configurations.KNOWN)}, or NAME=VALUE ... of RTMR_SLOTS, RTMR_JOBS, RTMR_TASKS, "
        "RTMR_TICK_BITS, RTMR_WITH_... and MACHINE",
    )
    parser.add_argument("--jobs", type=int, default=proof.RUNS, help="runs of Frama-C at the same time")
    parser.add_argument("--record", action="store_true", help="prove: write down in proofs/record.toml that it passed")
    parser.add_argument("--resume", action="store_true", help="prove, all: go on from what was proved before")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("prove", help="the gate: everything, cold, with a sample of the smoke tests")
    commands.add_parser("all", help="the gate with all smoke tests, then the gate for every other configuration")
    part = commands.add_parser("part", help="a part of the proof in another configuration: another one each day")
    part.add_argument("--day", type=int, help="as if it were this day, counted from the year 1 (default: today)")
    commands.add_parser("write-floors", help="everything, cold; then each file's number of goals is its floor")
    smoke = commands.add_parser("smoke", help="the smoke tests, all of them, and no proof")
    quick = commands.add_parser("quick", help="for editing: remembers verdicts; not the gate")
    for of_some in (smoke, quick):
        of_some.add_argument("--functions", default="", help="only these, separated by commas")
    return parser.parse_args()


def _plan(options: argparse.Namespace) -> proof.Plan:
    tree = options.tree.resolve()
    common = {
        "tree": tree,
        "claims": tree / "proofs/claims.toml",
        "jobs": options.jobs,
        "configuration": configurations.read(options.config),
    }
    if options.command in ("smoke", "quick"):
        names = frozenset(name for name in options.functions.replace(",", " ").split()) or None
        if options.command == "smoke":
            return proof.Plan(extent=frozenset((SMOKE, PROGRAM)), functions=names, smoke_all=True, **common)
        extent = frozenset((GOALS,) if names else (GOALS, EVERYTHING, PROGRAM))
        return proof.Plan(extent=extent, functions=names, cache=provers.BUILD / "cache", **common)
    if options.command == "write-floors":
        return proof.Plan(extent=frozenset((GOALS, EVERYTHING, PROGRAM)), **common)
    if options.command == "part":
        day = datetime.date.today().toordinal() if options.day is None else options.day
        common["configuration"] = configurations.OTHERS[day % len(configurations.OTHERS)]
        return proof.Plan(extent=frozenset((GOALS, PROGRAM)), part=day // len(configurations.OTHERS), **common)
    return proof.Plan(smoke_all=options.command == "all", resume=options.resume, **common)


def _write_floors(path: pathlib.Path, configuration: configurations.Configuration, found: dict) -> str:
    """Makes each file's number of goals its floor, if the goals are all there and proved. Says what
    was done.
    """
    if any(found["rules"][name]["broken_by"] for name in ("ended", "proved", "counted", "covered")):
        return "no floor was written: not everything is proved"
    goals = {file: entry["goals"] for file, entry in found["files"].items()}
    if configuration == configurations.SMALLEST:
        claims.write_smallest_floors(path, goals)
        return "floors of the smallest build were written"
    missing = claims.write_floors(path, goals)
    return "floors were written" + (f"; not in claims.toml: {', '.join(missing)}" if missing else "")


def _end(*_: object) -> None:
    framac.stop_all()
    sys.exit("ended by SIGTERM")


def main() -> int:
    """Runs a command; 0 if every rule holds."""
    options = _arguments()
    signal.signal(signal.SIGTERM, _end)
    began = time.monotonic()

    def tell(line: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {line}", flush=True)

    try:
        plan = _plan(options)
        found = _gather(options, plan, tell)
        others = (
            configurations.OTHERS if options.command == "all" and plan.configuration == configurations.FULL else ()
        )
        further = [
            _gather(options, dataclasses.replace(plan, configuration=other, smoke_all=False), tell)
            for other in others
        ]
    except (
        claims.BadClaims,
        configurations.BadConfiguration,
        provers.NotInstalled,
        proof.NoSuchFunction,
        results.Unreadable,
        OSError,
    ) as error:
        sys.exit(f"proofs.gate: {error}")
    if options.command == "quick":
        print("This is not the gate: verdicts may come from a cache, and no smoke test was run. `make prove` is.")
    if options.command == "part":
        print("This is not the gate: a part was proved, without its smoke tests. `make prove` is.")
    if options.command == "smoke":
        print("This is not the gate: nothing was proved. `make prove` is.")
    if options.command == "write-floors":
        print(_write_floors(plan.claims, plan.configuration, found))
    passed, failed = (sum(run[verdict] for run in (found, *further)) for verdict in ("passed", "failed"))
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


def _gather(options: argparse.Namespace, plan: proof.Plan, tell: Callable[[str], None]) -> dict:
    """Proves, judges and reports; writes down that a configuration was proved, or a stamp of it."""
    command = options.command
    recorded = command == "all" or command == "prove" and options.record
    stamped = command == "prove" and plan.configuration != configurations.FULL
    sources = record.sources_digest(plan.tree) if recorded or stamped else ""
    tell(f"configuration {plan.configuration}")
    evidence = proof.gather(plan, tell)
    found = report.data(evidence, rules.judge(evidence))
    of_what = command if command in ("smoke", "quick", "part") else "report"
    suffix = "" if plan.configuration == configurations.FULL else "-" + plan.configuration.name.replace(" ", "-")
    report.write(
        found,
        plan.tree / "build" / "prove" / f"{of_what}{suffix}.json",
    )
    print(report.text(found, plan.extent, plan.smoke_all))
    row = record.row_of(plan.tree, plan.configuration, found) if recorded or stamped else None
    if row and row.sources == sources:
        if recorded and plan.configuration.name in configurations.KNOWN:
            record.add(plan.tree, row)
            print(f"{record.RECORD}: {row.name} was proved")
        if stamped:
            print(f"{record.write_stamp(plan.tree, row)}: sets up this configuration, and says that it was proved")
    return found


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted")

"""The configurations in which the kernel is proved: capacities, the width of ticks, how plans are
kept, and the data model of the machine.
"""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

# Frama-C's names for the machines, and what people call them.
MACHINES = {"x86_64": "64-bit pointers and long", "x86_32": "32-bit pointers and long"}

_CAPACITIES = ("RTMR_SLOTS", "RTMR_JOBS", "RTMR_TASKS")
_TICK_BITS = "RTMR_TICK_BITS"
_RUNS = "RTMR_WITH_RUNS"
PARTS = (
    _RUNS,
    "RTMR_WITH_WHAT_IF",
    "RTMR_WITH_STORED_VECTORS",
    "RTMR_WITH_LATENCY",
    "RTMR_WITH_SLOT_CHANGES",
    "RTMR_WITH_PROMISE_CHANGES",
    "RTMR_WITH_RESTORE",
    "RTMR_WITH_TOKENS",
)
# As kernel/rtmr_config.h has them.
_DEFAULTS = {
    **dict(zip(_CAPACITIES, (16, 16, 256))),
    _TICK_BITS: 64,
    **dict.fromkeys(PARTS, 1),
    "RTMR_WITH_STORED_VECTORS": 0,
}
_TIME_MAX = {64: "1 << 60", 32: "1 << 28"}  # as kernel/rtmr.h has it


class BadConfiguration(Exception):
    """A configuration cannot be understood."""


@dataclasses.dataclass(frozen=True)
class Configuration:
    """What differs from the defaults of kernel/rtmr_config.h, and a machine."""

    name: str = "default"
    machine: str = "x86_64"
    settings: tuple[tuple[str, int], ...] = ()

    @property
    def shipped(self) -> dict[str, str]:
        """The macros that a build in this configuration defines."""
        return {name: str(value) for name, value in self.settings}

    @property
    def macros(self) -> dict[str, str]:
        """The macros that Frama-C is given: logic wants literals for RTMR_PLACES, RTMR_JOBS + 2,
        and for RTMR_RUNS, a quarter more than there are slots.
        """
        slots = self.values["RTMR_SLOTS"]
        return {
            **self.shipped,
            "RTMR_PLACES": str(self.values["RTMR_JOBS"] + 2),
            "RTMR_RUNS": str(slots + slots // 4 + 1),
        }

    @property
    def constants(self) -> dict[str, str]:
        """The capacities and the last instant, as Frama-C prints them in a clause."""
        return {
            **{name: str(self.values[name]) for name in _CAPACITIES},
            "RTMR_TIME_MAX": _TIME_MAX[self.values[_TICK_BITS]],
        }

    @property
    def with_runs(self) -> bool:
        """Plans are made on sorted runs, not on a heap."""
        return self.values[_RUNS] != 0

    @property
    def whole(self) -> bool:
        """No part is left out, but that a heap may take the place of sorted runs."""
        return all(self.values[part] for part in PARTS if part != _RUNS)

    @property
    def values(self) -> dict[str, int]:
        """Every setting."""
        return {**_DEFAULTS, **dict(self.settings)}

    def __str__(self) -> str:
        settings = " ".join(f"{name}={value}" for name, value in self.settings) or "default settings"
        return f"{self.name}: {settings}, {MACHINES[self.machine]}"


def _capacities(slots: int, jobs: int, tasks: int) -> tuple[tuple[str, int], ...]:
    return tuple(zip(_CAPACITIES, (slots, jobs, tasks)))


def _full(**parts: int) -> tuple[tuple[str, int], ...]:
    """All parts but those named, and room for a small cluster."""
    return (*_capacities(64, 32, 4096), *{**dict.fromkeys(PARTS, 1), **parts}.items())


# What is proved unless another is asked for: all parts.
FULL = Configuration("full", "x86_64", _full())

# The build with nothing that can be left out.
SMALLEST = Configuration("smallest", "x86_64", _full(**dict.fromkeys(PARTS, 0)))

# What `make prove-all` proves beside the full one.
OTHERS = (
    Configuration("default"),  # as it ships
    Configuration("32-bit", "x86_32", _full()),
    Configuration("narrow", "x86_32", (*_full(), (_TICK_BITS, 32))),
    Configuration("small", "x86_32", (*_capacities(8, 4, 64), *_full(**{_RUNS: 0})[3:])),
    Configuration("large", "x86_64", (*_capacities(4096, 1024, 1048576), *_full()[3:])),
    *(
        Configuration(
            f"without-{part.removeprefix('RTMR_WITH_').lower().replace('_', '-')}", "x86_64", _full(**{part: 0})
        )
        for part in PARTS
        if part != _RUNS
    ),
    SMALLEST,
)

KNOWN = {configuration.name: configuration for configuration in (FULL, *OTHERS)}


def read(text: str) -> Configuration:
    """A configuration by its name, or as assignments: RTMR_SLOTS=16 RTMR_JOBS=8 RTMR_TASKS=256
    RTMR_TICK_BITS=32 RTMR_WITH_RUNS=0 MACHINE=x86_32.
    """
    if text in KNOWN:
        return KNOWN[text]
    values = _assignments(text.split())
    machine = values.pop("MACHINE", FULL.machine)
    if machine not in MACHINES:
        raise BadConfiguration(f"MACHINE={machine}: expected {' or '.join(MACHINES)}")
    settings = []
    for name, value in sorted(values.items()):
        if name not in _DEFAULTS:
            raise BadConfiguration(f"{name}: expected {', '.join(_DEFAULTS)} or MACHINE")
        if name in PARTS and value not in ("0", "1"):
            raise BadConfiguration(f"{name}={value}: expected 0 or 1")
        if name == _TICK_BITS and value not in ("32", "64"):
            raise BadConfiguration(f"{name}={value}: expected 32 or 64")
        if name not in PARTS and not re.fullmatch(r"[1-9]\d{0,9}", value):
            raise BadConfiguration(f"{name}={value}: expected a whole number above 0")
        settings.append((name, int(value)))
    return Configuration("as given", machine, tuple(settings))


def _assignments(words: Sequence[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadConfiguration(f"{word}: expected one of {', '.join(KNOWN)}, or NAME=VALUE")
        if name in values:
            raise BadConfiguration(f"{name}: given twice")
        values[name] = value
    if not values:
        raise BadConfiguration(f"nothing given: expected one of {', '.join(KNOWN)}, or NAME=VALUE")
    return values

"""The gaps that may be there: justified.toml against what was measured."""
import tomllib
from typing import NamedTuple


class Justification(NamedTuple):
    """Why a test cannot do these things with a condition of a function."""
    function: str
    text: str
    gaps: tuple
    reason: str

    def __str__(self):
        return f"{self.function}, `{self.text}`"


def read(path):
    entries = tomllib.loads(path.read_text()).get("gap", [])
    return [Justification(entry["function"], entry["text"], tuple(entry["gaps"]), entry["reason"]) for entry in entries]


def complaints(justifications, gaps):
    """Gaps without a justification, justifications without a gap or a reason."""
    allowed = {(entry.function, entry.text, what): entry for entry in justifications for what in entry.gaps}
    found = {(gap.function, gap.text, gap.what) for gap in gaps}
    wrong = [str(gap) for gap in gaps if (gap.function, gap.text, gap.what) not in allowed]
    wrong += [
        f"{entry}: the justification of \"{key[-1]}\" is not needed" for key, entry in allowed.items()
        if key not in found
    ]
    wrong += [f"{entry}: no reason is given" for entry in justifications if not entry.reason]
    return wrong

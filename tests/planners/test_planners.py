"""Plans on sorted runs and plans on a heap: the same calls are answered alike. `make
compare-planners` makes a million calls.
"""
import pathlib
import re
import secrets
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPARE = ROOT / "build/planners/compare"


def compare(*arguments):
    """What the comparison prints; it ends well."""
    done = subprocess.run([COMPARE, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{arguments} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


class PlannersTest(unittest.TestCase):
    """Short forms of `make compare-planners`."""

    def test_sample(self):
        """100,000 calls; every call is carried out and refused, and every refusal comes."""
        table = dict(re.findall(r"^(\w+) +(.*)$", compare(100000, 1), re.MULTILINE))
        done = {name: dict(zip(("done", "refused", "offered", "violation"), map(int, table[name].split())))
                for name in ("submit", "what_if", "renew", "slot_drain", "extend", "set_estimate", "advance", "restore",
                             "slot_lost", "fail", "dispatch", "finish", "withdraw", "suspend", "abort", "slot_add")}
        for name in ("submit", "what_if", "renew"):
            self.assertTrue(all(done[name][what] > 100 for what in ("done", "refused", "offered")), done[name])
        for name in ("slot_drain", "extend", "set_estimate"):
            self.assertTrue(done[name]["done"] > 100 and done[name]["refused"] > 5, done[name])
        for name in ("advance", "restore", "slot_lost", "fail"):
            self.assertGreater(done[name]["violation"], 10, name)
        for name in ("dispatch", "finish", "withdraw", "suspend", "abort", "slot_add", "advance", "restore"):
            self.assertGreater(done[name]["done"], 100, name)

    def test_another_seed(self):
        """30,000 calls from a seed that is new each time"""
        seed = secrets.randbelow(2**31)
        print(f"seed {seed}")
        self.assertIn("no difference", compare(30000, seed))


if __name__ == "__main__":
    unittest.main()

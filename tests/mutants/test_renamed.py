"""The whole kernel under other names, in other files: every fingerprint stays."""
from __future__ import annotations

import pathlib
import random
import re
import tempfile
import unittest
from collections import Counter
from collections.abc import Mapping

from proofs.gate import configurations, framac
from proofs.mutants import catalogue, lexer
from tests.mutants.kernels import names, subject

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The operators look for the first word, which macros of spec/ call their parameter for a keyword,
# and for the macros that say clauses in contracts. The second is pasted.
KEPT = {"clause", "conjunct", "TOGETHER", "CLAUSE"}
WORD = re.compile(r'"(?:\\.|[^"\\\n])*"|(?<![\w\\])[A-Za-z_]\w*')  # or a string: what it says is no name


def others(words: set[str], texts: Mapping[str, str], chance: random.Random) -> dict[str, str]:
    """New names for all of these, no two alike. What macros paste to keywords stays a beginning."""
    taken = {word for text in texts.values() for word in WORD.findall(text)}

    def other(word: str) -> str:
        while True:
            found = "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(3, 12)))
            found = found.upper() if word.isupper() else found.capitalize() if word[0].isupper() else found
            found += "_NONE" if word.endswith("_NONE") else ""
            if found not in taken:
                taken.add(found)
                return found

    found = {word: other(word) for word in sorted(words)}
    pasted = {part for text in texts.values() for part in re.findall(r"\b(\w+_) ?##", text) if part.isupper()}
    for part in sorted(pasted):
        beginning = other(part)
        found |= {word: beginning + word.removeprefix(part) for word in words | {part} if word.startswith(part)}
    return found


class RenamedTest(unittest.TestCase):
    """The fingerprints of all functions and of every mutant that there is."""

    def of_functions(self, texts: Mapping[str, str]) -> Counter[str]:
        """The fingerprints of functions."""
        found = subject(ROOT, texts)
        return Counter(found.fingerprints.of_function_alone(name) for name in found._evidence.expected)

    def of_mutants(self, texts: Mapping[str, str]) -> Counter[tuple[str, str]]:
        """The fingerprints of mutants, and what picks one."""
        with tempfile.TemporaryDirectory() as directory:
            tree = pathlib.Path(directory)
            (tree / "hand_written.toml").touch()
            for file, text in texts.items():
                (tree / file).parent.mkdir(parents=True, exist_ok=True)
                (tree / file).write_text(text, encoding="utf-8")
            found = subject(tree, texts)
            mutants = catalogue.Catalogue(found, tree / "hand_written.toml").mutants
        return Counter((found.fingerprints.of_mutant(one), found.fingerprints.rank(one)) for one in mutants)

    def test_every_fingerprint_stays(self) -> None:
        seed = random.randrange(10**6)
        chance = random.Random(seed)
        texts = lexer.what_counts(ROOT, framac.all_sources(ROOT), configurations.FULL.macros)
        words = {word for word in names(texts) if WORD.fullmatch(word)} - KEPT
        other = others(words, texts, chance)
        files = sorted(texts)
        chance.shuffle(files)
        renamed = {}
        for number, file in enumerate(files):
            path = pathlib.PurePath(file)
            moved = str(pathlib.PurePath(path.parts[0], chance.choice(["", "x", "y/z"]), f"f{number}{path.suffix}"))
            renamed[moved] = "/* A comment. */\n\n" + WORD.sub(
                lambda word: other.get(word.group(), word.group()), texts[file]
            )
        for what, of in (("functions", self.of_functions), ("mutants", self.of_mutants)):
            before, after = of(texts), of(renamed)
            print(f"{(before & after).total()} of {before.total()} fingerprints of {what} "
                  f"stay when {len(other)} names change (seed {seed})")
            self.assertGreater(before.total(), 400)
            self.assertEqual(before, after, f"seed {seed}")

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
from kernels import names, subject

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What macros of spec/ call the parameter for a clause's keyword, and what they say of conjuncts: the mutants look for the first.
KEPT = {"clause", "conjunct"}
WORD = re.compile(r"(?<![\w\\])[A-Za-z_]\w*")


def others(words: set[str], texts: Mapping[str, str], chance: random.Random) -> dict[str, str]:
    """Other names for all of these, no two alike, none of which is there. What is pasted to keywords stays a beginning."""
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
    for part in pasted:
        beginning = other(part)
        found |= {word: beginning + word.removeprefix(part) for word in words | {part} if word.startswith(part)}
    return found


class RenamedTest(unittest.TestCase):
    """The fingerprints of all functions and of every mutant that there is."""

    def fingerprints(self, texts: Mapping[str, str]) -> tuple[Counter[str], Counter[tuple[str, str]]]:
        """Those of functions, and those of mutants with what picks one."""
        with tempfile.TemporaryDirectory() as directory:
            tree = pathlib.Path(directory)
            (tree / "hand_written.toml").touch()
            for file, text in texts.items():
                (tree / file).parent.mkdir(parents=True, exist_ok=True)
                (tree / file).write_text(text, encoding="utf-8")
            found = subject(tree, texts)
            mutants = catalogue.Catalogue(found, tree / "hand_written.toml").mutants
        prints = found.fingerprints
        functions = Counter(prints.of_function_alone(name) for name in found._evidence.expected)
        return functions, Counter((prints.of_mutant(one), prints.rank(one)) for one in mutants)

    def test_every_fingerprint_stays(self) -> None:
        seed = random.randrange(10**6)
        chance = random.Random(seed)
        texts = lexer.what_counts(ROOT, framac.all_sources(ROOT), configurations.DEFAULT.macros)
        words = {word for word in names(texts) if WORD.fullmatch(word)} - KEPT
        other = others(words, texts, chance)
        files = sorted(texts)
        chance.shuffle(files)
        renamed = {}
        for number, file in enumerate(files):
            path = pathlib.PurePath(file)
            moved = str(pathlib.PurePath(path.parts[0], chance.choice(["", "x", "y/z"]), f"f{number}{path.suffix}"))
            renamed[moved] = "/* A comment. */\n\n" + WORD.sub(lambda word: other.get(word.group(), word.group()), texts[file])
        before, after = self.fingerprints(texts), self.fingerprints(renamed)
        for what, one, two in zip(("functions", "mutants"), before, after):
            print(f"{(one & two).total()} of {one.total()} fingerprints of {what} stay when {len(other)} names change (seed {seed})")
            self.assertGreater(one.total(), 500)
            self.assertEqual(one, two, f"seed {seed}")
        # A single change does not go unnoticed.
        file = chance.choice([file for file in files if file.endswith(".c") and "return" in texts[file]])
        changed = texts | {file: re.sub(r"\breturn\b", "break; return", texts[file], count=1)}
        self.assertNotEqual(self.fingerprints(changed)[0], before[0], f"seed {seed}")


if __name__ == "__main__":
    unittest.main()

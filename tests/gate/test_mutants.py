"""The lists of mutants fit the sources: a run of mutants reads them first, and is rare."""
import pathlib

import pytest

from proofs.mutants import justified
from proofs.mutants.catalogue import Catalogue, the_list
from proofs.mutants.journal import Journal
from proofs.mutants.subject import Subject

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTS = ROOT / "proofs/mutants"


@pytest.fixture(scope="module", name="subject")
def fixture_subject():
    return Subject(ROOT, ROOT / "proofs/claims.toml")


@pytest.fixture(scope="module", name="catalogue")
def fixture_catalogue(subject):
    return Catalogue(subject, LISTS / "hand_written.toml")  # complains of a snippet that is not there


def test_justified_mutants_are_there(catalogue):
    justified.read(LISTS / "justified.toml", catalogue.mutants)


def test_promises_that_are_to_fail_are_there(subject, catalogue):
    named = {clause for mutant in catalogue.mutants for clause in mutant.clauses if ".ensures_" in clause}
    assert named and sorted(named - subject.promises) == []


def test_each_mutant_is_of_what_is_defined(subject, catalogue):
    assert the_list(catalogue.mutants, lambda _: False, Journal(LISTS / "none yet", subject).rank)

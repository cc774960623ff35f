"""What the theorem and the clients call promises no more than the interface.

proofs/theorem/environment.c and proofs/theorem/clients.c call what stands behind the functions of
kernel/rtmr.h, which call just that once pointers, context and stage are found in order. So whatever
they are promised must stand in the contract of the interface, word for word.
"""
from __future__ import annotations

import pathlib
import re
import unittest

from proofs.gate import configurations
from proofs.mutants import lexer, structure
from proofs.mutants.structure import Function

ROOT = pathlib.Path(__file__).resolve().parents[2]
INTERFACE = ("kernel/rtmr.c", "kernel/rtmr_slots.c", "kernel/rtmr_promises.c")
HEADERS = ("kernel/requests.h", "kernel/dispatch.h", "kernel/offer.h", "kernel/clock.h", "kernel/slot_changes.h",
           "kernel/renewal.h", "kernel/work_changes.h", "kernel/suspension.h")
PROGRAMS = ("proofs/theorem/environment.c", "proofs/theorem/clients.c", "proofs/theorem/progress.c",
            "proofs/examples/first_run.c", "proofs/examples/corrected_run.c", "proofs/examples/refused_run.c")

# By function of the interface, what it calls when all is in order.
BEHIND = {
    "rtmr_submit": ("rtmr_request_job",),
    "rtmr_what_if": ("rtmr_request_opinion",),
    "rtmr_withdraw": ("rtmr_request_withdrawal",),
    "rtmr_offer": ("rtmr_find_offer",),
    "rtmr_dispatch": ("rtmr_dispatch_map", "rtmr_dispatch_reduce"),
    "rtmr_finish": ("rtmr_complete",),
    "rtmr_advance": ("rtmr_move_clock",),
    "rtmr_slot_lost": ("rtmr_lose_slot",),
    "rtmr_fail": ("rtmr_fail_task",),
    "rtmr_slot_drain": ("rtmr_drain_slot",),
    "rtmr_slot_add": ("rtmr_add_slot",),
    "rtmr_renew": ("rtmr_renew_promise",),
    "rtmr_extend": ("rtmr_extend_task",),
    "rtmr_set_estimate": ("rtmr_change_estimate",),
    "rtmr_suspend": ("rtmr_suspend_promise",),
    "rtmr_abort": ("rtmr_abort_job",),
}
# The interface says of each stage what one of two functions promises of its own.
OF_A_STAGE = {
    "DISPATCH ( ensures , map_ , stage == RTMR_MAP ,":
    "DISPATCH ( ensures , , \\true ,",
    "DISPATCH ( ensures , reduce_ , stage != RTMR_MAP ,":
    "DISPATCH ( ensures , , \\true ,",
    "WAITS_DISPATCHED ( ensures , map_ , stage == RTMR_MAP ,":
    "WAITS_DISPATCHED ( ensures , , \\true ,",
    "WAITS_DISPATCHED ( ensures , reduce_ , stage != RTMR_MAP ,":
    "WAITS_DISPATCHED ( ensures , , \\true ,",
    "ensures map_other : stage != RTMR_MAP ==> STAGE_WAITS ( k -> map ) && "
    "OtherRuns ( g -> job . map , \\old ( g -> job . map ) , - 1 ) ;":
    "ensures stage : STAGE_WAITS ( k -> map ) ;",
    "ensures reduce_other : stage == RTMR_MAP ==> STAGE_WAITS ( k -> reduce ) && "
    "OtherRuns ( g -> job . reduce , \\old ( g -> job . reduce ) , - 1 ) ;":
    "ensures stage : STAGE_WAITS ( k -> reduce ) ;",
}
# What is promised in other words: SUBMISSION's `untouched` is this in one word.
SAID_OTHERWISE = {
    "ensures kept : \\result != RTMR_OK ==> TABLE_SAME ( * k , \\old ( * k ) ) ;":
    "SUBMISSION ( ensures , * k , * job , * decision , * g )"
}


def functions(file: str) -> dict[str, Function]:
    """The functions of a file that have a contract there, or a body."""
    source = lexer.without_definitions(lexer.what_counts(ROOT, [file], configurations.FULL.macros)[file])
    return {
        found.name: found
        for found in structure.functions(source, lexer.read(source)) if found.contract or found.body
    }


def said(function: Function, behaviors: tuple[str, ...] = ("",)) -> set[str]:
    """What a contract promises in its general part, and in one of its behaviors; and what it may
    write."""
    found = set()
    behavior = ""
    for clause in structure.clauses(function.contract):
        text = _alone(clause)
        if clause.kind == "behavior":
            behavior = text.split()[1]
        elif behavior in behaviors and (clause.is_macro or clause.kind in ("ensures", "assigns")):
            found.add(text)
    return found


def _alone(clause: structure.Clause) -> str:
    """A clause as it is said where it does not stand together with others."""
    words = [token.text for token in clause.tokens]
    if words[:4] == ["CLAUSE", "(", "conjunct", ","]:
        words = [clause.kind, words[4], ":", *words[6:-1], ";"]
    elif words[1:3] == ["(", "conjunct"]:
        words[2] = clause.kind
    return " ".join(words)


def written(promises: set[str]) -> set[str]:
    """What the assigns clauses among some name."""
    return {" ".join(part.split()) for text in promises if text.startswith("assigns ")
            for part in re.split(r",(?![^(\[]*[)\]])", text.removeprefix("assigns ").removesuffix(";"))}


def beyond(own: set[str], promised: set[str]) -> list[str]:
    """What a function promises, or writes, that the interface does not say."""
    allowed = promised | {_of_a_stage(text) for text in promised}
    more = {text for text in own if not text.startswith("assigns ")} - allowed
    return sorted({text
                   for text in more if SAID_OTHERWISE.get(text) not in promised} | (written(own) - written(promised)))


def _of_a_stage(text: str) -> str:
    """What the interface promises of a stage, as the function of that stage says it."""
    for there, here in OF_A_STAGE.items():
        if text.startswith(there):
            return here + text.removeprefix(there)
    return text


class InterfaceTest(unittest.TestCase):
    """kernel/rtmr.h and what stands behind it."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.interface = {name: function for file in INTERFACE for name, function in functions(file).items()}
        cls.behind = {name: function for file in HEADERS for name, function in functions(file).items()}

    def test_nothing_is_promised_beyond_the_interface(self) -> None:
        for name, calls in BEHIND.items():
            for call in calls:
                with self.subTest(interface=name, behind=call):
                    own = said(self.behind[call])
                    self.assertGreaterEqual(len(own), 2)
                    self.assertEqual(beyond(own, said(self.interface[name], ("", "call"))), [])

    def test_it_would_show(self) -> None:
        """less in the interface, or more behind it, is found"""
        for name, calls in BEHIND.items():
            promised = said(self.interface[name], ("", "call"))
            for call in calls:
                own = said(self.behind[call])
                self.assertEqual(beyond(own | {"ensures more : \\true ;"}, promised), ["ensures more : \\true ;"])
                self.assertEqual(beyond(own | {"assigns k -> more ;"}, promised), ["k -> more"])
                self.assertNotEqual(beyond(own, said(self.interface[name])), [], name)

    def test_just_that_is_called(self) -> None:
        """the body ends with the call, and calls nothing else but the checks"""
        for name, calls in BEHIND.items():
            with self.subTest(name):
                body = " ".join(item.text for item in self.interface[name].body if hasattr(item, "text"))
                called = set(re.findall(r"(\w+) \(", body)) - {"if", "return"}
                self.assertEqual(called - {"rtmr_check_context", "rtmr_check_stage"}, set(calls))
                self.assertRegex(body, rf"return (stage == RTMR_MAP \? )?{calls[0]} \(")

    def test_every_call_of_the_programs_is_one_of_these(self) -> None:
        """what the theorem's program and the clients call in the kernel is the interface, or
        stands behind it"""
        known = {call for calls in BEHIND.values() for call in calls} | self.interface.keys()
        seen = set()
        for file in PROGRAMS:
            for function in functions(file).values():
                if not function.is_ghost and function.body is not None:
                    body = " ".join(item.text for item in function.body if hasattr(item, "text"))
                    called = set(re.findall(r"(\w+) \(", body)) & (self.behind.keys() | self.interface.keys())
                    self.assertLessEqual(called, known, f"{file}: {function.name}")
                    seen |= called
        self.assertEqual({name for name, calls in BEHIND.items() if not seen & {name, *calls}}, set())

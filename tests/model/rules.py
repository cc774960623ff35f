"""What a model scheduler does at each point where the papers can be read in more than one way.

The defaults are the corrected rules, which the kernel must follow. Every other value is a rule as
the papers print it (or as they can be read), kept so that its consequence can be shown:
test_slips.py.
"""
import collections
import dataclasses

EXACT, SATU, NONE = "exact", "satu", "none"
EDF, FLOOR, FIFO = "edf", "floor", "fifo"

# The pairs of feedback and order that are sound; EDF by Algorithms I-III is not.
LEGAL_PAIRS = [(EXACT, EDF), (EXACT, FLOOR), (EXACT, FIFO), (SATU, FLOOR), (SATU, FIFO), (NONE, FLOOR), (NONE, FIFO)]


# Ticks to add per map task, per reduce task, between now and the first start, and between the two
# stages.
Pads = collections.namedtuple("Pads", "map reduce arrival barrier")


def sound_pads(latency, reduces_per_node):
    """What heartbeats cost. A task's end is noticed one interval late. A node takes the next map
    when it reports one, so only the first map of an idle slot waits, one interval. Reduces go to
    whichever node reports first, and reserved slots stay idle between its reports, so every reduce
    may wait for its slot: one interval, and as many as a node has reduce slots if it gets one
    reduce per heartbeat.
    """
    return Pads(latency, (reduces_per_node + 1) * latency, latency, 0)


@dataclasses.dataclass(frozen=True)
class Rules:
    feedback: str = EXACT
    order: str = EDF
    delta: int = 0              # threshold of Algorithm V line 7
    latency: int = 0            # H: heartbeat interval
    reduces_per_node: int = 1   # r: reduce slots of a node, which gets one reduce task per heartbeat

    # Algorithm IV line 10. ">=": stop when all idle slots are reserved. Printed: ">", stop one slot
    # later.
    reserve: str = ">="
    # When a job has started. "any": a task of it was dispatched. Printed: "map", a map task was.
    started: str = "any"
    # The instant before which no map is planned. "now" (Algorithm II line 4). In Proof-1: "arrival"
    # of the job.
    clock: str = "now"
    # MAX(T, release) in the proofs raises the whole vector, Algorithms II and III the entry that is
    # used.
    raise_whole: bool = False
    # Predecessor of a new job at the head of the queue. "last_unfinished": the one before it in
    # plan order. Printed: "latest_started", which is nil once that job has finished.
    predecessor: str = "last_unfinished"
    # What Algorithm V re-estimates of a successor: tasks that are "unfinished", "undispatched", or
    # "all" of them (printed).
    reestimate: str = "unfinished"
    # What Algorithm V line 6 compares with the actual finish: the "recorded" estimate. Printed:
    # "recomputed".
    compared: str = "recorded"
    # Algorithm V line 7. Printed there ">=", in the prose ">".
    threshold: str = ">="
    # e_m and e. "max": the latest end of the stage's tasks. Printed: "last", the end of the task
    # planned last. In Proof-2: "largest", the largest entry of the vector.
    stage_end: str = "max"

    # Pads for heartbeats; None: the sound ones of sound_pads(). Less must fail: test_latency.py.
    pads: "Pads" = None

    def padding(self):
        return self.pads or sound_pads(self.latency, self.reduces_per_node)

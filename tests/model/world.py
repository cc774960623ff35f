"""The world around a scheduler: slots that run tasks, a clock, arrivals. It knows the true
durations.

run_instant() is the instant mode: the scheduler learns of everything when it happens.
run_heartbeats() lets it learn of finishes and assign tasks only at the heartbeats of nodes.
Durations are at least 1, so nothing can end in the instant in which it began. Both work with the
model, the kernel, or the two side by side (lockstep.py).
"""
import collections

from tests.model.naive import ACCEPTED, MAP, REDUCE, Request

# One job in the notation of the theorem document: an estimate is one number for the stage, or one
# per task.
Spec = collections.namedtuple("Spec", "arrival deadline map_estimate reduce_estimate map_durations reduce_durations")
# Takes the job with this index in the list of jobs back at this instant, if it was accepted and has
# not started.
Withdrawal = collections.namedtuple("Withdrawal", "instant index")
# The slots of a node and its heartbeats at phase, phase + interval, ...
Node = collections.namedtuple("Node", "map_slots reduce_slots phase")


def request_of(spec):
    def estimates(estimate, durations):
        return tuple(estimate) if isinstance(estimate, (list, tuple)) else (estimate,) * len(durations)
    return Request(estimates(spec.map_estimate, spec.map_durations),
                   estimates(spec.reduce_estimate, spec.reduce_durations), spec.deadline)


class Outcome:
    """What became of one job."""
    def __init__(self, spec):
        self.spec = spec
        self.decision = None
        self.estimate = None        # e, last recorded before it finished
        self.finish = None          # when its last task was reported
        self.withdrawn = False

    @property
    def accepted(self):
        return self.decision.reason == ACCEPTED

    @property
    def broken(self):
        """Whether the theorem failed for this job: finished by e, and e not above the deadline."""
        return self.accepted and not self.withdrawn and not self.finish <= self.estimate <= self.spec.deadline


class World:
    """Runs the jobs on the slots as the scheduler says; checks that no slot and no task is used
    twice."""
    def __init__(self, scheduler, specs, slots):
        self.scheduler = scheduler
        self.outcomes = [Outcome(spec) for spec in specs]
        self.of_handle = {}                                 # handle: (outcome, durations not yet begun)
        self.slots = ([None] * slots[MAP], [None] * slots[REDUCE])   # None or (end, serial number, handle)
        self.idle_since = ([0] * slots[MAP], [0] * slots[REDUCE])
        self.unfinished_maps = {}
        self.dispatches = 0
        self.now = 0

    def advance(self, instant):
        self.now = instant
        self.scheduler.advance(instant)

    def submit(self, outcome):
        spec = outcome.spec
        decision = outcome.decision = self.scheduler.submit(request_of(spec))
        if decision.reason != ACCEPTED:
            return
        outcome.estimate = decision.estimated_finish
        self.of_handle[decision.job] = outcome, (list(spec.map_durations), list(spec.reduce_durations))
        self.unfinished_maps[decision.job] = len(spec.map_durations)
        if not spec.map_durations and not spec.reduce_durations:
            outcome.finish = self.now

    def withdraw(self, outcome):
        if outcome.decision and outcome.accepted and not outcome.withdrawn:
            outcome.withdrawn = self.scheduler.withdraw(outcome.decision.job) is None

    def report_finishes(self, among, by):
        """Reports the tasks that have ended by this instant on these (stage, slot), in the order
        of their dispatch."""
        ended = [(self.slots[stage][slot][1], stage, slot) for stage, slot in among
                 if self.slots[stage][slot] and self.slots[stage][slot][0] <= by]
        for _, stage, slot in sorted(ended):
            handle = self.slots[stage][slot][2]
            self.slots[stage][slot] = None
            self.idle_since[stage][slot] = self.now
            self.unfinished_maps[handle] -= stage == MAP
            report = self.scheduler.finish(stage, slot)
            assert report.job == handle
            outcome = self.of_handle[handle][0]
            if report.job_done:
                outcome.estimate = report.estimated_finish
                outcome.finish = self.now

    def dispatch(self, stage, slots, at_most=None):
        """Starts what is offered on the idle ones of these slots, the first given first."""
        idle = [slot for slot in slots if self.slots[stage][slot] is None]
        for slot in idle[:at_most]:
            if self.scheduler.offer(stage) is None:
                break
            handle = self.scheduler.dispatch(stage, slot).job
            assert stage == MAP or self.unfinished_maps[handle] == 0
            duration = self.of_handle[handle][1][stage].pop(0)
            self.slots[stage][slot] = self.now + duration, self.dispatches, handle
            self.dispatches += 1

    def ends(self):
        return [entry[0] for stage in self.slots for entry in stage if entry]

    def everything_finished(self):
        return all(o.finish is not None for o in self.outcomes if o.accepted and not o.withdrawn)


def happenings(world, withdrawals):
    """What the script says, by instant: arrivals in file order, then withdrawals."""
    script = collections.defaultdict(list)
    for outcome in world.outcomes:
        script[outcome.spec.arrival].append((world.submit, outcome))
    for withdrawal in withdrawals:
        script[withdrawal.instant].append((world.withdraw, world.outcomes[withdrawal.index]))
    return script


def perform(script, instant):
    for act, outcome in script.pop(instant, ()):
        act(outcome)


def run_instant(scheduler, specs, slots, withdrawals=()):
    """At one instant: finishes, arrivals and withdrawals, then dispatch of maps, then of
    reduces."""
    world = World(scheduler, specs, slots)
    script = happenings(world, withdrawals)
    everywhere = [(stage, slot) for stage in (MAP, REDUCE) for slot in range(slots[stage])]
    while script or world.ends():
        world.advance(min(list(script) + world.ends()))
        world.report_finishes(everywhere, world.now)
        perform(script, world.now)
        for stage in (MAP, REDUCE):
            world.dispatch(stage, range(slots[stage]))
    assert world.everything_finished()
    return world.outcomes


def run_heartbeats(scheduler, specs, nodes, interval, heartbeats_last, withdrawals=()):
    """A node reports its finishes and gets tasks at its heartbeats only: any maps, but one reduce
    at most.

    The reduce goes to the slot that has been idle longest: so each waits at most one heartbeat per
    reduce slot of its node. Heartbeats of one instant come in list order, either after all else
    that happens at that instant, or before it, so that they miss it by a hair.
    """
    slots = (sum(len(node.map_slots) for node in nodes), sum(len(node.reduce_slots) for node in nodes))
    world = World(scheduler, specs, slots)
    script = happenings(world, withdrawals)

    def heartbeat(node):
        world.report_finishes([(MAP, slot) for slot in node.map_slots] +
                              [(REDUCE, slot) for slot in node.reduce_slots],
                              world.now if heartbeats_last else world.now - 1)
        world.dispatch(MAP, node.map_slots)
        world.dispatch(REDUCE, sorted(node.reduce_slots, key=lambda slot: world.idle_since[REDUCE][slot]), at_most=1)

    beats = [node.phase for node in nodes]
    while script or not world.everything_finished():
        world.advance(min(list(script) + beats))
        if heartbeats_last:
            perform(script, world.now)
        for k, node in enumerate(nodes):
            if beats[k] == world.now:
                heartbeat(node)
                beats[k] += interval
        perform(script, world.now)
    return world.outcomes

-- The tables of a store (store.db). Everything that was promised, and everything that happened, can
-- be read from here with sqlite3 alone.
--
-- Ticks are milliseconds since the store was made: see `last_commit`. 9223372036854775807 stands for
-- "never": there is no such instant. A column that means nothing for a row is NULL.
-- PRAGMA application_id is 0x52544d52 ("RTMR"), PRAGMA user_version is STORE_VERSION.

-- With what the kernel was initialised, and whose snapshots the store has. One row; it changes when
-- another release takes the store over.
CREATE TABLE meta (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    made_wall INTEGER NOT NULL,     -- when, ms since 1970
    rtmr_version TEXT NOT NULL,     -- of the kernel that made it or took it over, RTMR_VERSION
    context_tag INTEGER NOT NULL,   -- RTMR_CONTEXT_TAG: its version, capacities and parts
    context_size INTEGER NOT NULL,  -- sizeof(struct rtmr)
    slots_capacity INTEGER NOT NULL, -- RTMR_SLOTS, of each stage
    jobs_capacity INTEGER NOT NULL,  -- RTMR_JOBS, unfinished
    tasks_capacity INTEGER NOT NULL, -- RTMR_TASKS, unfinished, of each stage
    -- struct rtmr_setup
    map_slots INTEGER NOT NULL,     -- at the beginning
    reduce_slots INTEGER NOT NULL,
    feedback INTEGER NOT NULL,      -- 0: exact projection, 1: satu, 2: none
    job_order INTEGER NOT NULL,     -- 0: default, 1: floor, 2: EDF, 3: FIFO; by default EDF
    delta INTEGER NOT NULL,
    latency INTEGER NOT NULL,       -- H, ms
    reduces_per_node INTEGER NOT NULL,
    counter_offer INTEGER NOT NULL  -- not 0: refusals carry the earliest deadline that would do
) STRICT;

-- What the last commit has left: the clock, and how far the numbers have come. One row.
CREATE TABLE last_commit (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    boot_id TEXT NOT NULL,               -- the boot in which it was
    boottime_of_tick_0 INTEGER NOT NULL, -- ms of CLOCK_BOOTTIME of that boot; may be negative
    tick INTEGER NOT NULL,               -- when it was
    wall INTEGER NOT NULL,               -- the same, ms since 1970
    last_call INTEGER NOT NULL,          -- 0: there is none
    last_attempt INTEGER NOT NULL
) STRICT;

-- Jobs that were accepted.
CREATE TABLE jobs (
    job INTEGER PRIMARY KEY,     -- the kernel's handle: 1, 2, ...
    uid INTEGER NOT NULL,
    gid INTEGER NOT NULL,
    name TEXT NOT NULL,
    maps INTEGER NOT NULL,       -- tasks
    reduces INTEGER NOT NULL,
    map_estimate INTEGER NOT NULL,    -- ms of one task, as submitted
    reduce_estimate INTEGER NOT NULL,
    submitted INTEGER NOT NULL,  -- ticks
    deadline INTEGER NOT NULL,   -- ticks; as submitted, or renewed last
    deadline_wall INTEGER NOT NULL, -- what that was for the user when it was set, ms since 1970
    promised INTEGER NOT NULL,   -- ticks: e, as it was told when it was accepted, or renewed last
    map_command TEXT,            -- JSON arrays of strings
    reduce_command TEXT,
    directory TEXT,
    environment TEXT,            -- a JSON object of strings
    on_overrun TEXT NOT NULL CHECK (on_overrun IN ('extend', 'kill', 'flag')),
    grace INTEGER NOT NULL,      -- ms, most that a task may take beyond its estimate
    retries INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'finished', 'aborted')),
    ended INTEGER,               -- ticks; not of an active job
    flagged INTEGER NOT NULL,    -- 1: it has lost its promise
    reason TEXT                  -- why it was aborted or flagged
) STRICT;

CREATE INDEX jobs_active ON jobs (job) WHERE state = 'active';
CREATE INDEX jobs_by_name ON jobs (uid, name, job);

-- The journal: each call of the kernel that was not refused as an error, with its arguments and its
-- answer, in the order of the calls. Before a call at a tick that is after that of the kernel, the
-- clock was advanced to it without a violation.
--
-- kind          arguments                                   answers
-- advance       tick                                        overrun_tasks, flagged: a violation
-- submit        maps, reduces, their estimates, deadline    job
-- withdraw      job
-- dispatch      stage, slot                                 job, bound, token
-- finish        stage, slot, token                          job
-- fail          stage, slot, token                          job, overrun_tasks, flagged
-- renew         job, deadline
-- extend        stage, slot, bound                          job
-- set_estimate  job, stage, estimate
-- suspend       job                                         flagged
-- abort         job                                         flagged
-- slot_add      stage, slot
-- slot_drain    stage, slot
-- slot_lost     stage, slot                                 job, overrun_tasks, flagged
-- restore       tick                                        overrun_tasks, flagged
--
-- Of a call that was rejected, and changed nothing, also reason, late_job and late_by. Of submit and
-- renew, rejected or not, also estimated_finish and earliest_deadline, as the kernel answers them.
CREATE TABLE calls (
    call INTEGER PRIMARY KEY,    -- 1, 2, ...: also the number of the event
    tick INTEGER NOT NULL,       -- the kernel's instant during the call; advance, restore: behind it
    kind TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('ok', 'rejected', 'overrun', 'waiting', 'lost', 'failed')),
    uid INTEGER,                 -- whose request it was; NULL: the service's own doing
    job INTEGER REFERENCES jobs (job) DEFERRABLE INITIALLY DEFERRED,
    stage TEXT CHECK (stage IN ('map', 'reduce')),
    slot INTEGER,                -- 0, 1, ... of the stage
    task INTEGER,                -- dispatch, finish, fail: 0, 1, ... of the stage of the job
    maps INTEGER,                -- tasks
    reduces INTEGER,
    map_estimate INTEGER,        -- ms of one task
    reduce_estimate INTEGER,
    deadline INTEGER,            -- ticks
    estimate INTEGER,            -- ms
    bound INTEGER,               -- ticks: the task must be reported as finished by then
    token INTEGER,               -- names the dispatch on its slot
    estimated_finish INTEGER,    -- ticks: e; accepted: the promise; never: it has none
    reason TEXT CHECK (reason IN ('late', 'jobs_full', 'tasks_full', 'handles')),
    late_job INTEGER,            -- the job that would be late; 0: the one that was asked for
    late_by INTEGER,             -- ms behind its deadline; never: it has no end
    earliest_deadline INTEGER,   -- ticks: the first that would be accepted; never: none
    overrun_tasks INTEGER,       -- running tasks that were found over their bounds
    flagged TEXT,                -- a JSON array of jobs that lost their promise by it; NULL: none
    note TEXT                    -- for people: why the service made the call
) STRICT;

CREATE INDEX calls_of_job ON calls (job); -- also for the foreign key

-- Runs of tasks. The folder attempts/ATTEMPT has what each has written.
CREATE TABLE attempts (
    attempt INTEGER PRIMARY KEY, -- 1, 2, ...
    job INTEGER NOT NULL REFERENCES jobs (job) DEFERRABLE INITIALLY DEFERRED,
    stage TEXT NOT NULL CHECK (stage IN ('map', 'reduce')),
    task INTEGER NOT NULL,
    number INTEGER NOT NULL,     -- 0: the first attempt of the task
    slot INTEGER NOT NULL,
    token INTEGER NOT NULL,      -- that of the dispatch, in calls
    dispatched INTEGER NOT NULL, -- ticks
    bound INTEGER NOT NULL,      -- ticks: the kernel's, when it was dispatched
    state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'failed', 'killed', 'lost')),
    started INTEGER,             -- ticks; NULL: never, or not known
    ended INTEGER,               -- ticks; NULL: it runs
    exit_status INTEGER,         -- NULL: it has none
    signal INTEGER               -- NULL: none ended it
) STRICT;

CREATE INDEX attempts_of_job ON attempts (job);
CREATE INDEX attempts_running ON attempts (attempt) WHERE state = 'running';
CREATE INDEX attempts_ended ON attempts (ended);

-- States of the kernel, the newest two: how the state looks behind a call. An instance of `struct
-- rtmr`, zeros at its end left out. A restart begins with the newest, and plays the later calls.
CREATE TABLE snapshots (
    call INTEGER PRIMARY KEY,
    context BLOB NOT NULL
) STRICT;

#!/usr/bin/python3
"""Compares what the command prints with what it printed when it was last reviewed.

Each case is a command line; its output stands in this folder. `test_golden.py --update` writes the
outputs again: read the difference before you commit it.
"""
import pathlib
import subprocess
import sys
import tempfile

import pytest

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent

SAMPLE = "harness/workload/sample/sample.csv"
TINY = "harness/workload/sample/tiny.csv"
SMALL = "tests/golden/small.csv"
SWIM = "tests/golden/small.tsv"
SLOTS = "--map-slots 3 --reduce-slots 2"
ALL = "--scheduler rtmr,dc,fifo,edf"
HADOOP = "--scheduler fifo,fair,capacity,srt-fair,srt-capacity,lsps --slowstart 0.05"
QUESTION = "--job question,0,{},900,700,800;800,600"

# name -> command line; JOBS stands for a file, which is the output then: the per-job report or one
# for other tools
CASES = {
    "paper_rtmr": "paper rtmr --seeds 5",
    "paper_srt": "paper srt --seeds 2",
    "paper_lsps": "paper lsps --seeds 2",
    "paper_asrpt": "paper asrpt --seeds 5",
    "compare": "compare --workload I --all --seeds 3",
    "compare_users": "compare --workload lsps --cluster lsps --scheduler fifo,fair,lsps --slowstart 0.05 --seeds 3",
    "workload_I": f"run --workload I {ALL} --seeds 3",
    "workload_II": f"run --workload II {ALL} --seeds 3",
    "workload_II_normal": f"run --workload II-normal {ALL} --seeds 3",
    "sample": f"run --trace {SAMPLE} {ALL}",
    "sample_instant": f"run --trace {SAMPLE} {ALL} --heartbeat 0",
    "sample_learned": f"run --trace {SAMPLE} --scheduler rtmr,dc --estimator learned",
    "sample_faults": f"run --trace {SAMPLE} {ALL} --failure-rate 0.05 --overrun-rate 0.1 --overrun-factor 2.5",
    "faults": f"faults --trace {SAMPLE} --seeds 3",
    "faults_given": f"faults --trace {SMALL} {SLOTS} --seeds 2 --failure-rate 0.1 "
                    "--faults tests/golden/small_faults.csv",
    "sample_nodes": f"run --trace {SAMPLE} {ALL} --node-mtbf 600000 --node-mttr 60000 --slow-rate 0.2 --slow-factor 2",
    "jobs_faults": f"run --trace {SMALL} --scheduler rtmr {SLOTS} --jobs-csv JOBS "
                   "--faults tests/golden/small_faults.csv",
    "gantt_faults": f"run --trace {TINY} --scheduler rtmr --map-slots 4 --reduce-slots 2 --gantt --check "
                    "--faults tests/golden/tiny_faults.csv",
    "gantt_drains": f"run --trace {TINY} --scheduler rtmr --map-slots 4 --reduce-slots 2 --gantt --check "
                    "--faults tests/golden/tiny_drains.csv",
    "faults_drains": f"faults --trace {TINY} --map-slots 4 --reduce-slots 2 --seeds 2 --failure-rate 0.05 "
                     "--faults tests/golden/tiny_drains.csv",
    "sample_slowstart": f"run --trace {SAMPLE} --scheduler fifo,edf --slowstart 0.05",
    "sample_hadoop_020": f"run --trace {SAMPLE} {HADOOP} --hadoop 0.20",
    "sample_hadoop_021": f"run --trace {SAMPLE} {HADOOP}",
    "sample_hadoop_all": f"run --trace {SAMPLE} {HADOOP} --remote-factor 1.2 --locality-delay 4500 --speculation "
                         "--fifo-padding 0.01",
    "swim": f"run --trace {SWIM} {ALL}",
    "rumen": f"run --trace tests/golden/small_rumen.json {ALL} {SLOTS} --deadline-least 0",
    "jhist": f"run --trace tests/golden/small.jhist {ALL} {SLOTS} --deadline-least 0 --rumen-reduces shuffle",
    "synth": f"run --trace tests/golden/small_synth.json {ALL} {SLOTS} --deadline-least 0 --seeds 3",
    "sls": f"run --trace tests/golden/small_sls.json {ALL} {SLOTS} --deadline-least 0 --seeds 3",
    "swf": f"run --trace tests/golden/small.swf {ALL} {SLOTS} --deadline-least 0 --swf-reduce-share 0.3",
    "sacct": f"run --trace tests/golden/small_sacct.psv {ALL} {SLOTS} --deadline-least 0 --swf-pool group",
    "batsim": f"run --trace tests/golden/small_batsim.json {ALL} {SLOTS} --deadline-least 0 --swf-reduce-share 0.3",
    "batsim_jobs": f"run --trace {TINY} --scheduler rtmr --map-slots 4 --reduce-slots 2 --batsim-jobs JOBS",
    "batsim_schedule": f"run --trace {TINY} --scheduler rtmr --map-slots 4 --reduce-slots 2 --batsim-schedule JOBS",
    "perfetto": f"run --trace {TINY} --scheduler fifo --map-slots 4 --reduce-slots 2 --slowstart 0.5 --perfetto JOBS",
    "list": "list",
    "jobs_rtmr": f"run --trace {SMALL} --scheduler rtmr {SLOTS} --jobs-csv JOBS",
    "jobs_satu": f"run --trace {SMALL} --scheduler rtmr --feedback satu {SLOTS} --jobs-csv JOBS",
    "jobs_none": f"run --trace {SMALL} --scheduler rtmr --feedback none {SLOTS} --jobs-csv JOBS",
    "jobs_fifo_order": f"run --trace {SMALL} --scheduler rtmr --order fifo {SLOTS} --jobs-csv JOBS",
    "jobs_heartbeat": f"run --trace {SMALL} --scheduler rtmr --heartbeat 300 {SLOTS} --jobs-csv JOBS",
    "jobs_dc": f"run --trace {SMALL} --scheduler dc {SLOTS} --jobs-csv JOBS",
    "jobs_edf": f"run --trace {SMALL} --scheduler edf {SLOTS} --jobs-csv JOBS",
    "jobs_fifo": f"run --trace {SMALL} --scheduler fifo {SLOTS} --jobs-csv JOBS",
    "gantt_rtmr": f"run --trace {TINY} --scheduler rtmr --map-slots 4 --reduce-slots 2 --gantt",
    "gantt_heartbeat": f"run --trace {SMALL} --scheduler rtmr --heartbeat 300 {SLOTS} --gantt=40",
    "gantt_slowstart": f"run --trace {SMALL} --scheduler fifo --slowstart 0.05 {SLOTS} --gantt=100",
    "explain_accepted": f"explain --trace {SMALL} {SLOTS} --at 3000 " + QUESTION.format(9000),
    "explain_rejected": f"explain --trace {SMALL} {SLOTS} --at 3000 " + QUESTION.format(4000),
    "explain_satu": f"explain --trace {SMALL} {SLOTS} --feedback satu --at 3000 " + QUESTION.format(4000),
    "explain_none": f"explain --trace {SMALL} {SLOTS} --feedback none --at 3000 " + QUESTION.format(4000),
}


def output_of(line, program):
    """What the command line prints, or writes to JOBS."""
    with tempfile.TemporaryDirectory() as directory:
        jobs = pathlib.Path(directory) / "jobs.csv"
        arguments = [str(jobs) if word == "JOBS" else word for word in line.split()]
        done = subprocess.run([program, *arguments],
                              cwd=ROOT,
                              stdin=subprocess.DEVNULL,
                              capture_output=True,
                              check=True)
        return jobs.read_bytes() if jobs.exists() else done.stdout


@pytest.mark.parametrize("name", CASES)
def test_output(program, name):
    assert output_of(CASES[name], program).decode() == (FOLDER / f"{name}.txt").read_text()


if __name__ == "__main__" and sys.argv[1:] == ["--update"]:
    for case, command_line in CASES.items():
        (FOLDER / f"{case}.txt").write_bytes(output_of(command_line, ROOT / "build/rtmr"))

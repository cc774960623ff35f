"""A long history that was not lived: attempts that are written into a store while its service is
away.
"""
import contextlib
import sqlite3


def add_attempts(daemon, job, tasks, **columns):
    """An attempt that has finished for each (stage, task) of a job; returns their numbers. Columns
    of the job are changed as given."""
    with contextlib.closing(sqlite3.connect(daemon.store / "store.db")) as database, database:
        first = database.execute("SELECT last_attempt FROM last_commit").fetchone()[0] + 1
        numbers = range(first, first + len(tasks))
        database.executemany("INSERT INTO attempts VALUES (?, ?, ?, ?, 0, 0, 1, 1, 1, 'finished', 1, 2, 0, NULL)",
                             ((number, job, *task) for number, task in zip(numbers, tasks)))
        database.execute("UPDATE last_commit SET last_attempt = ?", (numbers[-1],))
        for column, value in columns.items():
            database.execute(f"UPDATE jobs SET {column} = ? WHERE job = ?", (value, job))
    return numbers


def has_written(daemon, attempt, text):
    """What an attempt has written to its standard output."""
    folder = daemon.store / "attempts" / str(attempt)
    folder.mkdir()
    (folder / "out").write_text(text)

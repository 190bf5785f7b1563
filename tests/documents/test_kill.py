from pathlib import Path

from tests.documents import kill_job


def test_killed_jobs_leave_nothing_half_written_and_go_on(tmp_path: Path) -> None:
    """20 rounds of kill -9 at random moments; `python -m tests.documents.kill_job --rounds 200` does more."""
    found = kill_job.rounds(tmp_path, 20, seed=7)
    assert len(found) == 20
    assert len(set(found)) > 3, "the kills were to come at different moments"

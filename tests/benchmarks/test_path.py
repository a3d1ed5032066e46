"""`path`: which files a move passes through."""

from collections import Counter
from pathlib import Path

from benchmarks.path import part_of_all, trace_moves
from tests.kit.in_process import process_restored


async def test_a_move_is_followed_into_the_writing_thread_and_no_timer_counts(tmp_path: Path) -> None:
    with process_restored():
        moves = await trace_moves(tmp_path, 3)
    files = {file for file, _ in part_of_all(moves)}
    assert {"server/session.py", "hall/table.py", "games/rukuni/rules.py", "ledger/writer.py"} <= files
    assert "hall/looplag.py" not in files


def test_what_only_some_moves_do_is_not_part_of_all() -> None:
    first, second = Counter({("a", "f"): 2, ("b", "g"): 1}), Counter({("a", "f"): 1})
    assert part_of_all([first, second]) == {("a", "f"): 1}

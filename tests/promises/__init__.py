"""The promises, and the tests that hold them.

1. An acknowledged move is on disk, and a move gets exactly one answer: `test_one_answer`, `test_kill`,
   `test_kill_at_the_seats`.
2. A secret leaves the server only towards those who may know it: `test_leaks` (views, events, logs),
   `test_leaks_to_bots`, `test_fairness` (the time of an answer). Elsewhere: `tests/conformance/leaks.py`
   checks the rules of every game, `tests/hall/test_spectators.py` the delay, `tests/server/test_replay.py`
   replays.
3. Where everyone moves at once, lag does not decide: `test_fairness`, `test_fairness_of_connections`,
   `test_fairness_over_sockets`. Elsewhere: `tests/hall/test_fair_order.py`.
4. A fault in one table's rules stops that table, a fault of one viewer touches that viewer:
   `test_table_fault`, `test_viewer_fault`. Elsewhere: `tests/server/test_socket.py`.
5. `kill -9`, a full disk, a restart in mid-game: `test_kill`, `test_kill_at_the_seats`, `test_full_disk`,
   `test_restart`.

Two promises need a browser. The page knows no rules (6): in `tests/browser/games/test_offers.py` views offer
less than is legal, and more, and the page offers just that; `tests/browser/games/rukuni/test_refusals.py`
shows that the hall says what cannot be done. A game is one folder and one line on each side (7):
`tests/browser/games/test_sixth_game.py` adds a game to a copy of the project, and plays it.
"""

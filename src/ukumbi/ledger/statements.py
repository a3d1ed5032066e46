"""The statements that write to PostgreSQL. Each is a transaction of its own, so none waits for Python.

A node that is frozen in the middle of a transaction would hold its locks.
"""

from typing import Final

ME: Final = "me AS MATERIALIZED (SELECT number FROM nodes WHERE number = $1 FOR KEY SHARE)"
"""The fence, `$1` being a life. Whoever takes over deletes this row first: that waits until what is written
here is committed, and what comes later finds no row."""

_APPEND: Final = f"""
WITH {ME},
moves AS MATERIALIZED (
    SELECT m.number FROM me, unnest($2::int[], $3::int[]) AS m (number, seq)
    WHERE (SELECT t.owner FROM tables t WHERE t.number = m.number) = $1
      AND (m.seq = 1
       OR (SELECT e.seq FROM events e WHERE e.table_number = m.number AND e.seq = m.seq - 1) IS NOT NULL)),
written AS (
    INSERT INTO events (table_number, seq, at, actor, ref, event, arrival, allowance, version)
    SELECT r.* FROM unnest($4::int[], $5::int[], $6::bigint[], $7::int[], $8::text[], $9::text[],
                           $10::bigint[], $11::int[], $12::int[])
        AS r (number, seq, at, actor, ref, event, arrival, allowance, version)
    JOIN moves USING (number)){{besides}}
SELECT EXISTS (SELECT FROM me) AS alive, array(SELECT number FROM moves) AS written"""
"""The condition on `seq - 1` keeps the log without gaps. Both are scalar: a join might read all tables."""

_BESIDES: Final = """,
changed AS (
    UPDATE tables t SET status = c.status, wake = c.wake
    FROM json_to_recordset($13) AS c (number int, status text, wake bigint) JOIN moves USING (number)
    WHERE t.number = c.number),
kept AS (
    INSERT INTO snapshots
    SELECT s.* FROM json_populate_recordset(NULL::snapshots, $14) s
    JOIN moves m ON m.number = s.table_number),
met AS (
    INSERT INTO memories AS known (person, game, key, times)
    SELECT r.person, r.game, r.key, sum(r.times)
    FROM json_to_recordset($15) AS r (number int, person text, game text, key text, times int)
    JOIN moves USING (number) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (person, game, key) DO UPDATE SET times = known.times + excluded.times),
{bests}"""
_BESTS: Final = """
{name} AS (
    INSERT INTO personal_bests AS known (person, game, category, value, table_number, at)
    SELECT r.person, r.game, r.category, r.value, r.number, r.at
    FROM json_to_recordset($16) AS r (number int, person text, game text, category text, value bigint,
                                      at bigint, kind text)
    JOIN moves USING (number) WHERE r.kind = '{name}' ORDER BY 1, 2, 3
    ON CONFLICT (person, game, category) DO UPDATE
    SET value = excluded.value, table_number = excluded.table_number, at = excluded.at, beaten = known.value
    WHERE {better})"""
_BETTER: Final = {
    "lowest": "excluded.value < known.value",
    "highest": "excluded.value > known.value",
    "first": "false",
}
_ALL_BESTS: Final = ",".join(_BESTS.format(name=name, better=better) for name, better in _BETTER.items())

APPEND_WITH_ALL: Final = _APPEND.format(besides=_BESIDES.format(bests=_ALL_BESTS))
APPEND_EVENTS: Final = _APPEND.format(besides="")

_COLUMNS: Final = (
    "id, game, version, options, status, host, watch, watch_key, seat_key, created, wake, rematch, rules"
)
CREATE: Final = f"""
WITH {ME},
linked AS (
    UPDATE tables t SET rematch = r.id FROM me, json_populate_record(NULL::tables, $2) r
    WHERE t.number = $5::int AND t.rematch IS NULL RETURNING t.number),
made AS (
    INSERT INTO tables ({_COLUMNS}, owner)
    SELECT {_COLUMNS}, me.number FROM me, json_populate_record(NULL::tables, $2)
    WHERE $5::int IS NULL OR EXISTS (SELECT FROM linked) RETURNING number),
seated AS (
    INSERT INTO occupants SELECT made.number, seat, person, bot, stand_in, ready
    FROM made, json_populate_recordset(NULL::occupants, $3)),
noted AS (
    INSERT INTO seat_changes SELECT made.number, seq, after, at, event
    FROM made, json_populate_record(NULL::seat_changes, $4))
SELECT EXISTS (SELECT FROM me) AS alive, (SELECT number FROM made) AS number"""

CHANGE_SEATS: Final = f"""
WITH {ME},
here AS MATERIALIZED (
    SELECT t.number FROM me, tables t
    WHERE t.number = $2 AND t.owner = $1
      AND EXISTS (SELECT FROM seat_changes c WHERE c.table_number = $2 AND c.seq = $3::int - 1)),
noted AS (
    INSERT INTO seat_changes SELECT here.number, $3, c.after, c.at, c.event
    FROM here, json_populate_record(NULL::seat_changes, $4) c),
seated AS (
    UPDATE occupants o SET person = n.person, bot = n.bot, stand_in = n.stand_in, ready = n.ready
    FROM here, json_populate_recordset(NULL::occupants, $5) n
    WHERE o.table_number = here.number AND o.seat = n.seat),
changed AS (UPDATE tables t SET status = $6, wake = $7 FROM here WHERE t.number = here.number)
SELECT EXISTS (SELECT FROM me) AS alive, EXISTS (SELECT FROM here) AS written"""

STOP: Final = f"""
WITH {ME},
stopped AS (
    UPDATE tables t SET status = 'stopped', wake = NULL FROM me WHERE t.number = $2 AND t.owner = $1)
SELECT EXISTS (SELECT FROM me) AS alive"""

EXPIRE_TABLES: Final = """
WITH expired AS MATERIALIZED (
    SELECT t.number, t.id FROM tables t
    WHERE t.status IN ('open', 'cancelled') AND t.created < $2 AND t.id <> ALL ($3::text[])
      AND NOT EXISTS (SELECT FROM events e WHERE e.table_number = t.number)
      AND NOT EXISTS (SELECT FROM seat_changes c WHERE c.table_number = t.number AND c.at >= $2)
      AND (t.owner = $1 OR NOT EXISTS (SELECT FROM nodes n WHERE n.number = t.owner))
    LIMIT $4 FOR UPDATE OF t SKIP LOCKED),
seats AS (DELETE FROM occupants USING expired x WHERE table_number = x.number),
changes AS (DELETE FROM seat_changes USING expired x WHERE table_number = x.number),
marks AS (DELETE FROM hidden_tables USING expired x WHERE table_number = x.number),
links AS (
    UPDATE tables t SET rematch = NULL FROM expired x
    WHERE t.rematch = x.id AND t.number NOT IN (SELECT number FROM expired)),
gone AS (DELETE FROM tables t USING expired x WHERE t.number = x.number RETURNING t.id)
SELECT id FROM gone"""
"""Of tables that are nobody's or this life's: the others are left to their nodes."""

EXPIRE_PEOPLE: Final = """
WITH named AS (
    DELETE FROM people WHERE since < $1 AND NOT EXISTS (SELECT FROM occupants o WHERE o.person = people.id))
DELETE FROM cookie_stamps s
WHERE at < $1 AND NOT EXISTS (SELECT FROM occupants o WHERE o.person = s.person) RETURNING person"""

REMEMBER: Final = """
INSERT INTO memories AS known (person, game, key, times)
SELECT $1, $2, r.key, r.value::int FROM json_each_text($3) r ORDER BY 1, 2, 3
ON CONFLICT (person, game, key) DO UPDATE SET times = known.times + excluded.times"""
HIDE: Final = """
INSERT INTO hidden_tables (table_number, person, after) VALUES ($1, $2, $3)
ON CONFLICT (person, table_number) DO UPDATE SET after = excluded.after"""
UNHIDE: Final = "DELETE FROM hidden_tables WHERE table_number = $1 AND person = $2"
NAME_PERSON: Final = """
INSERT INTO people (id, name, since) VALUES ($1, $2, $3)
ON CONFLICT (id) DO UPDATE SET name = excluded.name"""
PUT_STAMPS: Final = """
WITH void AS (DELETE FROM passes WHERE person = $1)
INSERT INTO cookie_stamps (person, stamp, next, at) VALUES ($1, $2, $3, $4)
ON CONFLICT (person) DO UPDATE SET stamp = excluded.stamp, next = excluded.next, at = excluded.at"""
ADD_PASS: Final = """
WITH void AS (DELETE FROM passes WHERE until < $4)
INSERT INTO passes (code, person, until) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"""
TAKE_PASS: Final = "DELETE FROM passes WHERE code = $1 AND until >= $2 RETURNING person"
WRITE_SOMETHING: Final = """
INSERT INTO heartbeat (number, at) VALUES (1, $1) ON CONFLICT (number) DO UPDATE SET at = excluded.at"""
MAKE_SECRET: Final = "INSERT INTO hall (key, value) VALUES ('secret', $1) ON CONFLICT DO NOTHING"
SECRET: Final = "SELECT value FROM hall WHERE key = 'secret'"

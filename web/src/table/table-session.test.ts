import { describe, expect, it, vi } from "vitest";
import { emptyState, RUNNING } from "../board/table";
import { FREE_SEAT } from "../i18n/seat-names";
import { hallClock } from "../net/hall-clock";
import type {
  Accepted,
  PlayClock,
  Presence,
  Refused,
  SeatNews,
  Sync,
  TableEvent,
  Update,
} from "../startup/types";
import { filled, leavesGap, lookingAt, opened, received, sent, shown, watching } from "./state";
import { TableSession } from "./table-session.svelte";

const logged = (seq: number): TableEvent => ({ seq, at: 0, actor: 0, event: { seq } });

function sync(seq: number, more: Partial<Sync> = {}): Sync {
  return {
    type: "sync",
    table: "T",
    game: "any",
    options: {},
    status: "playing",
    seats: [],
    you: 0,
    host: true,
    seq,
    view: `view ${seq}`,
    awaited: [0],
    can_take_back: true,
    take_back: null,
    events: [],
    seat_news: [],
    whole: true,
    accepted: [],
    outcome: null,
    rematch: null,
    now: 0,
    late: 0,
    pausable: false,
    clock: RUNNING,
    ...more,
  };
}

function update(seq: number, more: Partial<Update> = {}): Update {
  return {
    type: "update",
    table: "T",
    after: seq - 1,
    seq,
    events: [logged(seq)],
    view: `view ${seq}`,
    awaited: [1],
    outcome: null,
    clock: RUNNING,
    ...more,
  };
}

const accepted = (ref: string): Accepted => ({ type: "accepted", table: "T", ref });

const refusal = (ref: string): Refused => ({
  type: "refused",
  code: "not_in_line",
  facts: { tower: "a1" },
  table: "T",
  ref,
});

const sat = (seat: number, name: string): SeatNews => ({
  after: 0,
  at: 0,
  what: "sat_down",
  seat,
  name,
  level: null,
});

function presence(more: Partial<Presence> = {}): Presence {
  return {
    type: "presence",
    table: "T",
    status: "playing",
    seats: [],
    you: 0,
    watching: 0,
    take_back: null,
    seat_news: [],
    rematch: null,
    ...more,
  };
}

const joined = received(emptyState("T"), sync(1, { events: [logged(1)] }));

describe("a table", () => {
  it("is as the hall says it is", () => {
    expect(joined).toMatchObject({
      synced: true,
      status: "playing",
      seq: 1,
      view: "view 1",
      you: 0,
    });
  });

  it("hears nothing of other tables", () => {
    expect(received(joined, update(2, { table: "other" }))).toBe(joined);
  });

  it("goes on with each update and remembers how it looked", () => {
    const later = received(received(joined, update(2)), update(3));
    expect(later.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(shown(later)).toBe("view 3");
    expect(shown(lookingAt(later, 2))).toBe("view 2");
  });

  it("does not go back for an update that comes late", () => {
    const later = received(joined, sync(4));
    expect(received(later, update(3))).toBe(later);
  });

  it("is over with an outcome", () => {
    const outcome = { ending: "done", places: [1, 2], points: [9, 3] };
    expect(received(joined, update(2, { outcome }))).toMatchObject({ status: "over", outcome });
  });

  it("stops when the hall stops it", () => {
    const stopped = received(joined, { type: "stopped", table: "T", code: "table_stopped" });
    expect(stopped.status).toBe("stopped");
  });

  it("notices a gap", () => {
    expect(leavesGap(joined, update(2))).toBe(false);
    expect(leavesGap(joined, update(3))).toBe(true);
    expect(leavesGap(joined, update(3, { table: "other" }))).toBe(false);
  });

  it("misses nothing when it may not received all events of an update", () => {
    expect(leavesGap(joined, update(4, { after: 1, events: [logged(4)] }))).toBe(false);
    expect(leavesGap(joined, update(4, { after: 2, events: [] }))).toBe(true);
  });

  it("is whole again when the missed events were fetched", () => {
    const short = received(emptyState("T"), sync(3, { events: [logged(3)], whole: false }));
    expect(short.whole).toBe(false);
    const whole = filled(short, [logged(1), logged(2), logged(3)]);
    expect(whole.whole).toBe(true);
    expect(whole.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });
});

describe("whom the table waits for", () => {
  it("comes with every sync and update, and nobody works it out", () => {
    expect(joined.awaited).toEqual([0]);
    expect(received(joined, update(2)).awaited).toEqual([1]);
    expect(received(joined, update(2, { awaited: [0, 1] })).awaited).toEqual([0, 1]);
  });

  it("is not changed by who comes and goes", () => {
    expect(received(joined, presence()).awaited).toEqual([0]);
  });
});

describe("the seats", () => {
  const jonas = { ...FREE_SEAT, name: "Jonas", here: true };
  const news = [sat(1, "Jonas")];

  it("change hands", () => {
    const later = received(
      joined,
      presence({ seats: [jonas], you: null, seat_news: news, watching: 2 }),
    );
    expect(later).toMatchObject({ seats: [jonas], you: null, seatNews: news, watching: 2 });
  });

  it("are told anew with every sync", () => {
    const later = received(
      received(joined, presence({ seat_news: news })),
      sync(1, { seat_news: [] }),
    );
    expect(later.seatNews).toEqual([]);
  });

  it("keep the next game in mind", () => {
    const later = received(joined, presence({ rematch: "next" }));
    expect(received(later, presence()).rematch).toBe("next");
  });

  it("are nobody's any more when the table is called off", () => {
    expect(received(joined, presence({ status: "cancelled" })).status).toBe("cancelled");
  });
});

describe("a wish to take a move back", () => {
  const wish = { by: 1, to: 1, agreed: [] };
  const wished = received(received(joined, update(2)), presence({ take_back: wish }));

  it("stands until the game goes on", () => {
    expect(wished.takeBack).toEqual(wish);
    expect(received(wished, update(3)).takeBack).toBeNull();
  });

  it("is gone when somebody declines", () => {
    expect(received(wished, presence()).takeBack).toBeNull();
  });

  it("is known after coming back", () => {
    expect(received(joined, sync(2, { take_back: wish })).takeBack).toEqual(wish);
  });
});

describe("a move that was sent", () => {
  const waiting = sent(joined, { move: "x", ref: "mine" });

  it("is acknowledged by a message of its own", () => {
    expect(received(waiting, update(2)).pending).toHaveLength(1);
    expect(received(waiting, accepted("mine")).pending).toEqual([]);
  });

  it("leaves a refusal alone that is followed by a pause", () => {
    const back = received(waiting, refusal("mine"));
    expect(received(back, accepted("a pause")).refused).toEqual(back.refused);
  });

  it("is acknowledged by a sync that has accepted it, and kept by one that has not", () => {
    expect(received(waiting, sync(2, { accepted: ["mine"] })).pending).toEqual([]);
    expect(received(waiting, sync(1)).pending).toEqual([{ move: "x", ref: "mine" }]);
  });

  it("comes back with the reason when it is refused", () => {
    const refused = received(waiting, refusal("mine"));
    expect(refused.pending).toEqual([]);
    expect(refused.refused).toEqual({ code: "not_in_line", facts: { tower: "a1" }, move: "x" });
  });

  it("is not touched by the refusal of something else", () => {
    expect(received(waiting, refusal("other"))).toBe(waiting);
  });
});

describe("a refusal", () => {
  const refused = received(sent(joined, { move: "x", ref: "mine" }), refusal("mine"));

  it("stands, the same one, whatever others do meanwhile", () => {
    const later = received(received(refused, presence()), update(2, { awaited: [0] }));
    expect(later.refused).toBe(refused.refused);
  });

  it("is gone with the next move, and when it is another one's turn", () => {
    expect(sent(refused, { move: "y", ref: "next" }).refused).toBeNull();
    expect(received(refused, update(2, { awaited: [1] })).refused).toBeNull();
  });
});

describe("a move without an answer", () => {
  it("is marked, and stays on its way until there is one", () => {
    const waiting = sent(joined, { move: "x", ref: "mine" });
    const late = received(waiting, { type: "unanswered", table: "T", ref: "mine" });
    expect(late.pending).toEqual([{ move: "x", ref: "mine", late: true }]);
    expect(received(late, accepted("mine")).pending).toEqual([]);
  });
});

describe("several moves on their way", () => {
  const waiting = ["first", "second", "third"].reduce(
    (state, ref) => sent(state, { move: `move ${ref}`, ref }),
    joined,
  );
  const refs = ({ pending }: typeof waiting) => pending.map(({ ref }) => ref);

  it("are answered one by one, in any order", () => {
    const later = received(waiting, accepted("second"));
    expect(refs(later)).toEqual(["first", "third"]);
    expect(refs(received(later, accepted("first")))).toEqual(["third"]);
  });

  it("stay when one of them comes back", () => {
    const later = received(waiting, refusal("second"));
    expect(refs(later)).toEqual(["first", "third"]);
    expect(later.refused?.move).toBe("move second");
  });

  it("are compared with all that a sync has accepted", () => {
    expect(refs(received(waiting, sync(3, { accepted: ["third", "first"] })))).toEqual(["second"]);
  });
});

describe("looking back", () => {
  const later = received(received(joined, update(2)), update(3));

  it("is not ended by what happens meanwhile", () => {
    const looking = received(lookingAt(later, 1), update(4));
    expect(looking.looking).toBe(1);
    expect(shown(looking)).toBe("view 1");
  });

  it("ends at the newest event", () => {
    expect(lookingAt(lookingAt(later, 1), 3).looking).toBeNull();
  });

  it("shows what was asked for when it has come", () => {
    const joinedLate = received(emptyState("T"), sync(9));
    const looking = lookingAt(joinedLate, 4);
    expect(shown(looking)).toBe("view 9");
    const told = received(looking, { type: "past", table: "T", ref: "r", seq: 4, view: "view 4" });
    expect(shown(told)).toBe("view 4");
  });
});

describe("a finished game", () => {
  const outcome = { ending: "done", places: [1, 2], points: [9, 3] };
  const over = received(received(joined, update(2)), update(3, { outcome }));

  it("is asked anew for moments that were seen with secrets", () => {
    expect([...over.views.keys()]).toEqual([3]);
    expect([...received(over, sync(3, { outcome })).views.keys()]).toEqual([3]);
    expect([...received(joined, sync(3, { outcome })).views.keys()]).toEqual([3]);
  });

  const moments = [1, 2, 3].map((seq) => ({ ...logged(seq), event: "whole", view: `open ${seq}` }));
  const open = opened(over, moments);

  it("lies open", () => {
    expect(open.events.map(({ event }) => event)).toEqual(["whole", "whole", "whole"]);
    expect(open.events.at(0)).not.toHaveProperty("view");
    expect(shown(lookingAt(open, 2))).toBe("open 2");
  });

  it("is looked at up to its last moment, and not lived through again", () => {
    expect(watching(open, 3).looking).toBe(3);
    expect(shown(watching(open, 3))).toBe("open 3");
    expect(shown(open)).toBe("view 3");
  });
});

it("runs later for a spectator of a race, by as much as the race is shown later", () => {
  vi.spyOn(hallClock, "now").mockReturnValue(9_000);
  const table = Object.assign(Object.create(TableSession.prototype) as TableSession, {
    state: emptyState(""),
  });
  expect(table.time()).toBe(9_000);
  table.state = { ...table.state, late: 2_000 };
  expect(table.time()).toBe(7_000);
  vi.restoreAllMocks();
});

it("stands still in a pause, and goes on when it has caught up", () => {
  const now = vi.spyOn(hallClock, "now").mockReturnValue(9_000);
  const table = Object.assign(Object.create(TableSession.prototype) as TableSession, {
    state: emptyState(""),
  });
  const at = (clock: PlayClock) => {
    table.state = { ...table.state, clock };
    return table.time();
  };
  expect(at({ paused: true, behind: 500, stood: 4_000 })).toBe(4_000);
  expect(at({ paused: false, behind: 6_000, stood: 4_000 })).toBe(4_000);
  now.mockReturnValue(10_500);
  expect(table.time()).toBe(4_500);
  vi.restoreAllMocks();
});

import type { Told } from "../lib/outbox";
import { FREE_SEAT } from "../lib/seats";
import type { Wire } from "../lib/socket";
import type { Sync } from "../lib/wire";
import { RUNNING } from "./state";

/** A line on which one thing is said, once: for a table that only stands there to be looked at. */
export function positionLine(sync: Sync): Wire {
  let tell: (message: Told) => void = () => undefined;
  return {
    hear(hearer) {
      tell = hearer;
      return () => undefined;
    },
    onState(watcher) {
      watcher("open");
      return () => undefined;
    },
    join: () => tell(sync),
    catchUp: () => undefined,
    leave: () => undefined,
    ask: () => undefined,
    unanswered: () => [],
  };
}

/** What the hall would say of a table where somebody watches this view. */
export function positionSync(game: string, view: unknown, seats: number): Sync {
  return {
    type: "sync",
    table: "",
    game,
    options: {},
    status: "playing",
    seats: Array.from({ length: seats }, () => FREE_SEAT),
    you: null,
    host: false,
    seq: 1,
    view,
    awaited: [],
    can_take_back: false,
    take_back: null,
    heard: [],
    seat_news: [],
    whole: true,
    accepted: [],
    outcome: null,
    rematch: null,
    now: Date.now(),
    late: 0,
    pausable: false,
    clock: RUNNING,
  };
}

import { beforeEach, expect, it, vi } from "vitest";
import { emptyState, RUNNING, type TableState } from "../board/table";
import { words } from "../games/rukuni/messages";
import { FREE_SEAT } from "../i18n/seat-names";
import type { Told } from "../net/outbox";
import type { Update } from "../startup/types";
import { chime } from "../ui/sound.svelte";
import { announcer } from "./news";
import { received, sent } from "./state";
import type { CompleteGame } from "./system-lines";

vi.mock("../ui/sound.svelte", () => ({ chime: vi.fn(), fanfare: vi.fn() }));
vi.mock("../ui/notices.svelte", () => ({ notify: () => undefined }));

const news = announcer({ keepsTime: false, tell: () => null } as unknown as CompleteGame, words);
const table: TableState = {
  ...emptyState("T"),
  status: "playing",
  you: 0,
  seats: [FREE_SEAT, FREE_SEAT],
};

function update(seq: number, awaited: number[]): Update {
  const after = seq - 1;
  return {
    type: "update",
    table: "T",
    after,
    seq,
    events: [],
    view: {},
    awaited,
    outcome: null,
    clock: RUNNING,
  };
}

/** How often the chime sounds during these messages. */
function chimes(state: TableState, ...messages: Told[]): number {
  for (const message of messages) {
    const after = received(state, message);
    news(state, after, message);
    state = after;
  }
  return vi.mocked(chime).mock.calls.length;
}

beforeEach(() => vi.clearAllMocks());

it("chimes when it becomes this player's turn", () => {
  expect(chimes(table, update(1, [1]), update(2, [0]))).toBe(1);
});

it("chimes once when the turn goes on after an own move", () => {
  const moved = sent({ ...table, awaited: [0] }, { move: "x", ref: "mine" });
  expect(chimes(moved, update(1, [0]), { type: "accepted", table: "T", ref: "mine" })).toBe(1);
});

it("is quiet when the turn ends with an own move", () => {
  const moved = sent({ ...table, awaited: [0] }, { move: "x", ref: "mine" });
  expect(chimes(moved, update(1, [1]), { type: "accepted", table: "T", ref: "mine" })).toBe(0);
});

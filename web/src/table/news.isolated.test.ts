import { beforeEach, expect, it, vi } from "vitest";
import type { Playing } from "../games/face";
import { words } from "../games/rukuni/speech";
import type { Told } from "../lib/outbox";
import { FREE_SEAT } from "../lib/seats";
import { chime } from "../lib/sound.svelte";
import type { Update } from "../lib/wire";
import { announcer } from "./news";
import { fresh, hear, RUNNING, sent, type TableState } from "./state";

vi.mock("../lib/sound.svelte", () => ({ chime: vi.fn(), fanfare: vi.fn() }));
vi.mock("../lib/notices.svelte", () => ({ notify: () => undefined }));

const news = announcer({ keepsTime: false, tell: () => null } as unknown as Playing, words);
const table: TableState = {
  ...fresh("T"),
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
    heard: [],
    view: {},
    awaited,
    outcome: null,
    clock: RUNNING,
  };
}

/** How often a chime is heard while these messages come. */
function chimes(state: TableState, ...messages: Told[]): number {
  for (const message of messages) {
    const after = hear(state, message);
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

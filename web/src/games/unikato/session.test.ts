import { expect, it } from "vitest";
import { type BoardTable, emptyState } from "../../board/table";
import type { Planned, Refused } from "../../startup/types";
import { UnikatoSession } from "./session.svelte";

const TILE = "co1w";
const OTHER = "sg2b";
const refusal = (code: string): Refused => ({
  type: "refused",
  code,
  facts: {},
  table: "T",
  ref: "r",
});

/** A player on turn who lays one tile in thought, chooses another, and then hears this of the first. */
async function afterwards(answer: Planned | Refused): Promise<UnikatoSession> {
  const view = { phase: "act", fits: { [TILE]: ["0,0"] }, racks: [[TILE, OTHER]], bag: 1 };
  const state = {
    ...emptyState("T"),
    status: "playing",
    synced: true,
    you: 0,
    seq: 1,
    awaited: [0],
  };
  const table = {
    state,
    view,
    connection: "open",
    clearMessage: () => undefined,
    plan: async () => answer,
  };
  const session = new UnikatoSession(table as unknown as BoardTable);
  session.choose(TILE);
  await session.lay({ x: 0, y: 0 });
  session.choose(OTHER);
  await session.ask();
  return session;
}

it("leaves the chosen tile alone when the one laid before it is refused", async () => {
  const session = await afterwards(refusal("does_not_fit"));
  expect(session.draft).toEqual({ chain: [], tile: OTHER, take: null });
});

it("leaves the whole plan alone when nobody has answered", async () => {
  const { draft } = await afterwards(refusal("unanswered"));
  expect([draft.chain.length, draft.tile]).toEqual([1, OTHER]);
});

it("draws a sent tile once, also when the table shows it before the move is answered", () => {
  const pending = [{ ref: "1", move: `lay ${TILE}@0,0` }];
  const sent = (...table: { tile: string; x: number; y: number }[]) => {
    const state = { ...emptyState("T"), status: "playing", synced: true, you: 0, seq: 1, pending };
    const view = { phase: "act", fits: {}, racks: [[OTHER]], bag: 1, table };
    return new UnikatoSession({ state, view, connection: "open" } as unknown as BoardTable).chain;
  };
  expect(sent()).toEqual([{ tile: TILE, x: 0, y: 0 }]);
  expect(sent({ tile: TILE, x: 0, y: 0 })).toEqual([]);
});

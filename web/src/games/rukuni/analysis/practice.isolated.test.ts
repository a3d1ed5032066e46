import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Analysis } from "../../../startup/types";
import { AnalysisSession } from "./session.svelte";

/** What the hall thinks of each position: the first side has lost ten points with "a". */
const LEADS: Readonly<Record<string, number>> = {
  "": 0,
  a: -10,
  ab: -10,
  g: 0,
  m: -5,
  n: -11,
  z: -14,
};

vi.mock("../../../startup/api", async (original) => ({
  ...(await original<typeof import("../../../startup/api")>()),
  position: vi.fn((_: string, at: string) => Promise.resolve({ at })),
  request: vi.fn((_: string, path: string) => {
    const position = new URLSearchParams(path.split("?")[1]).get("at") ?? "";
    const lead = LEADS[position] ?? 0;
    const lines = [{ moves: ["best", "then"], lead }];
    const analysis: Analysis = { position, lead, depth: 3, exact: true, lines };
    return Promise.resolve(analysis);
  }),
}));

vi.mock("../sounds", () => ({ sound: () => undefined }));
vi.mock("./study", () => ({
  study: {
    after: (position: string, move: string) => (move === "best" ? "g" : position + move),
    toMove: (position: string) => position.length % 2,
    awaited: () => 0,
    withLast: (view: { at: string }, last: string | null) => ({ ...view, last }),
    tell: (position: string, move: string) => `${position}: ${move}`,
  },
}));

const GAME = ["", "a", "ab"].map((position, index) => ({
  position,
  move: position.at(-1) ?? null,
  seat: index === 0 ? null : (index - 1) % 2,
}));

let session: AnalysisSession;
beforeEach(async () => {
  const views = new Map(GAME.map(({ position }) => [position, { at: position }]));
  session = new AnalysisSession({ stem: GAME, views, seats: [], you: 0 });
  await vi.waitFor(() => expect(session.leads).toEqual([0, -10, -10]));
});
afterEach(() => session.close());

async function tries(move: string): Promise<void> {
  session.practice?.again();
  await session.try([move], true);
}

describe("whoever learns from mistakes", () => {
  it("goes through their own worst turns, and no others", () => {
    expect(session.sideOf(0)).toBe(0);
    expect(session.accuracies).toEqual([37, 100]);
    session.practise(0);
    expect(session.practice?.turns.map(({ turn, points }) => [turn, points])).toEqual([[1, 10]]);
    expect(session.lossesOf(1)).toEqual([]);
  });

  it.each([
    ["best", "best"],
    ["m", "better"],
    ["n", "same"],
    ["a", "same"],
    ["z", "worse"],
  ])("is told that %s is %s", async (move, result) => {
    session.practise(0);
    expect(session.practice?.result).toBe(null);
    await tries(move);
    await vi.waitFor(() => expect(session.practice?.result).toBe(result));
  });

  it("has found what they found by themselves", async () => {
    session.practise(0);
    const { practice } = session;
    practice?.reveal();
    expect(session.arrows).toEqual(["best", "then"]);
    await tries("best");
    practice?.count();
    expect(practice?.found).toBe(0);
    session.practise(0);
    await tries("m");
    await vi.waitFor(() => expect(session.practice?.result).toBe("better"));
    session.practice?.count();
    session.practice?.next();
    expect([session.practice?.found, session.practice?.over]).toEqual([1, true]);
    session.endPractice();
    expect(session.practice).toBe(null);
  });
});

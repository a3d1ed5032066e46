import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Study } from "../games/face";
import * as api from "../lib/api";
import { along } from "./path";
import { Studying } from "./studying.svelte";

vi.mock("../lib/api", async (original) => ({
  ...(await original<typeof import("../lib/api")>()),
  position: vi.fn(),
  request: vi.fn(() => new Promise(() => undefined)),
}));

const study = {
  after: (position: string, move: string) => position + move,
  toMove: () => 0,
  awaited: () => 0,
  withLast: (view: { at: string }, last: string | null) => ({ ...view, last }),
  tell: (position: string, move: string) => `${position}: ${move}`,
} as unknown as Study;

const GAME = ["", "a", "ab"].map((position) => ({
  position,
  move: position.at(-1) ?? null,
  seat: 0,
}));

let studying: Studying;
beforeEach(() => {
  vi.mocked(api.position).mockImplementation((_, at) => Promise.resolve({ at }));
  const views = new Map(GAME.map(({ position }) => [position, { at: position }]));
  studying = new Studying("rukuni", study, { stem: GAME, views, seats: [] });
});
afterEach(() => studying.close());

const shown = () => studying.table.view as { at: string; last: string | null };

describe("whoever studies", () => {
  it("begins where the game begins, and goes along it without asking", async () => {
    expect(studying.path).toEqual(along(GAME));
    studying.by(2);
    await vi.waitFor(() => expect(shown()).toEqual({ at: "ab", last: "b" }));
    expect(api.position).not.toHaveBeenCalled();
  });

  it("plays a move on the board, for whom it is the turn of", async () => {
    studying.table.move("x");
    expect(studying.table.state.pending).toHaveLength(1);
    await vi.waitFor(() => expect(shown()).toEqual({ at: "x", last: "x" }));
    expect(studying.table.state.pending).toHaveLength(0);
    expect(studying.aside).toBe(1);
    studying.leave();
    await vi.waitFor(() => expect(shown().at).toBe(""));
  });

  it("is told when the hall cannot be reached, and stays where they were", async () => {
    vi.mocked(api.position).mockRejectedValue(new api.Refusal("unreachable"));
    studying.table.move("x");
    await vi.waitFor(() => expect(studying.table.state.refused?.code).toBe("unreachable"));
    expect(studying.table.state.pending).toHaveLength(0);
    expect([studying.step.position, shown().at]).toEqual(["", ""]);
  });

  it("who goes on before it is there sees what they went on to", async () => {
    let come: (view: unknown) => void = () => undefined;
    vi.mocked(api.position).mockReturnValue(new Promise((later) => (come = later)));
    studying.table.move("x");
    studying.by(-1);
    come({ at: "x" });
    await vi.waitFor(() => expect(studying.table.state.pending).toHaveLength(0));
    expect([studying.step.position, shown().at]).toEqual(["", ""]);
  });

  it("keeps a line on the board until another position is shown", () => {
    studying.kept = "q";
    expect(studying.arrows).toEqual(["q"]);
    studying.pointed = ["r", "s"];
    expect(studying.arrows).toEqual(["r", "s"]);
    studying.by(1);
    expect(studying.arrows).toEqual([]);
  });
});

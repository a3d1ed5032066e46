import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as api from "../../../startup/api";
import { along } from "./path";
import { AnalysisSession } from "./session.svelte";

vi.mock("../../../startup/api", async (original) => ({
  ...(await original<typeof import("../../../startup/api")>()),
  position: vi.fn(),
  request: vi.fn(() => new Promise(() => undefined)),
}));

vi.mock("../sounds", () => ({ sound: () => undefined }));
vi.mock("./study", () => ({
  study: {
    after: (position: string, move: string) => position + move,
    toMove: () => 0,
    awaited: () => 0,
    withLast: (view: { at: string }, last: string | null) => ({ ...view, last }),
    tell: (position: string, move: string) => `${position}: ${move}`,
  },
}));

const GAME = ["", "a", "ab"].map((position) => ({
  position,
  move: position.at(-1) ?? null,
  seat: 0,
}));

let session: AnalysisSession;
beforeEach(() => {
  vi.mocked(api.position).mockImplementation((_, at) => Promise.resolve({ at }));
  const views = new Map(GAME.map(({ position }) => [position, { at: position }]));
  session = new AnalysisSession({ stem: GAME, views, seats: [], you: null });
});
afterEach(() => session.close());

const shown = () => session.table.view as { at: string; last: string | null };

describe("whoever studies", () => {
  it("begins where the game begins, and goes along it without asking", async () => {
    expect(session.path).toEqual(along(GAME));
    session.by(2);
    await vi.waitFor(() => expect(shown()).toEqual({ at: "ab", last: "b" }));
    expect(api.position).not.toHaveBeenCalled();
  });

  it("plays a move on the board, for whom it is the turn of", async () => {
    session.table.move("x");
    expect(session.table.state.pending).toHaveLength(1);
    await vi.waitFor(() => expect(shown()).toEqual({ at: "x", last: "x" }));
    expect(session.table.state.pending).toHaveLength(0);
    expect(session.aside).toBe(1);
    session.leave();
    await vi.waitFor(() => expect(shown().at).toBe(""));
  });

  it("is told when the hall cannot be reached, and stays where they were", async () => {
    vi.mocked(api.position).mockRejectedValue(new api.Refusal("unreachable"));
    session.table.move("x");
    await vi.waitFor(() => expect(session.table.state.refused?.code).toBe("unreachable"));
    expect(session.table.state.pending).toHaveLength(0);
    expect([session.step.position, shown().at]).toEqual(["", ""]);
  });

  it("who goes on before it is there sees what they went on to", async () => {
    let come: (view: unknown) => void = () => undefined;
    vi.mocked(api.position).mockReturnValue(new Promise((later) => (come = later)));
    session.table.move("x");
    session.by(-1);
    come({ at: "x" });
    await vi.waitFor(() => expect(session.table.state.pending).toHaveLength(0));
    expect([session.step.position, shown().at]).toEqual(["", ""]);
  });

  it("keeps a line on the board until another position is shown", () => {
    session.kept = "q";
    expect(session.arrows).toEqual(["q"]);
    session.pointed = ["r", "s"];
    expect(session.arrows).toEqual(["r", "s"]);
    session.by(1);
    expect(session.arrows).toEqual([]);
  });
});

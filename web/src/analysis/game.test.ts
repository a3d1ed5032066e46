import { expect, it } from "vitest";
import type { Moment } from "../lib/forms";
import { stemOf } from "./game";

const playing = {
  notation: (event: unknown) => (event as { turn?: string }).turn ?? null,
  position: (view: unknown) => String(view),
};

function moment(seq: number, actor: number | null, event: object, view: string): Moment {
  return { seq, at: seq, actor, event, view };
}

it("a game's steps are the moves that counted in the end", () => {
  const { stem, views } = stemOf(
    [
      moment(1, null, { type: "began" }, ""),
      moment(2, 0, { type: "turned", turn: "a" }, "a"),
      moment(3, 1, { type: "turned", turn: "x" }, "ax"),
      moment(4, 1, { type: "taken_back", to: 2 }, "a"),
      moment(5, 1, { type: "turned", turn: "b" }, "ab"),
      moment(6, 0, { type: "resigned", seat: 0, away: false }, "ab"),
    ],
    playing,
  );
  expect(stem).toEqual([
    { position: "", move: null, seat: null },
    { position: "a", move: "a", seat: 0 },
    { position: "ab", move: "b", seat: 1 },
  ]);
  expect([...views.keys()]).toEqual(["", "a", "ab"]);
});

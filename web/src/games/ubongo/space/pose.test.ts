import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { moved, PIECES, SHAPES, TURNS, tumbled, turned, UPRIGHT } from "../geometry";
import { turnLying } from "../placing";
import { middleOf } from "./body";
import { centre, rotation, turnedOn } from "./pose";

test("there are 24 ways to turn a piece", () => {
  expect(TURNS).toHaveLength(24);
});

describe.each(PIECES)("piece %s", (piece) => {
  test("is drawn where its cubes are, however it is turned", () => {
    for (const turn of TURNS) {
      const cubes = moved(turned(piece, turn), { x: 2, y: 1, z: 0 });
      const [x, y, z] = middleOf(SHAPES[piece]);
      const drawn = SHAPES[piece].map((cube) => {
        const at = new Vector3(cube.x + 0.5 - x, cube.y + 0.5 - y, cube.z + 0.5 - z);
        const there = at.applyQuaternion(rotation(turn)).add(centre(cubes));
        return [there.x, there.y, there.z - 0.5].map((value) => Math.round(value * 1e6) / 1e6 + 0);
      });
      expect(drawn.map(String).sort()).toEqual(cubes.map(({ x, y, z }) => `${x},${y},${z}`).sort());
    }
  });

  test("keeps its turn when it is put down, and has one that fits when it comes from elsewhere", () => {
    for (const turn of TURNS) {
      const cubes = turned(piece, turn);
      expect(turnLying(piece, cubes, [turn])).toBe(turn);
      expect(new Set(turned(piece, turnLying(piece, cubes, [null])).map(String))).toEqual(
        new Set(cubes.map(String)),
      );
    }
  });
});

test("a turn that does not fit is not kept", () => {
  const standing = turned("A", tumbled(UPRIGHT, "away"));
  expect(turnLying("A", standing, [UPRIGHT])).not.toBe(UPRIGHT);
});

test("a piece tumbles on as the bench does, however it was drawn before", () => {
  for (const drawn of TURNS) {
    for (const way of ["left", "away", "clockwise"] as const) {
      for (const before of [UPRIGHT, tumbled(tumbled(UPRIGHT, "near"), "right")]) {
        const after = tumbled(before, way);
        // Written out, as there is a zero below zero.
        expect(JSON.stringify(turnedOn(drawn, before, after))).toBe(
          JSON.stringify(tumbled(drawn, way)),
        );
      }
    }
  }
});

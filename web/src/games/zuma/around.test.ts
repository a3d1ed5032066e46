import { expect, it } from "vitest";
import { around, nearestTurn, polesFrom, where } from "./around";
import type { PoleView } from "./wire";

const ANGLES = [0, 60, 120, 180, 240, 300];
const NAMES = ["red", "blue", "violet", "red2", "blue2"] as const;

/** Five poles, the board turned so far. */
function poles(turn: number): PoleView[] {
  return NAMES.map((pole, index) => ({
    pole,
    colour: pole.replace("2", "") as PoleView["colour"],
    angle: (turn + index * 72) % 360,
    reach: ANGLES.map((_, seat) => seat),
    holder: null,
  }));
}

it("sees the table from one's own seat: the next seat is to the left", () => {
  expect(around(60, 0)).toBeCloseTo(1 / 6);
  expect(around(0, 300)).toBeCloseTo(1 / 6);
  expect(around(240, 300)).toBeCloseTo(5 / 6);
});

it("has the pole that stands in front of a seat in front of that seat", () => {
  const mine = polesFrom(poles(120), ANGLES, 2);
  expect(mine[0]?.around).toBeCloseTo(0);
  expect(mine[0]?.reach).toBe(2);
  expect(where(mine[0]?.around ?? 1)).toBe("front");
});

it("gives keys from left to right as the poles stand, the middle one to the pole in front", () => {
  const keys = Object.fromEntries(
    polesFrom(poles(0), ANGLES, 0).map(({ pole, key }) => [pole, key]),
  );
  expect(keys).toEqual({ blue: "D", violet: "F", red: "G", red2: "H", blue2: "J" });
});

it("gives each pole a key of its own, however the board lies", () => {
  for (let turn = 0; turn < 360; turn += 12) {
    const keys = polesFrom(poles(turn), ANGLES, 3).map(({ key }) => key);
    expect(keys.toSorted().join("")).toBe("DFGHJ");
  }
  const four = poles(0)
    .slice(0, 4)
    .map((pole, index) => ({ ...pole, angle: index * 90 }));
  expect(polesFrom(four, [0, 120, 240], 0).map(({ key }) => key)).toEqual(["F", "D", "G", "H"]);
});

it("says where something is in one word", () => {
  expect([0, 0.04, 0.2, 0.4, 0.5, 0.6, 0.8, 0.98].map(where)).toEqual([
    "front",
    "front",
    "left",
    "across",
    "across",
    "across",
    "right",
    "front",
  ]);
});

it("turns the shorter way", () => {
  expect(nearestTurn(0.9, 0.1)).toBeCloseTo(1.1);
  expect(nearestTurn(0.1, 0.9)).toBeCloseTo(-0.1);
  expect(nearestTurn(2.2, 0.3)).toBeCloseTo(2.3);
});

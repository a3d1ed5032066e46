import { expect, it } from "vitest";
import {
  ABOVE_FOOT,
  around,
  at,
  FRAME,
  heldSizes,
  holdSpot,
  type Layout,
  LEAST_PX,
  layout,
  nearestAngle,
  nearestTurn,
  ownSide,
  type Plate,
  POLES_AT,
  polesFrom,
  RADIUS,
  rimPoint,
  TILT,
  where,
} from "./layout";
import type { PoleView } from "./types";

const MIDDLE = rimPoint(0, 0);

it("has the seats in the order in which cards go on: left, across, right", () => {
  const [front, left, across, right] = [0, 0.25, 0.5, 0.75].map((around) => rimPoint(around));
  expect(front?.y).toBeGreaterThan(MIDDLE.y);
  expect(left?.x).toBeLessThan(MIDDLE.x);
  expect(across?.y).toBeLessThan(MIDDLE.y);
  expect(right?.x).toBeGreaterThan(MIDDLE.x);
  expect(front?.x).toBeCloseTo(MIDDLE.x);
  expect(left?.y).toBeCloseTo(MIDDLE.y);
});

it("draws what is near bigger, and both sides alike", () => {
  expect(rimPoint(0).scale).toBeGreaterThan(rimPoint(0.25).scale);
  expect(rimPoint(0.25).scale).toBeGreaterThan(rimPoint(0.5).scale);
  expect(rimPoint(0.2).scale).toBeCloseTo(rimPoint(0.8).scale);
  expect(rimPoint(0, RADIUS).scale).toBeCloseTo(1);
});

it("puts poles on the rim as it is drawn", () => {
  const { y } = rimPoint(0);
  expect((y / 100) * FRAME.height + FRAME.top).toBeCloseTo(POLES_AT * TILT);
});

it("comes around after a whole turn", () => {
  expect(rimPoint(1.3).x).toBeCloseTo(rimPoint(0.3).x);
});

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

const HALLS = [
  { width: 846, height: 490, plate: { width: 164, height: 62 } },
  { width: 382, height: 420, plate: { width: 118, height: 54 } },
  { width: 580, height: 240, plate: { width: 144, height: 30 } },
];

it("keeps held poles and the hands around them off all plates, and in the room", () => {
  for (const { width, height, plate } of HALLS) {
    for (const seats of [3, 4, 5, 6]) {
      const placed = layout(width, height, seats, plate);
      const sizes = heldSizes(placed.stage.width / 1040, LEAST_PX);
      const others = placed.plates.slice(1);
      for (const seat of others) {
        const { pole, hand } = holdSpot(seat, plate, placed, sizes);
        const top = pole.y - sizes.pole.height * ABOVE_FOOT;
        const boxes = [
          { x: pole.x, y: top + sizes.pole.height / 2, ...sizes.pole },
          { ...hand, width: sizes.hand.height, height: sizes.hand.width },
        ];
        expect(top).toBeGreaterThanOrEqual(-0.01);
        for (const box of boxes) {
          expect(Math.abs(box.x - width / 2) + box.width / 2).toBeLessThanOrEqual(width / 2);
          for (const other of others) {
            const apart =
              Math.abs(box.x - other.x) >= (box.width + plate.width) / 2 - 0.01 ||
              Math.abs(box.y - other.y) >= (box.height + plate.height) / 2 - 0.01;
            expect(apart).toBe(true);
          }
        }
      }
    }
  }
});

it("puts one's own pole where no other is near", () => {
  expect(ownSide([0.3, 0.7])).toBe(0.035);
  expect(ownSide([0, 0.5])).toBe(0.1);
  expect(ownSide([0.07, 0.4, 0.7])).toBe(-0.035);
});

it("turns a hand the shorter way", () => {
  expect(nearestAngle(3, -3)).toBeCloseTo(2 * Math.PI - 3);
  expect(nearestAngle(0, Math.PI / 2)).toBeCloseTo(Math.PI / 2);
});

const ROOMS = [
  { width: 846, height: 490, plate: { width: 150, height: 62 } },
  { width: 382, height: 420, plate: { width: 118, height: 54 } },
  { width: 580, height: 240, plate: { width: 128, height: 30 } },
];
const SEATS = [3, 4, 5, 6];

function overlaps(
  one: { x: number; y: number },
  other: { x: number; y: number },
  size: Plate,
): boolean {
  return Math.abs(one.x - other.x) < size.width && Math.abs(one.y - other.y) < size.height;
}

function everywhere(check: (placed: Layout, room: (typeof ROOMS)[number]) => void): void {
  for (const room of ROOMS) {
    for (const seats of SEATS) check(layout(room.width, room.height, seats, room.plate), room);
  }
}

it("keeps everybody's plate in the room, and off everybody else's", () => {
  everywhere(({ plates }, { width, height, plate }) => {
    const others = plates.slice(1);
    for (const [index, { x, y }] of others.entries()) {
      expect(x).toBeGreaterThanOrEqual(plate.width / 2 - 0.01);
      expect(x).toBeLessThanOrEqual(width - plate.width / 2 + 0.01);
      expect(y).toBeGreaterThanOrEqual(plate.height / 2 - 0.01);
      expect(y).toBeLessThanOrEqual(height - plate.height / 2 + 0.01);
      for (const other of others.slice(index + 1)) {
        expect(overlaps({ x, y }, other, plate)).toBe(false);
      }
    }
  });
});

it("keeps plates off the places where poles stand", () => {
  everywhere(({ plates, stage }, { plate }) => {
    for (let part = 0; part < 1; part += 0.02) {
      const foot = at(stage, part);
      for (const { x, y } of plates.slice(1)) {
        const inside =
          Math.abs(foot.x - x) < plate.width / 2 && Math.abs(foot.y - y) < plate.height / 2;
        expect(inside).toBe(false);
      }
    }
  });
});

it("has the next seat on the left, and the one before on the right", () => {
  everywhere(({ plates, stage }) => {
    const middle = at(stage, 0, 0);
    expect(plates[1]?.x).toBeLessThan(middle.x);
    expect(plates.at(-1)?.x).toBeGreaterThan(middle.x);
  });
});

it("fits the board into the room", () => {
  everywhere(({ stage }, { width, height }) => {
    expect(stage.left).toBeGreaterThanOrEqual(0);
    expect(stage.left + stage.width).toBeLessThanOrEqual(width + 0.01);
    expect(stage.top + stage.height).toBeLessThanOrEqual(height + 0.01);
  });
});

import { expect, it } from "vitest";
import { ABOVE_FOOT, heldSizes, holdSpot, LEAST, nearestAngle, ownSide } from "./holding";
import { layout } from "./layout";

const ROOMS = [
  { width: 846, height: 490, plate: { width: 164, height: 62 } },
  { width: 382, height: 420, plate: { width: 118, height: 54 } },
  { width: 580, height: 240, plate: { width: 144, height: 30 } },
];

it("keeps held poles and the hands around them off all plates, and in the room", () => {
  for (const { width, height, plate } of ROOMS) {
    for (const seats of [3, 4, 5, 6]) {
      const placed = layout(width, height, seats, plate);
      const sizes = heldSizes(placed.stage.width / 1040, LEAST);
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

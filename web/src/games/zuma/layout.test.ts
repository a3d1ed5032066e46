import { expect, it } from "vitest";
import { at, type Layout, layout, type Plate } from "./layout";

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

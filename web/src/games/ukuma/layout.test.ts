import { describe, expect, it } from "vitest";
import type { Camera, Room } from "../../board/camera";
import type { Size, Spot } from "./faces";
import { cellOnScreen, RIM, showingTable, UNIT, under } from "./layout";

const DINING: Size = { files: 17, ranks: 10 };
const CARD: Size = { files: 11, ranks: 8 };
const PHONE: Room = { width: 390, height: 434 };
const WIDE: Room = { width: 864, height: 455 };

/** Whether a cell and the `margin` around it are on the screen, as far as the table goes. */
function inSight(camera: Camera, { x, y }: Spot, size: Size, room: Room, margin: number): boolean {
  const left = Math.max(-RIM, x - margin);
  const right = Math.min(size.files + RIM, x + 1 + margin);
  const top = Math.max(-RIM, size.ranks - 1 - y - margin);
  const bottom = Math.min(size.ranks + RIM, size.ranks - y + margin);
  const fits = (at: number, from: number, to: number, length: number) =>
    at + from * camera.scale * UNIT >= -0.01 && at + to * camera.scale * UNIT <= length + 0.01;
  return fits(camera.x, left, right, room.width) && fits(camera.y, top, bottom, room.height);
}

const START = [
  { x: 5, y: 3 },
  { x: 5, y: 4 },
  { x: 4, y: 3 },
  { x: 6, y: 4 },
];
const LONG = Array.from({ length: 17 }, (_, x) => ({ x, y: 2 + (x % 6) }));
const CORNER = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
];

describe("the camera", () => {
  it.each([
    ["the start on a phone", START, CARD, PHONE],
    ["the start on a wide screen", START, CARD, WIDE],
    ["a front from side to side on a phone", LONG, DINING, PHONE],
    ["a front from side to side on a wide screen", LONG, DINING, WIDE],
    ["a corner of the table", CORNER, DINING, PHONE],
  ] as const)("has everything in sight, with one cell around it: %s", (_, spots, size, room) => {
    const camera = showingTable(spots, size, room);
    for (const spot of spots) expect(inSight(camera, spot, size, room, 1)).toBe(true);
  });

  it("never shows cells that are too small for a finger, if what matters leaves room", () => {
    expect(showingTable(START, DINING, PHONE).scale * UNIT).toBeGreaterThan(34);
    expect(showingTable(START.slice(0, 2), CARD, PHONE).scale * UNIT).toBeGreaterThan(60);
  });

  it("stays on the table where the table is larger than the room", () => {
    const { x, y, scale } = showingTable(CORNER, DINING, PHONE);
    expect(x).toBeCloseTo(RIM * scale * UNIT);
    expect(y + (DINING.ranks + RIM) * scale * UNIT).toBeCloseTo(PHONE.height);
  });

  it("puts a table that fits in the middle", () => {
    const { x, y, scale } = showingTable(
      START,
      { files: 9, ranks: 6 },
      { width: 2000, height: 1000 },
    );
    expect(x * 2 + 9 * scale * UNIT).toBeCloseTo(2000);
    expect(y * 2 + 6 * scale * UNIT).toBeCloseTo(1000);
  });

  it("finds the cell that is seen at a point", () => {
    const camera = showingTable(START, CARD, PHONE);
    for (const spot of START) {
      const { x, y } = under(camera, cellOnScreen(camera, spot, CARD), CARD);
      expect([x, y]).toEqual([expect.closeTo(spot.x + 0.5), expect.closeTo(spot.y + 0.5)]);
    }
  });
});

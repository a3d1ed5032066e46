import { describe, expect, it } from "vitest";
import type { Camera, Room } from "../../board/camera/camera";
import type { Size, Spot } from "./cards";
import {
  aimed,
  cellOnScreen,
  namesAt,
  nearest,
  RIM,
  showingTable,
  step,
  toward,
  UNIT,
  under,
} from "./layout";

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
const FLAT: Room = { width: 302, height: 292 };
const ROOMS = [PHONE, WIDE, FLAT, { width: 320, height: 300 }, { width: 2000, height: 1000 }];
const SIZES: readonly Size[] = [{ files: 9, ranks: 6 }, CARD, DINING];
const EVERYWHERE = SIZES.flatMap((size) => ROOMS.map((room) => ({ size, room })));

/** A front that wanders over the whole table and back again, card by card. */
function wandering({ files, ranks }: Size): Spot[] {
  const there = Array.from({ length: files }, (_, x) => ({ x, y: x % ranks }));
  const start = Math.floor(files / 2);
  return [...there.slice(start), ...there.toReversed(), ...there.slice(0, start)];
}

describe("the camera", () => {
  it.each(EVERYWHERE)(
    "keeps its zoom and both edges in sight in every game: $size.files columns in $room.width × $room.height",
    ({ size, room }) => {
      const game = wandering(size);
      const first = showingTable(game.slice(0, 1), size, room);
      for (let cards = 1; cards <= game.length; cards++) {
        const { scale, y } = showingTable(game.slice(0, cards), size, room);
        expect([scale, y]).toEqual([first.scale, first.y]);
      }
      const rim = RIM * first.scale * UNIT;
      expect(first.y).toBeGreaterThanOrEqual(rim - 0.01);
      expect(first.y + size.ranks * first.scale * UNIT + rim).toBeLessThanOrEqual(
        room.height + 0.01,
      );
    },
  );

  it.each(EVERYWHERE)(
    "shows the latest card with what is beside it: $size.files columns in $room.width × $room.height",
    ({ size, room }) => {
      const game = wandering(size);
      for (let cards = 1; cards <= game.length; cards++) {
        const camera = showingTable(game.slice(0, cards), size, room);
        const latest = game[cards - 1] ?? { x: 0, y: 0 };
        expect(inSight(camera, latest, size, room, 1)).toBe(true);
      }
    },
  );

  it("moves no further than the latest card needs", () => {
    const first = showingTable(START.slice(0, 1), DINING, PHONE);
    expect(showingTable(START, DINING, PHONE)).toEqual(first);
    const width = first.scale * UNIT;
    const seen = (PHONE.width - first.x) / width;
    const beside = { x: Math.floor(seen), y: 3 };
    const moved = showingTable([...START, beside], DINING, PHONE);
    expect(first.x - moved.x).toBeCloseTo((beside.x + 2 - seen) * width);
  });

  it("shows the whole table wherever a finger can hit its cells", () => {
    for (const { size, room } of EVERYWHERE) {
      const { scale, x } = showingTable([{ x: 0, y: 0 }], size, room);
      const whole = x >= 0 && x + size.files * scale * UNIT <= room.width;
      expect(whole || room.width / (size.files + 2 * RIM) < 24).toBe(true);
    }
  });

  it("never shows cells that are too small for a finger, if the rows leave room", () => {
    for (const { size, room } of EVERYWHERE) {
      const rows = room.height / (size.ranks + 2 * RIM);
      expect(showingTable(START, size, room).scale * UNIT).toBeGreaterThanOrEqual(
        Math.min(24, rows),
      );
    }
  });

  it("stays on the table where the table is larger than the room", () => {
    for (const x of [0, 16]) {
      const camera = showingTable([...START, { x, y: 0 }], DINING, PHONE);
      const end = camera.x + (DINING.files + RIM) * camera.scale * UNIT;
      if (x === 0) expect(camera.x).toBeCloseTo(RIM * camera.scale * UNIT);
      else expect(end).toBeCloseTo(PHONE.width);
    }
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

  it("writes the names on the rim, or at the picture's edge where that is out of sight", () => {
    for (const { size, room } of EVERYWHERE) {
      const camera = showingTable([{ x: 0, y: 0 }], size, room);
      const cell = camera.scale * UNIT;
      const { x, y } = namesAt(camera, size, room);
      const [left, bottom] = [camera.x, camera.y + size.ranks * cell];
      expect(Math.abs(x - (left - (RIM * cell) / 2))).toBeLessThan(11);
      expect(Math.abs(y - (bottom + (RIM * cell) / 2))).toBeLessThan(11);
      const near = { x: -5000, y: -50, scale: 10 };
      expect(namesAt(near, size, room)).toEqual({ x: 11, y: room.height - 11 });
    }
  });

  it("finds the cell that is seen at a point", () => {
    const camera = showingTable(START, CARD, PHONE);
    for (const spot of START) {
      const { x, y } = under(camera, cellOnScreen(camera, spot, CARD), CARD);
      expect([x, y]).toEqual([expect.closeTo(spot.x + 0.5), expect.closeTo(spot.y + 0.5)]);
    }
  });
});

const SIZE = { files: 11, ranks: 8 };
const LEFT = { x: 3, y: 3 };
const RIGHT = { x: 7, y: 4 };
const AHEAD = { x: 5, y: 6 };
const FRONT = [LEFT, RIGHT, AHEAD];

describe("the keyboard on the table", () => {
  it("goes along the front, to the nearest cell in that direction", () => {
    expect(toward(FRONT, LEFT, "ArrowRight")).toEqual(RIGHT);
    expect(toward(FRONT, RIGHT, "ArrowLeft")).toEqual(LEFT);
    expect(toward(FRONT, LEFT, "ArrowUp")).toEqual(AHEAD);
    expect(toward(FRONT, AHEAD, "ArrowDown")).toEqual(RIGHT);
  });

  it("stays where nothing is in that direction", () => {
    expect(toward(FRONT, LEFT, "ArrowLeft")).toEqual(LEFT);
    expect(toward([], LEFT, "ArrowRight")).toEqual(LEFT);
    expect(toward(FRONT, LEFT, "x")).toEqual(LEFT);
  });

  it("goes over every cell when told to, but not off the table", () => {
    expect(step(LEFT, "ArrowUp", SIZE)).toEqual({ x: 3, y: 4 });
    expect(step({ x: 0, y: 0 }, "ArrowLeft", SIZE)).toEqual({ x: 0, y: 0 });
    expect(step({ x: 10, y: 7 }, "ArrowUp", SIZE)).toEqual({ x: 10, y: 7 });
  });

  it("goes on to what is nearest", () => {
    expect(nearest(FRONT, { x: 6, y: 4 })).toEqual(RIGHT);
    expect(nearest([], LEFT)).toBeNull();
  });
});

describe("a card that is let go", () => {
  it("goes into the cell under it", () => {
    expect(aimed({ x: 1.2, y: 6.9 }, FRONT, SIZE)).toEqual({ x: 1, y: 6 });
  });

  it("goes into a cell of the front from a little beside it", () => {
    expect(aimed({ x: 2.7, y: 3.5 }, FRONT, SIZE)).toEqual(LEFT);
    expect(aimed({ x: 2.5, y: 3.5 }, FRONT, SIZE)).toEqual({ x: 2, y: 3 });
    expect(aimed({ x: 7.5, y: 5.3 }, FRONT, SIZE)).toEqual(RIGHT);
  });

  it("goes into the nearer of two cells of the front", () => {
    const both = [
      { x: 3, y: 3 },
      { x: 3, y: 5 },
    ];
    expect(aimed({ x: 3.5, y: 4.3 }, both, SIZE)).toEqual({ x: 3, y: 3 });
    expect(aimed({ x: 3.5, y: 4.5 }, both, SIZE)).toEqual({ x: 3, y: 4 });
    expect(aimed({ x: 3.5, y: 4.7 }, both, SIZE)).toEqual({ x: 3, y: 5 });
  });

  it("goes nowhere beside the table", () => {
    expect(aimed({ x: -0.2, y: 3 }, FRONT, SIZE)).toBeNull();
    expect(aimed({ x: 3, y: 8.3 }, FRONT, SIZE)).toBeNull();
  });
});

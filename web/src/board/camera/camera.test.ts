import { describe, expect, it } from "vitest";
import {
  around,
  besideButtons,
  beyond,
  inDrawing,
  onScreen,
  panned,
  pinched,
  revealing,
  type Side,
  showing,
  toward,
  zoomed,
} from "./camera";

const room = { width: 800, height: 400 };
const camera = { x: 400, y: 200, scale: 0.5 };
const spot = { x: 130, y: 310 };

describe("the camera", () => {
  it("finds the point of the drawing under a point of the screen", () => {
    const point = { x: -300, y: -200 };
    expect(onScreen(camera, point)).toEqual({ x: 250, y: 100 });
    expect(inDrawing(camera, onScreen(camera, point))).toEqual(point);
  });

  it.each([0.3, 0.9, 1.4])("comes nearer by %d around the pointer", (factor) => {
    const before = { x: (spot.x - camera.x) / camera.scale, y: (spot.y - camera.y) / camera.scale };
    const after = zoomed(camera, factor, spot);
    expect(after.scale).toBeCloseTo(0.5 * factor);
    expect(after.x + before.x * after.scale).toBeCloseTo(spot.x);
    expect(after.y + before.y * after.scale).toBeCloseTo(spot.y);
  });

  it("keeps to its ends, and stays where it is there", () => {
    const near = zoomed(camera, 1000, spot);
    expect(zoomed(near, 2, { x: 1, y: 1 })).toEqual(near);
    expect(zoomed(camera, 0.0001, spot).scale).toBeGreaterThan(0.01);
  });

  it("has its buttons below, unless the room is clearly wide", () => {
    const left = ([width, height]: [number, number]) => besideButtons({ width, height });
    expect(left([864, 455])).toEqual({ width: 808, height: 455 });
    expect(left([390, 381])).toEqual({ width: 390, height: 325 });
    expect(left([390, 480])).toEqual({ width: 390, height: 424 });
  });

  it("follows a finger", () => {
    expect(panned(camera, { x: 5, y: -7 })).toEqual({ x: 405, y: 193, scale: 0.5 });
  });

  it("keeps what is under two fingers under them", () => {
    const from = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ] as const;
    const to = [
      { x: 60, y: 150 },
      { x: 260, y: 150 },
    ] as const;
    const after = pinched(camera, from, to);
    expect(after.scale).toBeCloseTo(1);
    from.forEach((finger, index) => {
      const under = (finger.x - camera.x) / camera.scale;
      expect(after.x + under * after.scale).toBeCloseTo(to[index]?.x ?? Number.NaN);
    });
  });
});

describe("showing a box", () => {
  it.each([
    [[{ x: 0, y: 0 }]],
    [
      [
        { x: -900, y: 0 },
        { x: 1200, y: 300 },
      ],
    ],
    [
      [
        { x: 0, y: -1400 },
        { x: 100, y: 2000 },
      ],
    ],
  ])("has every point and its margin on the screen: %o", (points) => {
    const box = around(points, 150);
    const all = showing(box, room, 1, 40);
    const corners = [
      onScreen(all, { x: box.left, y: box.top }),
      onScreen(all, { x: box.right, y: box.bottom }),
    ];
    for (const { x, y } of corners) {
      expect(x).toBeGreaterThanOrEqual(-0.01);
      expect(x).toBeLessThanOrEqual(room.width + 0.01);
      expect(y).toBeGreaterThanOrEqual(39.99);
      expect(y).toBeLessThanOrEqual(room.height + 0.01);
    }
  });

  it("puts the middle in the middle, and draws nothing too large", () => {
    const all = showing({ left: 400, right: 600, top: 350, bottom: 450 }, room, 0.86);
    expect(onScreen(all, { x: 500, y: 400 })).toEqual({ x: 400, y: 200 });
    expect(all.scale).toBe(0.86);
  });
});

const narrow = { width: 400, height: 200 };
const table = { left: 0, right: 1000, top: 0, bottom: 600 };
const fixed = { x: -100, y: -50, scale: 0.8 };
const SIDES: Side[] = ["left", "right", "top", "bottom"];

describe("what is out of sight", () => {
  it("is counted on every side", () => {
    expect(beyond(table, fixed, narrow)).toEqual({ left: 100, right: 300, top: 50, bottom: 230 });
  });

  it("is nothing where the drawing ends before the room", () => {
    const hidden = beyond(table, { x: 10, y: 10, scale: 0.1 }, narrow);
    for (const side of SIDES) expect(hidden[side]).toBeLessThan(0);
  });
});

describe("a step to one side", () => {
  it.each(SIDES)("shows what is %s and keeps the other axis", (side) => {
    const hidden = beyond(table, fixed, narrow);
    const after = beyond(table, toward(side, fixed, hidden, narrow), narrow);
    expect(after[side]).toBeLessThan(hidden[side]);
    expect(after[side]).toBeGreaterThanOrEqual(0);
    const across = side === "left" || side === "right";
    const kept: Side = across ? "top" : "left";
    expect(after[kept]).toBe(hidden[kept]);
  });

  it.each(SIDES)("leads to the end on the side %s and stays there", (side) => {
    let at = fixed;
    for (let press = 0; press < 10; press++)
      at = toward(side, at, beyond(table, at, narrow), narrow);
    expect(beyond(table, at, narrow)[side]).toBeCloseTo(0);
    expect(toward(side, at, beyond(table, at, narrow), narrow)).toEqual(at);
  });

  it("keeps something in sight that was in sight before", () => {
    const after = toward("right", fixed, beyond(table, fixed, narrow), narrow);
    expect(fixed.x - after.x).toBeLessThan(narrow.width / 2);
  });
});

describe("a place that has to be seen", () => {
  it("moves nothing where it is seen", () => {
    expect(revealing(fixed, { x: 300, y: 200 }, 50, narrow)).toEqual(fixed);
  });

  it.each([
    { x: 20, y: 20 },
    { x: 980, y: 590 },
    { x: 300, y: 590 },
  ])("comes into sight with some room around it", (point) => {
    const seen = onScreen(revealing(fixed, point, 50, narrow), point);
    expect(seen.x).toBeGreaterThanOrEqual(40);
    expect(seen.x).toBeLessThanOrEqual(360);
    expect(seen.y).toBeGreaterThanOrEqual(40);
    expect(seen.y).toBeLessThanOrEqual(160);
  });
});

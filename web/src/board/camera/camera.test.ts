import { describe, expect, it } from "vitest";
import {
  around,
  besideButtons,
  inDrawing,
  onScreen,
  panned,
  pinched,
  showing,
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

import { describe, expect, it } from "vitest";
import { onScreen, panned, pinched, placeUnder, showing, toward, zoomed } from "./camera";

const room = { width: 800, height: 400 };
const camera = { x: 400, y: 200, scale: 0.5 };
const spot = { x: 130, y: 310 };

describe("the camera", () => {
  it("finds the place under a point, and the point of a place", () => {
    const place = { x: -3, y: 2 };
    expect(onScreen(camera, place)).toEqual({ x: 250, y: 100 });
    expect(placeUnder(camera, onScreen(camera, place))).toEqual(place);
    expect(placeUnder(camera, { x: 399, y: 201 })).toEqual({ x: 0, y: 0 });
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

describe("showing all", () => {
  it.each([
    [[{ x: 0, y: 0 }]],
    [
      [
        { x: -9, y: 0 },
        { x: 12, y: 3 },
      ],
    ],
    [
      [
        { x: 0, y: -14 },
        { x: 1, y: 20 },
      ],
    ],
  ])("has every place and its neighbours on the screen: %o", (places) => {
    const all = showing(places, room, 40);
    for (const { x, y } of places) {
      for (const beside of [
        { x: x - 1.5, y },
        { x: x + 1.5, y },
        { x, y: y - 1.5 },
        { x, y: y + 1.5 },
      ]) {
        const at = onScreen(all, beside);
        expect(at.x).toBeGreaterThanOrEqual(0);
        expect(at.x).toBeLessThanOrEqual(room.width);
        expect(at.y).toBeGreaterThanOrEqual(40);
        expect(at.y).toBeLessThanOrEqual(room.height);
      }
    }
  });

  it("puts the middle in the middle", () => {
    const all = showing(
      [
        { x: 4, y: 4 },
        { x: 6, y: 4 },
      ],
      room,
    );
    expect(onScreen(all, { x: 5, y: 4 })).toEqual({ x: 400, y: 200 });
  });
});

it("walks to the nearest place in the direction of the arrow", () => {
  const places = [
    { x: 0, y: 1 },
    { x: 1, y: 0 },
    { x: 0, y: -1 },
    { x: -4, y: 0 },
  ];
  const from = { x: 0, y: 1 };
  expect(toward(places, from, "ArrowRight")).toEqual({ x: 1, y: 0 });
  expect(toward(places, from, "ArrowLeft")).toEqual({ x: -4, y: 0 });
  expect(toward(places, from, "ArrowDown")).toEqual({ x: 0, y: -1 });
  expect(toward(places, from, "ArrowUp")).toBeNull();
  expect(toward(places, from, "x")).toBeNull();
});

import { describe, expect, it } from "vitest";
import { beyond, onScreen, revealing, type Side, toward } from "./camera";

const room = { width: 400, height: 200 };
const table = { left: 0, right: 1000, top: 0, bottom: 600 };
const camera = { x: -100, y: -50, scale: 0.8 };
const SIDES: Side[] = ["left", "right", "top", "bottom"];

describe("what is out of sight", () => {
  it("is counted on every side", () => {
    expect(beyond(table, camera, room)).toEqual({ left: 100, right: 300, top: 50, bottom: 230 });
  });

  it("is nothing where the drawing ends before the room", () => {
    const hidden = beyond(table, { x: 10, y: 10, scale: 0.1 }, room);
    for (const side of SIDES) expect(hidden[side]).toBeLessThan(0);
  });
});

describe("a step to one side", () => {
  it.each(SIDES)("shows what is %s and keeps the other axis", (side) => {
    const hidden = beyond(table, camera, room);
    const after = beyond(table, toward(side, camera, hidden, room), room);
    expect(after[side]).toBeLessThan(hidden[side]);
    expect(after[side]).toBeGreaterThanOrEqual(0);
    const across = side === "left" || side === "right";
    const kept: Side = across ? "top" : "left";
    expect(after[kept]).toBe(hidden[kept]);
  });

  it.each(SIDES)("leads to the end on the side %s and stays there", (side) => {
    let at = camera;
    for (let press = 0; press < 10; press++) at = toward(side, at, beyond(table, at, room), room);
    expect(beyond(table, at, room)[side]).toBeCloseTo(0);
    expect(toward(side, at, beyond(table, at, room), room)).toEqual(at);
  });

  it("keeps something in sight that was in sight before", () => {
    const after = toward("right", camera, beyond(table, camera, room), room);
    expect(camera.x - after.x).toBeLessThan(room.width / 2);
  });
});

describe("a place that has to be seen", () => {
  it("moves nothing where it is seen", () => {
    expect(revealing(camera, { x: 300, y: 200 }, 50, room)).toEqual(camera);
  });

  it.each([
    { x: 20, y: 20 },
    { x: 980, y: 590 },
    { x: 300, y: 590 },
  ])("comes into sight with some room around it", (point) => {
    const seen = onScreen(revealing(camera, point, 50, room), point);
    expect(seen.x).toBeGreaterThanOrEqual(40);
    expect(seen.x).toBeLessThanOrEqual(360);
    expect(seen.y).toBeGreaterThanOrEqual(40);
    expect(seen.y).toBeLessThanOrEqual(160);
  });
});

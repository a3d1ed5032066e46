import { Vector3 } from "three";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Orbit, USUAL } from "./camera";
import { FALLING, Glide } from "./glide";
import { atHeight } from "./pointing";

vi.mock("../../../ui/motion", () => ({ duration: (milliseconds: number) => milliseconds }));

const SIGHT = [-1, 4].flatMap((x) =>
  [-1, 3].flatMap((y) => [-0.4, 3].map((z) => new Vector3(x, y, z))),
);

let orbit: Orbit;
beforeEach(() => {
  orbit = new Orbit();
  orbit.look(SIGHT);
});

/** Where a point is seen: from -1 to 1 on both axes. */
function seen(point: Vector3): Vector3 {
  return point.clone().project(orbit.camera);
}

describe.each([
  [1280, 800],
  [390, 844],
  [844, 200],
])("in a picture of %i by %i", (width, height) => {
  test("everything is seen from every side, and fills the picture in one direction", () => {
    orbit.resize(width, height);
    for (let step = 0; step < 24; step += 1) {
      const all = SIGHT.map(seen);
      const reach = Math.max(...all.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
      expect(reach).toBeLessThan(1);
      expect(reach).toBeGreaterThan(0.94);
      orbit.turn(37, step % 2 === 0 ? 30 : -25);
    }
  });

  test("a ray goes to what is seen there", () => {
    orbit.resize(width, height);
    orbit.turn(-120, 15);
    const point = new Vector3(2.3, 0.7, 1);
    const { x, y } = seen(point);
    const there = atHeight(orbit.ray(((x + 1) / 2) * width, ((1 - y) / 2) * height), 1);
    expect(there?.x).toBeCloseTo(point.x, 6);
    expect(there?.y).toBeCloseTo(point.y, 6);
  });
});

test("the board is never seen from below, nor upside down", () => {
  orbit.resize(600, 600);
  orbit.turn(0, -5000);
  expect(orbit.camera.position.z).toBeGreaterThan(1);
  orbit.turn(0, 5000);
  expect(new Vector3(0, 1, 0).applyQuaternion(orbit.camera.quaternion).y).toBeGreaterThan(0);
});

test("a drag to the right turns the near side of the board to the right", () => {
  orbit.resize(600, 600);
  const near = new Vector3(1.5, -1, 0);
  const before = seen(near).x;
  orbit.turn(40, 0);
  expect(seen(near).x).toBeGreaterThan(before);
});

test("it goes back to the usual view the shorter way round, and then stands still", () => {
  orbit.resize(600, 600);
  orbit.turn(-2000, 100);
  expect(orbit.usual).toBe(false);
  orbit.back();
  expect(orbit.usual).toBe(true);
  expect(Math.abs(orbit.angle - USUAL.angle)).toBeLessThanOrEqual(Math.PI + 1e-9);
  let steps = 0;
  while (orbit.step(16)) steps += 1;
  expect(steps).toBeGreaterThan(5);
  expect(orbit.angle).toBeCloseTo(USUAL.angle, 9);
  expect(orbit.step(16)).toBe(false);
});

test("a number glides to another one and arrives exactly", () => {
  const glide = new Glide(1);
  glide.to(3, 100);
  glide.step(50);
  expect(glide.now).toBeGreaterThan(2);
  expect(glide.moving).toBe(true);
  glide.step(60);
  expect(glide.now).toBe(3);
  expect(glide.moving).toBe(false);
});

test("told the same again, it goes on; told another, it sets out from where it is", () => {
  const glide = new Glide(0);
  glide.to(1, 100);
  glide.step(50);
  const there = glide.now;
  glide.to(1, 100);
  glide.step(50);
  expect(glide.moving).toBe(false);
  glide.to(0, 100);
  glide.step(10);
  expect(glide.now).toBeGreaterThan(there * 0.5);
});

test("without time it is there at once, even on its way", () => {
  const glide = new Glide(0);
  glide.to(1, 100);
  glide.to(1, 0);
  expect([glide.now, glide.moving]).toEqual([1, false]);
});

test("it follows at once, unless it has still to come there", () => {
  const glide = new Glide(0);
  glide.follow(2);
  expect(glide.now).toBe(2);
  glide.to(4, 100);
  glide.follow(6);
  expect(glide.now).toBe(2);
  glide.step(100);
  expect(glide.now).toBe(6);
});

test("what falls is slow at first", () => {
  const glide = new Glide(0);
  glide.to(1, 100, FALLING);
  glide.step(50);
  expect(glide.now).toBeCloseTo(0.25, 9);
});

import { expect, it } from "vitest";
import { FRAME, POLES_AT, RADIUS, rimPoint, TILT } from "./rim";

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

import { expect, test } from "vitest";
import { FALLING, Glide } from "./glide";

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

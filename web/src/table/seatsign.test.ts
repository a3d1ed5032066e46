import { render } from "svelte/server";
import { expect, it } from "vitest";
import SeatSign from "../board/SeatSign.svelte";

it("has a shape of its own for each of six seats", () => {
  const shapes = [0, 1, 2, 3, 4, 5].map((seat) => render(SeatSign, { props: { seat } }).body);
  expect(new Set(shapes).size).toBe(6);
});

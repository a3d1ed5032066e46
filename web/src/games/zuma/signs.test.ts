import { expect, it } from "vitest";
import { DRAWINGS } from "./drawings";
import { letterOf, SETS, type SignName } from "./signs";

const ALL: readonly SignName[] = [...SETS, "zuma"];

it("gives ten sets and Zuma a letter each", () => {
  expect(ALL.map(letterOf).join("")).toBe("ABCDEFGHIJZ");
});

it("gives each a ground of its own", () => {
  expect(new Set(ALL.map((sign) => DRAWINGS[sign].ground)).size).toBe(ALL.length);
});

it.each(ALL)("draws %s inside its square", (sign) => {
  for (const [x, y] of DRAWINGS[sign].layers.flatMap(([, path]) => points(path))) {
    expect(Math.max(Math.abs(x), Math.abs(y)), `${sign} at ${x},${y}`).toBeLessThanOrEqual(52);
  }
});

/** Where each part of a path ends or bends; the commands are those that the drawings use. */
function points(path: string): [number, number][] {
  const found: [number, number][] = [];
  let [x, y] = [0, 0];
  const go = (to: [number, number]): void => {
    [x, y] = to;
    found.push(to);
  };
  for (const [, command = "", rest = ""] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const n = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    const at = (i: number): number => n[i] ?? Number.NaN;
    if (command === "H") go([at(0), y]);
    else if (command === "V") go([x, at(0)]);
    else if (command === "A") go([at(5), at(6)]);
    else if (command === "a") go([x + at(5), y + at(6)]);
    else if (command === "c") go([x + at(4), y + at(5)]);
    else if ("MLC".includes(command)) for (let i = 0; i < n.length; i += 2) go([at(i), at(i + 1)]);
    else if (command !== "Z") throw new Error(`${command} in ${path}`);
  }
  return found;
}

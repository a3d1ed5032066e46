import { expect, it } from "vitest";
import { buildName } from "./buildname";

it("names a build after its files, in whatever order they come", () => {
  const files = ["assets/index-Da7sQPNg.js", "assets/index-BvIVG4yJ.css"];
  expect(buildName(files)).toMatch(/^[0-9a-f]{16}$/);
  expect(buildName(files.toReversed())).toBe(buildName(files));
  expect(buildName([...files.slice(1), "assets/index-Da7sQPNh.js"])).not.toBe(buildName(files));
});

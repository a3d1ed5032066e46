import { describe, expect, it } from "vitest";
import { back, type Draft, EMPTY, lit, touch } from "./draft";

const reach = { a1: { a2: ["a1", "b2"], b1: ["a1"] }, e9: { e8: ["e9"] } };
const towers = ["a1", "e9", "i5"];
const taken: Draft = { step: "to", tower: "a1" };
const put: Draft = { step: "peg", tower: "a1", to: "a2" };

describe("a turn that is begun", () => {
  it("lights up what may come next", () => {
    expect(lit(reach, EMPTY)).toEqual(["a1", "e9"]);
    expect(lit(reach, taken)).toEqual(["a2", "b1"]);
    expect(lit(reach, put)).toEqual(["a1", "b2"]);
  });

  it("goes from tower to hollow to peg", () => {
    expect(touch(reach, towers, EMPTY, "a1")).toEqual({ draft: taken });
    expect(touch(reach, towers, taken, "a2")).toEqual({ draft: put });
    expect(touch(reach, towers, put, "b2")).toEqual({ turn: { tower: "a1", to: "a2", peg: "b2" } });
  });

  it("puts the peg where the tower came from", () => {
    expect(touch(reach, towers, put, "a1")).toEqual({ turn: { tower: "a1", to: "a2", peg: "a1" } });
  });

  it("is given up or taken back by touching the tower again", () => {
    expect(touch(reach, towers, taken, "a1")).toEqual({ draft: EMPTY });
    expect(touch(reach, towers, put, "a2")).toEqual({ draft: taken });
    expect(back(put)).toEqual(taken);
    expect(back(taken)).toEqual(EMPTY);
  });

  it("changes to another tower", () => {
    const other = { draft: { step: "to", tower: "e9" } };
    expect(touch(reach, towers, taken, "e9")).toEqual(other);
    expect(touch(reach, towers, put, "e9")).toEqual(other);
  });

  it.each<[Draft, string, string]>([
    [EMPTY, "c3", "no_tower"],
    [EMPTY, "i5", "shut_in"],
    [taken, "c3", "out_of_reach"],
    [taken, "i5", "shut_in"],
    [put, "c3", "not_beside"],
  ])("says why not: %o %s", (draft, hollow, why) => {
    expect(touch(reach, towers, draft, hollow)).toEqual({ why });
  });
});

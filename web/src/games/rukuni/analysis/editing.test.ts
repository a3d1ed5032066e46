import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OPENING } from "../moves";
import { Editing } from "./editing.svelte";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a position that is put together", () => {
  it("begins with what was shown, and can be analysed", () => {
    const editing = new Editing(OPENING);
    expect([editing.text, editing.lack]).toEqual([OPENING, null]);
  });

  it("says what is missing, one or many", () => {
    const editing = new Editing(OPENING);
    editing.touch("a1", "tower");
    expect(editing.lack).toBe("1 tower is missing: there are always six.");
    editing.put("a5", "grey");
    expect(editing.lack).toBe("2 towers are missing: there are always six.");
    expect(editing.text).toBe("T3T/6/7/8/T7T/8/7/6/4g w");
    editing.clear();
    editing.begin();
    editing.put("e5", "tower");
    expect(editing.lack).toBe("1 tower too many: there are always six.");
  });

  it("has no more than 25 pegs of a colour", () => {
    const editing = new Editing(OPENING);
    editing.type("T3T/wwwwww/wwwwwww/wwwwwwww/TwwwwwwwT/8/7/6/T3T g");
    expect(editing.lack).toBe("Each colour has 25 pegs, no more.");
  });

  it("follows what is typed, and the text follows the board", () => {
    const editing = new Editing(OPENING);
    editing.type("T3T/6/7/8/T3g3T/8/7/6/T3T g");
    expect([editing.placed.pieces.get("e5"), editing.placed.toMove]).toEqual(["grey", "grey"]);
    editing.handTo("white");
    expect(editing.text).toBe("T3T/6/7/8/T3g3T/8/7/6/T3T w");
  });

  it("is none while the text is none; the board stays as it was", () => {
    const editing = new Editing(OPENING);
    editing.type("T3T/");
    expect(editing.lack).toBe("“T3T/” isn’t a position.");
    expect(editing.position).toBe(OPENING);
    editing.put("e5", "white");
    expect(editing.lack).toBeNull();
    editing.close();
  });
});

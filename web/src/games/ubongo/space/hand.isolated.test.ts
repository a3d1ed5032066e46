import { Vector3 } from "three";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Bench, Held, Placed } from "../bench";
import { type Cell, readOutline, UPRIGHT } from "../layout";
import { Orbit } from "./camera";
import { centre } from "./cast";
import { type Deeds, listen, SWIPE_MS, type Under } from "./gestures";
import { Hand } from "./hand";

vi.mock("../../../ui/motion", () => ({ duration: () => 0 }));

const SIZE = 600;
/** In the upper left corner of the picture. */
const BESIDE = { x: 105, y: 55 };
const A: Placed = {
  piece: "A",
  cubes: [
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
  ],
};

let orbit: Orbit;
let hand: Hand;
let done: string[];
let lying: Placed[];
let held: Held | null;
let mayBuild: boolean;
/** Where the bench lets a piece lie. */
let fits: boolean;

function said({ x, y }: Cell): string {
  return [x, y].map((value) => (Math.round(value * 10) / 10 + 0).toFixed(1)).join(" ");
}

beforeEach(() => {
  done = [];
  lying = [A];
  held = null;
  mayBuild = true;
  fits = true;
  const bench: Bench = {
    outline: readOutline("###/###"),
    task: ["A", "B"],
    get lying() {
      return lying;
    },
    get held() {
      return held;
    },
    get mayBuild() {
      return mayBuild;
    },
    turnOf: () => UPRIGHT,
    take(piece) {
      done.push(`take ${piece}`);
      lying = lying.filter((placed) => placed.piece !== piece);
      held = { piece, turn: UPRIGHT, at: null, target: null };
    },
    tumble: (way) => done.push(`tumble ${way}`),
    carry(at) {
      done.push(at ? `carry ${said(at)}` : "carry off");
      if (held) held = { ...held, at, target: at && fits ? A.cubes : null };
    },
    nudge() {},
    drop: () => done.push("drop"),
    explainHeld: () => done.push("explain"),
    putBack: () => done.push("put back"),
    undo() {},
  };
  orbit = new Orbit();
  orbit.look([-1.5, 3.5].flatMap((x) => [-1.5, 2.5].map((y) => new Vector3(x, y, 0))));
  orbit.resize(SIZE, SIZE);
  const room = { left: 100, top: 50, right: 100 + SIZE, bottom: 50 + SIZE };
  hand = new Hand(
    bench,
    { getBoundingClientRect: () => room as DOMRect },
    orbit,
    { over: ({ x, y }) => x > -1.5 && x < 3.5 && y > -1.5 && y < 2.5 },
    {
      standing: () => lying.map(({ piece, cubes }) => [piece, cubes] as const),
      where: (piece) => {
        const found = lying.find((placed) => placed.piece === piece);
        return found ? centre(found.cubes) : null;
      },
    },
    () => {},
  );
});

/** The point of the screen where a point in space is seen. */
function on(x: number, y: number, z: number) {
  const { x: right, y: up } = new Vector3(x, y, z).project(orbit.camera);
  return { x: 100 + ((right + 1) / 2) * SIZE, y: 50 + ((1 - up) / 2) * SIZE };
}

test("what is under a finger", () => {
  expect(hand.under(on(0, 0, 1))).toBe("piece");
  expect(hand.under(on(2, 0, 0))).toBe("nothing");
  held = { piece: "B", turn: UPRIGHT, at: null, target: null };
  expect(hand.under(on(0, 0, 1))).toBe("held");
  expect(hand.under(on(2, 0, 0))).toBe("held");
  expect(hand.under(BESIDE)).toBe("nothing");
  mayBuild = false;
  expect(hand.under(on(0, 0, 1))).toBe("nothing");
});

test("a lying piece is carried by the point where it was grabbed", () => {
  hand.grab(on(0.2, 0.9, 1));
  hand.carry(on(1.2, 0.9, 1), false);
  expect(done).toEqual(["take A", "carry 1.0 0.5"]);
  hand.letGo(on(2.2, 0.9, 1), false);
  expect(done.slice(2)).toEqual(["carry 2.0 0.5", "drop"]);
  expect(hand.carried).toBeNull();
});

test("the piece in hand comes to a finger anywhere on the board, and leaves what lies there alone", () => {
  held = { piece: "B", turn: UPRIGHT, at: null, target: null };
  hand.grab(on(0, 0, 1));
  hand.carry(on(2, 1, 1), false);
  expect(done).toEqual(["carry 2.0 1.0"]);
});

test("a finger carries it above itself", () => {
  hand.grab(on(0.2, 0.9, 1));
  const { x, y } = on(1.2, 0.9, 1);
  hand.carry({ x, y: y + 56 }, true);
  expect(done.at(-1)).toBe("carry 1.0 0.5");
});

describe("letting go", () => {
  test("of a lying piece beside the board puts it back into the tray", () => {
    hand.grab(on(0, 0, 1));
    hand.letGo(BESIDE, false);
    expect(done.slice(-2)).toEqual(["carry off", "put back"]);
  });

  test("of the piece in hand beside the board keeps it in hand", () => {
    held = { piece: "A", turn: UPRIGHT, at: null, target: null };
    hand.grab(on(0, 0, 1));
    hand.letGo(BESIDE, false);
    expect(done).toEqual(["carry off"]);
  });

  test("of the piece in hand where it does not fit says why, and keeps it in hand", () => {
    held = { piece: "A", turn: UPRIGHT, at: null, target: null };
    fits = false;
    hand.grab(on(0, 0, 1));
    hand.letGo(on(1, 0, 1), false);
    expect(done).toEqual(["carry 1.0 0.5", "explain"]);
    expect(held?.piece).toBe("A");
  });

  test("of it outside of the picture puts it back", () => {
    held = { piece: "A", turn: UPRIGHT, at: null, target: null };
    hand.grab(on(0, 0, 1));
    hand.letGo({ x: 300, y: 900 }, false);
    expect(done.at(-1)).toBe("put back");
  });

  test("by the system's will brings a lying piece back to where it was", () => {
    hand.grab(on(0, 0, 1));
    hand.carry(on(1, 0, 1), false);
    hand.letGo(null, false);
    expect(done.at(-1)).toBe("drop");
  });
});

describe("a tap", () => {
  test("takes a lying piece", () => {
    hand.tap(on(0, 1, 1));
    expect(done).toEqual(["take A"]);
  });

  test("puts the piece in hand there, or says why it does not fit", () => {
    held = { piece: "B", turn: UPRIGHT, at: null, target: null };
    hand.tap(on(2, 1, 0));
    expect(done).toEqual(["carry 2.0 1.0", "drop"]);
    fits = false;
    hand.tap(on(1, 1, 0));
    expect(done.slice(2)).toEqual(["carry 1.0 1.0", "explain"]);
  });

  test("on a lying piece puts it on top of that", () => {
    held = { piece: "B", turn: UPRIGHT, at: null, target: null };
    hand.tap(on(0, 0, 1));
    expect(done).toEqual(["carry 0.0 0.0", "drop"]);
  });

  test("does nothing when one may not build", () => {
    mayBuild = false;
    hand.tap(on(0, 1, 1));
    hand.swipe({ x: 50, y: 0 });
    expect(done).toEqual([]);
  });
});

test("a swipe goes the way it is seen in a turned view", () => {
  held = { piece: "B", turn: UPRIGHT, at: null, target: null };
  hand.swipe({ x: 50, y: 0 });
  while (orbit.angle < Math.PI / 2) hand.turnView(-10, 0);
  hand.swipe({ x: 50, y: 0 });
  expect(done).toEqual(["tumble right", "tumble away"]);
});

describe("a drag from the tray", () => {
  beforeEach(() => {
    held = { piece: "B", turn: UPRIGHT, at: null, target: null };
  });

  test("carries by the middle of the piece, and drops", () => {
    expect(hand.carryFrom(on(1, 1, 1), false)).toBe(true);
    expect(done).toEqual(["carry 1.0 1.0"]);
    expect(hand.dropAt(on(2, 1, 1), false)).toBe(true);
    expect(done.slice(1)).toEqual(["carry 2.0 1.0", "drop"]);
  });

  test("leaves the piece in hand beside the board and outside of the picture", () => {
    expect(hand.carryFrom({ x: 0, y: 0 }, false)).toBe(false);
    expect(hand.dropAt({ x: 0, y: 0 }, false)).toBe(false);
    expect(hand.dropAt(BESIDE, false)).toBe(false);
    expect(done).not.toContain("drop");
  });
});

/** A canvas as far as gestures need one. */
class Canvas extends EventTarget {
  dataset: Record<string, string> = {};
  setPointerCapture() {}
  getBoundingClientRect() {
    return { width: 400, height: 400 };
  }
  send(kind: string, x: number, y: number, more: object = {}) {
    const event = new Event(kind, { cancelable: true });
    const usual = { pointerId: 1, pointerType: "touch", button: 0, clientX: x, clientY: y };
    this.dispatchEvent(Object.assign(event, usual, more));
  }
}

let canvas: Canvas;
let under: Under;
let holding: boolean;
let gestured: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  canvas = new Canvas();
  under = "nothing";
  holding = false;
  gestured = [];
  const deeds: Deeds = {
    under: () => under,
    holding: () => holding,
    turnView: (dx, dy) => gestured.push(`turn ${dx} ${dy}`),
    grab: ({ x, y }) => gestured.push(`grab ${x} ${y}`),
    carry: ({ x, y }) => gestured.push(`carry ${x} ${y}`),
    letGo: (point) => gestured.push(point ? `let go ${point.x} ${point.y}` : "broken off"),
    swipe: ({ x, y }) => gestured.push(`swipe ${x} ${y}`),
    tap: ({ x, y }) => gestured.push(`tap ${x} ${y}`),
  };
  stop = listen(canvas as unknown as HTMLCanvasElement, deeds);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("a press that shakes a little is a tap", () => {
  canvas.send("pointerdown", 10, 10);
  canvas.send("pointermove", 13, 12);
  canvas.send("pointerup", 13, 12);
  expect(gestured).toEqual(["tap 13 12"]);
});

test("a drag on nothing turns the view", () => {
  canvas.send("pointerdown", 10, 10);
  canvas.send("pointermove", 30, 10);
  canvas.send("pointermove", 35, 12);
  canvas.send("pointerup", 35, 12);
  expect(gestured).toEqual(["turn 5 2"]);
});

test("a drag on a piece takes it at once where it was pressed, and lets it go", () => {
  under = "piece";
  canvas.send("pointerdown", 10, 10);
  canvas.send("pointermove", 30, 10);
  expect(canvas.dataset.doing).toBe("carrying");
  canvas.send("pointermove", 60, 20);
  canvas.send("pointerup", 60, 20);
  expect(gestured).toEqual(["grab 10 10", "carry 30 10", "carry 60 20", "let go 60 20"]);
});

test.each(["held", "piece", "nothing"] as const)(
  "with a piece in hand a quick way over %s is a swipe",
  (what) => {
    [under, holding] = [what, true];
    canvas.send("pointerdown", 100, 100);
    canvas.send("pointermove", 130, 100);
    vi.advanceTimersByTime(SWIPE_MS - 1);
    canvas.send("pointermove", 160, 104);
    canvas.send("pointerup", 160, 104);
    expect(gestured).toEqual(["swipe 60 4"]);
  },
);

test("who takes longer carries the piece in hand", () => {
  [under, holding] = ["held", true];
  canvas.send("pointerdown", 100, 100);
  canvas.send("pointermove", 130, 100);
  vi.advanceTimersByTime(SWIPE_MS);
  expect(gestured).toEqual(["grab 100 100", "carry 130 100"]);
  canvas.send("pointerup", 140, 100);
  expect(gestured.at(-1)).toBe("let go 140 100");
});

test("who waits first and then moves carries it too", () => {
  [under, holding] = ["held", true];
  canvas.send("pointerdown", 100, 100);
  vi.advanceTimersByTime(SWIPE_MS * 2);
  canvas.send("pointermove", 103, 100);
  canvas.send("pointermove", 120, 100);
  expect(gestured).toEqual(["grab 100 100", "carry 120 100"]);
});

test("a quick way across half of the picture is no swipe", () => {
  [under, holding] = ["held", true];
  canvas.send("pointerdown", 100, 100);
  canvas.send("pointermove", 300, 100);
  expect(gestured).toEqual(["grab 100 100", "carry 300 100"]);
});

test("while one finger carries, another one tumbles", () => {
  under = "piece";
  canvas.send("pointerdown", 10, 10);
  canvas.send("pointermove", 40, 10);
  holding = true;
  canvas.send("pointerdown", 200, 200, { pointerId: 2 });
  vi.advanceTimersByTime(SWIPE_MS);
  canvas.send("pointermove", 240, 200, { pointerId: 2 });
  canvas.send("pointerup", 240, 200, { pointerId: 2 });
  expect(gestured.at(-1)).toBe("swipe 40 0");
  canvas.send("pointerup", 40, 10);
  expect(gestured.at(-1)).toBe("let go 40 10");
});

test("the other button of the mouse turns the view, whatever is under it", () => {
  [under, holding] = ["piece", true];
  canvas.send("pointerdown", 10, 10, { button: 2, pointerType: "mouse" });
  canvas.send("pointermove", 12, 10);
  canvas.send("pointerup", 12, 10);
  expect(gestured).toEqual(["turn 2 0"]);
});

test("a gesture that the system breaks off lets nothing fall on the board", () => {
  under = "piece";
  canvas.send("pointerdown", 10, 10);
  canvas.send("pointermove", 40, 10);
  canvas.send("pointercancel", 40, 10);
  expect(gestured.at(-1)).toBe("broken off");
});

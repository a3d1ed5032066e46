import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Deeds, listen, SWIPE_TIME, type Under } from "./gestures";

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
let done: string[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  canvas = new Canvas();
  under = "nothing";
  holding = false;
  done = [];
  const deeds: Deeds = {
    under: () => under,
    holding: () => holding,
    turnView: (dx, dy) => done.push(`turn ${dx} ${dy}`),
    grab: ({ x, y }) => done.push(`grab ${x} ${y}`),
    carry: ({ x, y }) => done.push(`carry ${x} ${y}`),
    letGo: (point) => done.push(point ? `let go ${point.x} ${point.y}` : "broken off"),
    swipe: ({ x, y }) => done.push(`swipe ${x} ${y}`),
    tap: ({ x, y }) => done.push(`tap ${x} ${y}`),
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
  expect(done).toEqual(["tap 13 12"]);
});

test("a drag on nothing turns the view", () => {
  canvas.send("pointerdown", 10, 10);
  canvas.send("pointermove", 30, 10);
  canvas.send("pointermove", 35, 12);
  canvas.send("pointerup", 35, 12);
  expect(done).toEqual(["turn 5 2"]);
});

test("a drag on a piece takes it at once where it was pressed, and lets it go", () => {
  under = "piece";
  canvas.send("pointerdown", 10, 10);
  canvas.send("pointermove", 30, 10);
  expect(canvas.dataset.doing).toBe("carrying");
  canvas.send("pointermove", 60, 20);
  canvas.send("pointerup", 60, 20);
  expect(done).toEqual(["grab 10 10", "carry 30 10", "carry 60 20", "let go 60 20"]);
});

test.each(["held", "piece", "nothing"] as const)(
  "with a piece in hand a quick way over %s is a swipe",
  (what) => {
    [under, holding] = [what, true];
    canvas.send("pointerdown", 100, 100);
    canvas.send("pointermove", 130, 100);
    vi.advanceTimersByTime(SWIPE_TIME - 1);
    canvas.send("pointermove", 160, 104);
    canvas.send("pointerup", 160, 104);
    expect(done).toEqual(["swipe 60 4"]);
  },
);

test("who takes longer carries the piece in hand", () => {
  [under, holding] = ["held", true];
  canvas.send("pointerdown", 100, 100);
  canvas.send("pointermove", 130, 100);
  vi.advanceTimersByTime(SWIPE_TIME);
  expect(done).toEqual(["grab 100 100", "carry 130 100"]);
  canvas.send("pointerup", 140, 100);
  expect(done.at(-1)).toBe("let go 140 100");
});

test("who waits first and then moves carries it too", () => {
  [under, holding] = ["held", true];
  canvas.send("pointerdown", 100, 100);
  vi.advanceTimersByTime(SWIPE_TIME * 2);
  canvas.send("pointermove", 103, 100);
  canvas.send("pointermove", 120, 100);
  expect(done).toEqual(["grab 100 100", "carry 120 100"]);
});

test("a quick way across half of the picture is no swipe", () => {
  [under, holding] = ["held", true];
  canvas.send("pointerdown", 100, 100);
  canvas.send("pointermove", 300, 100);
  expect(done).toEqual(["grab 100 100", "carry 300 100"]);
});

test("while one finger carries, another one tumbles", () => {
  under = "piece";
  canvas.send("pointerdown", 10, 10);
  canvas.send("pointermove", 40, 10);
  holding = true;
  canvas.send("pointerdown", 200, 200, { pointerId: 2 });
  vi.advanceTimersByTime(SWIPE_TIME);
  canvas.send("pointermove", 240, 200, { pointerId: 2 });
  canvas.send("pointerup", 240, 200, { pointerId: 2 });
  expect(done.at(-1)).toBe("swipe 40 0");
  canvas.send("pointerup", 40, 10);
  expect(done.at(-1)).toBe("let go 40 10");
});

test("the other button of the mouse turns the view, whatever is under it", () => {
  [under, holding] = ["piece", true];
  canvas.send("pointerdown", 10, 10, { button: 2, pointerType: "mouse" });
  canvas.send("pointermove", 12, 10);
  canvas.send("pointerup", 12, 10);
  expect(done).toEqual(["turn 2 0"]);
});

test("a gesture that the system breaks off lets nothing fall on the board", () => {
  under = "piece";
  canvas.send("pointerdown", 10, 10);
  canvas.send("pointermove", 40, 10);
  canvas.send("pointercancel", 40, 10);
  expect(done.at(-1)).toBe("broken off");
});

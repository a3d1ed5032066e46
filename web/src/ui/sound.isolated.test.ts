import { beforeEach, expect, it, vi } from "vitest";

/** What a phone does to the sound of a page. */
class Speakers {
  static latest: Speakers;
  state = "suspended";
  resumed = 0;

  constructor() {
    Speakers.latest = this;
  }

  async resume(): Promise<void> {
    this.resumed += 1;
    if (this.state === "closed") throw new DOMException("not now", "InvalidStateError");
    this.state = "running";
  }
}

const page = new EventTarget();
const sheet = Object.assign(new EventTarget(), { visibilityState: "visible" });
vi.stubGlobal("AudioContext", Speakers);
vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
vi.stubGlobal("document", sheet);
await import("./sound.svelte");

beforeEach(() => {
  sheet.visibilityState = "visible";
  page.dispatchEvent(new Event("keydown"));
});

it("begins with the first thing that somebody does", () => {
  expect(Speakers.latest.state).toBe("running");
});

it.each(["pointerdown", "pointerup", "keydown"])("is back after a call with %s", (gesture) => {
  for (const state of ["interrupted", "suspended"]) {
    Speakers.latest.state = state;
    page.dispatchEvent(new Event(gesture));
    expect(Speakers.latest.state).toBe("running");
  }
});

it("is back when the page is looked at again, and not before", () => {
  Speakers.latest.state = "interrupted";
  sheet.visibilityState = "hidden";
  sheet.dispatchEvent(new Event("visibilitychange"));
  expect(Speakers.latest.state).toBe("interrupted");
  sheet.visibilityState = "visible";
  sheet.dispatchEvent(new Event("visibilitychange"));
  expect(Speakers.latest.state).toBe("running");
});

it("complains to nobody where it may not begin yet, and leaves alone what runs", async () => {
  const { resumed } = Speakers.latest;
  page.dispatchEvent(new Event("keydown"));
  expect(Speakers.latest.resumed).toBe(resumed);
  Speakers.latest.state = "closed";
  page.dispatchEvent(new Event("keydown"));
  await Promise.resolve();
  expect(Speakers.latest.resumed).toBe(resumed + 1);
  Speakers.latest.state = "running";
});

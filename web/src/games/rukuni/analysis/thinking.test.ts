import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../../../startup/api";
import type { Analysis } from "../../../startup/types";
import type { Effort } from "./thinking.svelte";
import { Thinking } from "./thinking.svelte";

interface Asked {
  question: string;
  signal: AbortSignal;
  answer: (exact?: boolean) => Promise<void>;
  refuse: (code: string) => Promise<void>;
}

/** A hall that answers when it is told to. */
class Hall {
  readonly asked: Asked[] = [];
  readonly thinking = new Thinking((position, effort, signal) =>
    this.hear(position, effort, signal),
  );

  private hear(position: string, effort: Effort, signal: AbortSignal): Promise<Analysis> {
    return new Promise((answer, refuse) => {
      signal.addEventListener("abort", () => refuse(new Refusal("unreachable")));
      const flush = () => vi.advanceTimersByTimeAsync(0).then(() => undefined);
      this.asked.push({
        question: `${position}${effort}`,
        signal,
        answer: (exact = false) => {
          answer({ position, lead: effort, depth: effort + 1, exact, lines: [] });
          return flush();
        },
        refuse: (code) => {
          refuse(new Refusal(code));
          return flush();
        },
      });
    });
  }

  get questions(): string[] {
    return this.asked.map(({ question }) => question);
  }

  get now(): Asked {
    return this.asked.at(-1) as Asked;
  }
}

let hall: Hall;
beforeEach(() => {
  vi.useFakeTimers();
  hall = new Hall();
});
afterEach(() => {
  hall.thinking.close();
  vi.useRealTimers();
});

async function show(position: string): Promise<void> {
  hall.thinking.show(position);
  await vi.advanceTimersByTimeAsync(200);
}

describe("a position that is shown", () => {
  it("is asked about deeper and deeper, and then no more", async () => {
    await show("a");
    for (const _ of [1, 2, 3]) await hall.now.answer();
    expect(hall.questions).toEqual(["a1", "a2", "a3"]);
    expect(hall.thinking.of("a")?.depth).toBe(4);
    expect(hall.thinking.goesOn("a")).toBe(false);
  });

  it("is asked about once when the answer is certain", async () => {
    await show("a");
    await hall.now.answer(true);
    expect(hall.questions).toEqual(["a1"]);
  });

  it("takes the place of another, about which nobody asks any more", async () => {
    await show("a");
    await show("b");
    expect(hall.asked[0]?.signal.aborted).toBe(true);
    expect(hall.questions).toEqual(["a1", "b1"]);
  });

  it("and is left again at once is not asked about", async () => {
    hall.thinking.show("a");
    hall.thinking.show("b");
    await vi.advanceTimersByTimeAsync(200);
    expect(hall.questions).toEqual(["b1"]);
  });
});

it("the whole game is learnt after a first look at the position shown, and before a deeper one", async () => {
  hall.thinking.show("b");
  await vi.advanceTimersByTimeAsync(200);
  hall.thinking.learn(["a", "b", "c"]);
  for (const _ of [1, 2, 3, 4]) await hall.now.answer();
  expect(hall.questions).toEqual(["b1", "a0", "c0", "b2", "b3"]);
});

it("a page that is hidden does not ask, and goes on when it is seen", async () => {
  await show("a");
  hall.thinking.hide(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hall.now.signal.aborted).toBe(true);
  expect(hall.questions).toEqual(["a1"]);
  hall.thinking.hide(false);
  expect(hall.questions).toEqual(["a1", "a1"]);
});

it("a page that is left does not ask", async () => {
  await show("a");
  hall.thinking.learn(["b", "c"]);
  hall.thinking.close();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(hall.now.signal.aborted).toBe(true);
  expect(hall.questions).toEqual(["a1"]);
});

describe("a refusal", () => {
  it("that passes is followed by longer and longer pauses", async () => {
    await show("a");
    const pauses: number[] = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      await hall.now.refuse("enough_for_now");
      expect(hall.thinking.error?.code).toBe("enough_for_now");
      const before = hall.asked.length;
      const since = Date.now();
      while (hall.asked.length === before) await vi.advanceTimersByTimeAsync(1_000);
      pauses.push(Math.round((Date.now() - since) / 1_000));
    }
    expect(pauses).toEqual([20, 40, 80, 120, 120]);
    await hall.now.answer();
    expect(hall.thinking.error).toBeNull();
    expect(hall.now.question).toBe("a2");
  });

  it("that does not pass is not asked for again; the rest goes on", async () => {
    await show("a");
    hall.thinking.learn(["a", "b"]);
    await hall.now.refuse("game_in_progress");
    expect(hall.thinking.refusalOf("a")?.code).toBe("game_in_progress");
    expect(hall.questions).toEqual(["a1", "b0"]);
    await hall.now.answer();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(hall.questions).toEqual(["a1", "b0"]);
  });

  it("leaves the pause as it is when another position is shown", async () => {
    await show("a");
    await hall.now.refuse("enough_for_now");
    await show("b");
    expect(hall.questions).toEqual(["a1"]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(hall.questions).toEqual(["a1", "b1"]);
  });
});

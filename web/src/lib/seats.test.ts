import { expect, test } from "vitest";
import { language } from "./language.svelte";
import { FREE_SEAT, nameAt, ownerAt, shortNameAt } from "./seats";
import { LANGUAGES } from "./words";

const named = (name: string) => ({ ...FREE_SEAT, name });
const bot = { ...FREE_SEAT, bot: "novice" };
const seats = [named("Tano"), bot, FREE_SEAT, named("Tano"), bot, FREE_SEAT, named("Zuri")];

function called(by: typeof nameAt): string[] {
  return seats.map((_, seat) => by(seats, seat));
}

test("of several who are called alike each has a number, and a free seat has none", () => {
  const people = ["Tano 1", "Bot (novice) 1", "free seat", "Tano 2", "Bot (novice) 2"];
  expect(called(nameAt)).toEqual([...people, "free seat", "Zuri"]);
  expect(called(ownerAt)).toEqual(called(nameAt));
  const short = ["Tano 1", "Bot 1 · novice", "free seat", "Tano 2", "Bot 2 · novice"];
  expect(called(shortNameAt)).toEqual([...short, "free seat", "Zuri"]);
});

test("a seat is its owner's while a bot plays on it", () => {
  const kept = [{ ...named("Tano"), stand_in: "novice" }];
  expect(nameAt(kept, 0)).toBe("Bot (novice) for Tano");
  expect(ownerAt(kept, 0)).toBe("Tano");
  expect(shortNameAt(kept, 0)).toBe("Tano");
});

test.each(LANGUAGES)("nobody is called by a level alone: %s", async (now) => {
  await language.choose(now);
  const lone = [{ ...FREE_SEAT, bot: "eager" }, bot, bot];
  for (const by of [nameAt, ownerAt, shortNameAt])
    for (const seat of lone.keys()) expect(by(lone, seat)).toMatch(/bot\b/i);
  await language.choose("en");
});

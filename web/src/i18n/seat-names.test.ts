import { expect, test } from "vitest";
import { LANGUAGES } from "../startup/language";
import { language } from "./language.svelte";
import { FREE_SEAT, nameAt, ownerAt, shortNameAt } from "./seat-names";

const named = (name: string) => ({ ...FREE_SEAT, name });
const bot = { ...FREE_SEAT, bot: "1" };
const seats = [named("Tano"), bot, FREE_SEAT, named("Tano"), bot, FREE_SEAT, named("Zuri")];

function called(by: typeof nameAt): string[] {
  return seats.map((_, seat) => by(seats, seat));
}

test("of several who are called alike each has a number, and a free seat has none", () => {
  const people = ["Tano 1", "Bot (1) 1", "free seat", "Tano 2", "Bot (1) 2"];
  expect(called(nameAt)).toEqual([...people, "free seat", "Zuri"]);
  expect(called(ownerAt)).toEqual(called(nameAt));
  const level = "1";
  expect(seats.map((_, seat) => shortNameAt(seats, seat))).toEqual([
    { name: "Tano 1", level: null },
    { name: "Bot\u00a01", level },
    { name: "free seat", level: null },
    { name: "Tano 2", level: null },
    { name: "Bot\u00a02", level },
    { name: "free seat", level: null },
    { name: "Zuri", level: null },
  ]);
});

test("no two short names are alike, whatever the levels and whatever people call themselves", () => {
  const [child, adult, quick] = ["1", "5", "9"].map((level) => ({
    ...FREE_SEAT,
    bot: level,
  }));
  const mixed = [named("Ana"), child, adult, named("Bot"), named("bot 2"), quick, quick];
  const names = mixed.map((_, seat) => shortNameAt(mixed as typeof seats, seat).name);
  const read = names.map((name) => name.normalize("NFKC").toLowerCase());
  expect(new Set(read).size).toBe(mixed.length);
  const lone = [named("BOT"), child] as typeof seats;
  expect(shortNameAt(lone, 1).name).toBe("Bot\u00a01");
});

test("a seat is its owner's while a bot plays on it", () => {
  const kept = [{ ...named("Tano"), stand_in: "1" }];
  expect(nameAt(kept, 0)).toBe("Bot (1) for Tano");
  expect(ownerAt(kept, 0)).toBe("Tano");
  expect(shortNameAt(kept, 0)).toEqual({ name: "Tano", level: null });
});

test.each(LANGUAGES)("nobody is called by a level alone: %s", async (now) => {
  await language.choose(now);
  const lone = [{ ...FREE_SEAT, bot: "8" }, bot, bot];
  const short: typeof nameAt = (...at) => shortNameAt(...at).name;
  for (const by of [nameAt, ownerAt, short])
    for (const seat of lone.keys()) expect(by(lone, seat)).toMatch(/bot\b/i);
  await language.choose("en");
});

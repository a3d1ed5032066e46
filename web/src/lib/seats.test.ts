import { expect, test } from "vitest";
import { FREE_SEAT, nameAt, ownerAt, shortNameAt } from "./seats";

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
  expect(called(shortNameAt)[4]).toBe("novice 2");
});

test("a seat is its owner's while a bot plays on it", () => {
  const kept = [{ ...named("Tano"), stand_in: "novice" }];
  expect(nameAt(kept, 0)).toBe("Bot (novice) for Tano");
  expect(ownerAt(kept, 0)).toBe("Tano");
  expect(shortNameAt(kept, 0)).toBe("Tano");
});

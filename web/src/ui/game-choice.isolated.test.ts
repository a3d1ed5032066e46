import { beforeEach, expect, it, vi } from "vitest";
import type { GameCard } from "../startup/types";
import {
  choiceFor,
  chosenFor,
  keepChoice,
  keepLevel,
  optionsFor,
  seenLate,
  watchFor,
} from "./game-choice.svelte";

const UKUMA: GameCard = {
  name: "ukuma",
  seats: [2, 4],
  bots: ["1", "5", "10"],
  usual: "5",
  weaker: [],
  options: [
    { name: "fits", values: ["hidden", "shown"], default: "hidden", seats: null, unless: {} },
    { name: "countdown", values: [3, 5, 10], default: 3, seats: null, unless: {} },
  ],
  first: { level: "1", options: { fits: "shown" } },
  simultaneous: true,
  analysis: false,
  lesson: 0,
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

it("begins easily and with help", () => {
  expect(choiceFor(UKUMA)).toEqual({
    level: "1",
    players: 2,
    options: { fits: "shown", countdown: 3 },
    watch: "link",
  });
});

it("remembers what was chosen", () => {
  const chosen = {
    ...choiceFor(UKUMA),
    level: "10",
    players: 3,
    options: { fits: "hidden", countdown: 10 },
  };
  keepChoice("ukuma", chosen);
  expect(choiceFor(UKUMA)).toEqual(chosen);
  keepLevel("ukuma", "5");
  expect(choiceFor(UKUMA)).toEqual({ ...chosen, level: "5" });
});

it("drops what the game does not know any more", () => {
  const odd = { level: "wizard", players: 9, options: { fits: "maybe", speed: 3 }, watch: "all" };
  localStorage.setItem("ukumbi.choice.ukuma", JSON.stringify(odd));
  expect(choiceFor(UKUMA)).toEqual({ ...choiceFor({ ...UKUMA, name: "other" }), players: 4 });
  for (const broken of ["{", "null", "7", '{"players":"x"}']) {
    localStorage.setItem("ukumbi.choice.ukuma", broken);
    expect(choiceFor(UKUMA).players).toBe(2);
  }
});

it("begins with two where one can play alone, and asks alone only for what matters then", () => {
  const alone = {
    name: "solo",
    values: ["time", "daily"],
    default: "time",
    seats: [1, 1] as const,
    unless: {},
  };
  const both = {
    name: "level",
    values: [1, 2],
    default: 2,
    seats: null,
    unless: { solo: "daily" },
  };
  const together = {
    name: "rounds",
    values: [3, 9],
    default: 9,
    seats: [2, 4] as const,
    unless: {},
  };
  const card: GameCard = { ...UKUMA, name: "bao", seats: [1, 4], options: [alone, both, together] };
  const choice = choiceFor(card);
  const daily = { ...choice, options: { ...choice.options, solo: "daily" } };
  expect(choice.players).toBe(2);
  expect(optionsFor(card, { ...choice, players: 1 })).toEqual([alone, both]);
  expect(chosenFor(card, choice)).toEqual({ level: 2, rounds: 9 });
  expect(chosenFor(card, { ...choice, players: 1 })).toEqual({ solo: "time", level: 2 });
  expect(chosenFor(card, { ...daily, players: 1 })).toEqual({ solo: "daily" });
  expect(chosenFor(card, daily)).toEqual({ level: 2, rounds: 9 });
});

it("lets a race be watched live or late, and has only one way where nobody races", () => {
  const turns = { ...UKUMA, name: "rukuni", simultaneous: false };
  expect(watchFor(UKUMA)).toContain("link_live");
  expect(watchFor(turns)).toEqual(["link", "on", "off"]);
  expect(watchFor(UKUMA).filter((watch) => seenLate(UKUMA, watch))).toEqual(["link", "on"]);
  expect(watchFor(turns).filter((watch) => seenLate(turns, watch))).toEqual([]);
  keepChoice("rukuni", { ...choiceFor(turns), watch: "on_live" });
  expect(choiceFor(turns).watch).toBe("link");
});

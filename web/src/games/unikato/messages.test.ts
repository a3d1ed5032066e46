import { afterEach, describe, expect, it } from "vitest";
import { winnersHeadline } from "../../board/game";
import { language } from "../../i18n/language.svelte";
import { FREE_SEAT } from "../../i18n/seat-names";
import { LANGUAGES } from "../../startup/language";
import { words } from ".";
import { explained, ownerOf, tell, tileInWords, whyEnded } from "./messages";
import { notation } from "./moves";
import type { UnikatoEvent, UnikatoView } from "./types";

const seats = [
  { ...FREE_SEAT, name: "Ana", here: true },
  { ...FREE_SEAT, bot: "9", here: true },
];

afterEach(() => language.choose("en"));

describe("a tile in words", () => {
  it.each([
    ["de", "großes blaues Kreuz auf Schwarz"],
    ["en", "large blue cross on black"],
    ["fr", "grande croix bleue sur fond noir"],
    ["it", "croce blu grande su nero"],
    ["nl", "groot blauw kruis op zwart"],
  ] as const)("is spoken in %s", async (chosen, words) => {
    await language.choose(chosen);
    expect(tileInWords("xb3k")).toBe(words);
  });

  it.each(LANGUAGES)("is its own in %s", async (chosen) => {
    await language.choose(chosen);
    const tiles = [..."csx"].flatMap((shape) =>
      [..."opb"].flatMap((colour) =>
        [..."123"].flatMap((size) => [..."wgk"].map((ground) => shape + colour + size + ground)),
      ),
    );
    expect(new Set(tiles.map(tileInWords)).size).toBe(81);
  });
});

it.each(LANGUAGES)("names the neighbour and the features of a refusal in %s", async (chosen) => {
  await language.choose(chosen);
  const facts = {
    tile: "co1w",
    neighbour: "xb3k",
    features: ["shape", "size"],
    place: "0,1",
    at: "0,0",
  };
  const sentence = explained("does_not_fit", facts);
  expect(sentence).toContain(tileInWords("xb3k"));
  expect(sentence).not.toMatch(/[{}]|shape.*shape/);
});

it.each<[string | null, UnikatoEvent]>([
  ["lay co1w@0,1 xb3k@-1,1", { type: "laid", seat: 0, chain: ["co1w@0,1", "xb3k@-1,1"] }],
  ["swap co1w xb3k", { type: "swapped", seat: 0, gave: "co1w", took: "xb3k", bag: false }],
  ["swap co1w bag", { type: "swapped", seat: 0, gave: "co1w", took: "xb3k", bag: true }],
  ["draw bag", { type: "drew", seat: 1, took: null, bag: true }],
  ["pass", { type: "passed", seat: 1 }],
  [null, { type: "refilled", display: ["co1g", "co1k", "co2w"] }],
])("writes %s", (text, event) => {
  expect(notation(event)).toBe(text);
});

it("tells what was drawn to its player alone", () => {
  const view = { you: 0 } as UnikatoView;
  const drew = (seat: number, took: string | null) =>
    tell(
      { seq: 1, at: 0, actor: seat, event: { type: "drew", seat, took, bag: true } },
      view,
      seats,
    );
  expect(drew(0, "xb3k")).toBe("You drew: large blue cross on black.");
  expect(drew(1, null)).toBe("Bot (master) draws from the bag.");
});

it("calls a bot a bot where room is short, and a stand-in by whom it plays for", async () => {
  const away = { ...FREE_SEAT, name: "Ben", stand_in: "9" };
  await language.choose("de");
  expect([0, 1, 2].map((seat) => ownerOf([...seats, away], seat))).toEqual([
    "Ana",
    "Bot (Meister)",
    "Ben",
  ]);
});

it("says who has won", () => {
  const outcome = (places: number[]) => ({ ending: "", places, points: [0, 0] });
  expect(winnersHeadline(outcome([1, 2]), 0, seats, words)).toBe("You win!");
  expect(winnersHeadline(outcome([2, 1]), 0, seats, words)).toBe("Bot (master) wins.");
  expect(winnersHeadline(outcome([1, 1]), null, seats, words)).toBe(
    "Ana and Bot (master) share the win.",
  );
});

it("names the tiles of a chain, and not their places", () => {
  const laid = { type: "laid", seat: 0, chain: ["co1w@0,1", "xb3k@-1,1"] } as const;
  expect(tell({ seq: 1, at: 0, actor: 0, event: laid }, { you: 1 } as UnikatoView, seats)).toBe(
    "Ana lays: small orange circle on white and large blue cross on black.",
  );
});

it.each(LANGUAGES)("has a sentence of its own for each end of a round in %s", async (chosen) => {
  await language.choose(chosen);
  const view = {} as UnikatoView;
  const said = ["last_tile_laid", "nobody_gets_on", "nobody_lays"].map((ending) =>
    whyEnded({ ...view, ending, counts: [0, 3], you: null }, seats),
  );
  expect(new Set(said).size).toBe(3);
});

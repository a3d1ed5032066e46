import { afterEach, describe, expect, it } from "vitest";
import { winnersHeadline } from "../../board/game";
import { language } from "../../i18n/language.svelte";
import { FREE_SEAT } from "../../i18n/seat-names";
import { LANGUAGES } from "../../startup/language";
import { words } from ".";
import { cardName, explained, nameFacts, tell, tellEnd, whyEnded } from "./messages";
import { notation } from "./moves";
import type { UkumaEvent, UkumaView } from "./types";

const seats = [
  { ...FREE_SEAT, name: "Ana", here: true },
  { ...FREE_SEAT, bot: "9", here: true },
];
const unseen = { hands: [null, null] as UkumaView["hands"] };
const white = {
  ...unseen,
  you: 0,
  white: 0,
  files: 11,
  ranks: 8,
  phase: "playing",
} as UkumaView;
const black = { ...white, you: 1 };
const watching = { ...white, you: null };

afterEach(() => language.choose("en"));

describe("a card in words", () => {
  it.each([
    ["de", "oben Spitze, unten Kerbe, links Orange, rechts Blau"],
    ["en", "top point, bottom notch, left orange, right blue"],
    ["fr", "en haut pointe, en bas encoche, à gauche orange, à droite bleu"],
    ["it", "sopra punta, sotto tacca, a sinistra arancione, a destra blu"],
    ["nl", "boven punt, onder inkeping, links oranje, rechts blauw"],
  ] as const)("is spoken in %s", async (chosen, words) => {
    await language.choose(chosen);
    expect(cardName("pnob")).toBe(words);
  });

  it.each(LANGUAGES)("is its own in %s", async (chosen) => {
    await language.choose(chosen);
    const faces = [..."lrpn"].flatMap((top) =>
      [..."lrpn"].flatMap((bottom) =>
        ["oo", "ob", "bo", "bb"].map((sides) => top + bottom + sides),
      ),
    );
    expect(new Set(faces.map(cardName)).size).toBe(64);
  });
});

describe("a refusal", () => {
  const facts = { cell: "f6", card: "pnob", rules: [2], misfits: ["f7"] };

  it("says where the neighbour lies, from one's own side", () => {
    expect(explained("does_not_fit", facts, white, seats)).toBe(
      "Rule 2: doesn’t fit the card above.",
    );
    expect(explained("does_not_fit", facts, black, seats)).toBe(
      "Rule 2: doesn’t fit the card below.",
    );
  });

  it("names every neighbour, and only the rule that it explains", () => {
    const more = { ...facts, rules: [2, 3], misfits: ["e6", "f5"] };
    expect(explained("does_not_fit", more, white, seats)).toBe(
      "Rule 2: doesn’t fit the cards on the left and below.",
    );
    expect(explained("does_not_fit", more, black, seats)).toBe(
      "Rule 2: doesn’t fit the cards on the right and above.",
    );
  });

  it("says who was first", () => {
    const taken = { cell: "f6", by: 1 };
    expect(explained("cell_is_taken", taken, white, seats)).toBe("Bot (quick) got there first.");
    expect(explained("cell_is_taken", taken, black, seats)).toBe(
      "One of your own cards is already there.",
    );
  });

  it.each(LANGUAGES)("leaves no gap in %s", async (chosen) => {
    await language.choose(chosen);
    for (const [code, ...rules] of [
      ["no_own_neighbour", 1, 2, 3],
      ["does_not_fit", 2, 3],
      ["no_opponent_near", 3],
    ] as const) {
      const sentence = explained(code, { ...facts, rules }, white, seats);
      expect(sentence).not.toMatch(/[{}]|undefined/);
      expect(sentence.match(/\d/g)).toEqual([String(rules[0])]);
    }
  });
});

it("names the card of a remark as one looks at it", () => {
  const laid = (view: UkumaView) => nameFacts({ laid: "pnob@f6", seconds: 3 }, view, seats).laid;
  expect(laid(white)).toBe(`f6, ${cardName("pnob")}`);
  expect(laid(black)).toBe(`f6, ${cardName("npbo")}`);
});

it.each<[string | null, UkumaEvent]>([
  ["lay pnob@f6", { type: "laid", seat: 0, laid: "pnob@f6" }],
  ["start pnob", { type: "chose", seat: 1, laid: ["pnob@f5", "lloo@e5"], drawn: false }],
  ["discard", { type: "discarded", seat: 0, cards: ["pnob"] }],
  ["draw", { type: "offered", seat: 1 }],
  ["edge", { type: "ended", ending: "edge", winner: 0, hands: [], until: null }],
  [null, { type: "readied", seat: 0 }],
  [null, { type: "drew", seat: 0, cards: null, count: 3, turned: false }],
])("writes %s", (text, event) => {
  expect(notation(event)).toBe(text);
});

describe("what is told", () => {
  const told = (event: UkumaEvent, view: UkumaView) =>
    tell({ seq: 1, at: 0, actor: 0, event }, view, seats);
  const laid: UkumaEvent = { type: "laid", seat: 1, laid: "pnob@f6" };

  it("is a card as the listener sees it", () => {
    const from = (view: UkumaView) => told({ ...laid, seat: 1 - (view.you ?? 0) }, view);
    expect(from(white)).toBe(`Bot (quick), f6: ${cardName("pnob")}.`);
    expect(from(black)).toBe(`Ana, f6: ${cardName("npbo")}.`);
  });

  it("is short about one's own cards", () => {
    expect(told(laid, black)).toBe("Laid on f6.");
    expect(told({ type: "discarded", seat: 1, cards: ["pnob"] }, black)).toBeNull();
  });

  it("is a new hand, to its owner alone", () => {
    const drew = (cards: string[] | null): UkumaEvent => ({
      type: "drew",
      seat: 0,
      cards,
      count: 3,
      turned: false,
    });
    expect(told(drew(["pnob", "lloo"]), white)).toBe(
      `Your hand: 1: ${cardName("pnob")}; 2: ${cardName("lloo")}.`,
    );
    expect(told(drew(null), black)).toBeNull();
    expect(told({ type: "signalled", hands: [null, null] }, watching)).toBe("ukuma!");
  });

  it("is not read out in a replay, where both hands lie open", () => {
    const open = { ...white, hands: [["pnob"], ["lloo"]] } as UkumaView;
    expect(told({ type: "signalled", hands: [["pnob"], ["lloo"]] }, open)).toBe("ukuma!");
  });

  it("is the score between games, and left to the end after the last", () => {
    const between = { ...white, wins: [1, 0], phase: "between" } as UkumaView;
    const ended = { type: "ended", ending: "edge", winner: 0, hands: [], until: 5 } as const;
    expect(told(ended, between)).toBe("You reached the far edge of the table. Score: 1 to 0.");
    expect(told({ ...ended, until: null }, between)).toBeNull();
  });
});

describe("the end", () => {
  const outcome = (places: number[]) => ({ ending: "edge", places, points: [0, 0] });

  it("says who has won", () => {
    expect(winnersHeadline(outcome([1, 2]), 0, seats, words)).toBe("You win!");
    expect(winnersHeadline(outcome([2, 1]), 0, seats, words)).toBe("Bot (quick) wins.");
    expect(winnersHeadline(outcome([1, 1]), 0, seats, words)).toBe("It’s a draw.");
  });

  it("says how", () => {
    const resigned = { ending: "resigned", winner: 1 };
    expect(whyEnded({ ...resigned, you: 0 }, seats)).toBe("You resigned.");
    expect(whyEnded({ ...resigned, you: 1 }, seats)).toBe("Ana resigned.");
    expect(whyEnded({ ending: "behind", winner: 1, you: null }, seats)).toBe(
      "Bot (quick) got behind an opposing card.",
    );
  });

  it("tells the score of a match, one's own games first", () => {
    const view = {
      ...white,
      white: 1,
      ending: "stuck",
      winner: null,
      wins: [1, 2],
      options: { best_of: 3 },
    } as unknown as UkumaView;
    const told = "Nobody can lay a card any more. Bot (quick) wins. Score:";
    expect(tellEnd(outcome([2, 1]), view, 0, seats)).toBe(`${told} 1 to 2.`);
    expect(tellEnd(outcome([2, 1]), { ...view, you: null }, null, seats)).toBe(`${told} 2 to 1.`);
  });
});

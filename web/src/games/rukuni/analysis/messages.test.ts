import { afterEach, describe, expect, it } from "vitest";
import { language } from "../../../i18n/language.svelte";
import { hint } from "./messages";

afterEach(() => language.choose("en"));
const move = "d4-d7/e7";

describe("a hint says why", () => {
  it.each([
    ["de", `${move} verbindet 2 Gruppen zu einer aus 11 Steckern an 3 Türmen: 33 Punkte.`],
    ["en", `${move} joins 2 groups into one of 11 pegs next to 3 towers: 33 points.`],
    ["fr", `${move} réunit 2 groupes en un seul de 11 pions touchant 3 tours\u202f: 33 points.`],
    ["it", `${move} unisce 2 gruppi in uno di 11 pioli accanto a 3 torri: 33 punti.`],
    ["nl", `${move} verbindt 2 groepen tot één van 11 pinnen naast 3 torens: 33 punten.`],
  ] as const)("in %s", async (chosen, words) => {
    await language.choose(chosen);
    const facts = { groups: 2, pegs: 11, towers: 3, points: 33 };
    expect(hint({ move, code: "joins_groups", facts })).toBe(words);
  });

  it.each([
    ["de", `${move} baut eine Gruppe aus: 1 Punkt mit 1 Stecker an 1 Turm.`],
    ["en", `${move} extends a group: 1 peg next to 1 tower, 1 point.`],
    ["fr", `${move} agrandit un groupe\u202f: 1 pion touchant 1 tour, soit 1 point.`],
    ["it", `${move} ingrandisce un gruppo: 1 piolo accanto a 1 torre, 1 punto.`],
    ["nl", `${move} breidt een groep uit: 1 pin naast 1 toren, 1 punt.`],
  ] as const)("of a single one in %s", async (chosen, words) => {
    await language.choose(chosen);
    expect(hint({ move, code: "grows_group", facts: { pegs: 1, towers: 1, points: 1 } })).toBe(
      words,
    );
  });

  it.each([
    ["ends_game", 5, `${move} ends the game, and you’re 5 points ahead.`],
    ["ends_game", 0, `${move} ends the game level on points.`],
    ["keeps_most", 1, `${move} is your best move: you stay about 1 point ahead.`],
    ["keeps_most", -7, `${move} is your best try: about 7 points behind.`],
    ["keeps_most", 0, `${move} is your best move: it keeps things level.`],
  ])("%s with %i points", (code, points, words) => {
    expect(hint({ move, code, facts: { points } })).toBe(words);
  });

  it.each([
    [
      "tower_to_group",
      { hollow: "d7", pegs: 4, towers: 2, points: 8 },
      `${move} brings the tower to a group of 4 pegs, which then scores 8 points.`,
    ],
    [
      "takes_tower_away",
      { hollow: "d4", points: 6 },
      `${move} takes the tower on d4 away from your opponent, who loses 6 points.`,
    ],
    [
      "blocks",
      { points: 3 },
      `${move} takes a place your opponent needs: it would be worth 3 points to them.`,
    ],
    ["new_group", { towers: 2 }, `${move} starts a new group next to 2 towers.`],
  ])("%s", (code, facts, words) => {
    expect(hint({ move, code, facts })).toBe(words);
  });

  it("and nothing that it does not know", () => {
    expect(hint({ move, code: "some_day", facts: {} })).toBe(`${move} looks best.`);
  });
});

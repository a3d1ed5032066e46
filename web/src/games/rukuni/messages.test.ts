import { afterEach, describe, expect, it } from "vitest";
import { language } from "../../i18n/language.svelte";
import { say, tieBreak } from "./messages";
import type { RukuniView } from "./types";

afterEach(() => language.choose("en"));

describe("the largest group decides", () => {
  const side = (points: number, largest: number) => ({ points, largest });
  const seen = (points: number, white: number, grey: number) =>
    ({ white: side(points, white), grey: side(points, grey) }) as unknown as RukuniView;

  it.each([
    ["de", "Beide haben 1 Punkt, also entscheidet die größte Gruppe: Grau mit 2 Steckern."],
    ["en", "Both have 1 point, so the largest group decides: Grey with 2 pegs."],
    ["fr", "Égalité à 1 point\u202f: le plus grand groupe départage, Gris avec 2 pions."],
    ["it", "Parità a 1 punto: decide il gruppo più grande, Grigio con 2 pioli."],
    ["nl", "Allebei 1 punt, dus de grootste groep beslist: Grijs met 2 pinnen."],
  ] as const)("with one point each in %s", async (chosen, words) => {
    await language.choose(chosen);
    expect(tieBreak(seen(1, 1, 2))).toBe(words);
  });

  it("with more", () => {
    expect(tieBreak(seen(12, 4, 3))).toBe(
      "Both have 12 points, so the largest group decides: White with 4 pegs.",
    );
  });
});

describe("towers", () => {
  const beside = (n: number) => {
    const [pegs, towers] = [say("tally.pegs", { n: 3 }), say("ending.towers", { n })];
    return say("ending.beside", { pegs, towers });
  };

  it("are counted and stood at, which German tells apart", async () => {
    await language.choose("de");
    expect(say("tally.towers", { n: 2 })).toBe("2 Türme");
    expect([1, 2].map(beside)).toEqual(["3 Stecker an 1 Turm", "3 Stecker an 2 Türmen"]);
  });

  it.each([
    ["en", "3 pegs next to 1 tower"],
    ["fr", "3 pions touchant 1 tour"],
    ["it", "3 pioli accanto a 1 torre"],
    ["nl", "3 pinnen naast 1 toren"],
  ] as const)("stand alone in %s", async (chosen, words) => {
    await language.choose(chosen);
    expect(beside(1)).toBe(words);
  });
});

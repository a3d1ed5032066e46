import type { Language } from "../startup/language";
import type { Fact } from "../startup/types";

/** A word in one language: a sentence, or one for each number the language tells apart. */
export type Word = string | { readonly one: string; readonly other: string };
export type Catalogue = Readonly<Record<string, Word>>;
export type Facts = Readonly<Record<string, Fact>>;

/** A word of the catalogue with its facts filled in; `n` chooses between one and many. */
export function spoken(language: Language, word: Word, facts: Facts = {}): string {
  const sentence = typeof word === "string" ? word : word[grammar(language, Number(facts.n))];
  // Most words have no gap.
  if (!sentence.includes("{")) return sentence;
  return sentence.replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
    const fact = facts[name];
    if (fact === undefined) return gap;
    return typeof fact === "object" ? fact.map(printed).join(", ") : printed(fact);
  });
}

function printed(fact: string | number): string {
  return typeof fact === "number" ? signed(fact) : fact;
}

/** Below zero with a minus, which is longer than a hyphen. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : String(n);
}

const grammars = new Map<Language, Intl.PluralRules>();

function grammar(language: Language, n: number): "one" | "other" {
  // To set them up takes longer than everything else that is done for a word.
  const rules = grammars.get(language) ?? new Intl.PluralRules(language);
  grammars.set(language, rules);
  return rules.select(n) === "one" ? "one" : "other";
}

/** The gaps of a word, so that catalogues can be compared. */
export function gaps(word: Word): string[] {
  const text = typeof word === "string" ? word : `${word.one} ${word.other}`;
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((gap) => gap[1] ?? ""))].sort();
}

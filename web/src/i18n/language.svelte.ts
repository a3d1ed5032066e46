import { firstLanguage, LANGUAGES, type Language } from "../startup/language";
import { recall, remember } from "../startup/stored";
import type { Fact } from "../startup/types";
import type en from "./words/en.json";

/** Where words are found: in one catalogue, or in several. */
export interface Lexicon<Key extends string = string> {
  find(key: Key): Word | undefined;
}

const first = firstLanguage(recall("language"), navigator.languages);
let chosen = $state<Language>(first);
/** The language whose words are on their way, or else the one shown. */
let wanted = first;
/** Every catalogue that the page has asked for. */
const inUse = new Set<Words>();

/** A catalogue that loads only the languages in use. */
export class Words<C extends Catalogue = Catalogue> implements Lexicon<keyof C & string> {
  private loaded = $state.raw<Partial<Record<Language, C>>>({});

  constructor(private readonly source: (language: Language) => Promise<{ default: C }>) {}

  find(key: keyof C & string): Word | undefined {
    return this.loaded[chosen]?.[key];
  }

  has(language: Language): boolean {
    return this.loaded[language] !== undefined;
  }

  /** Loads the words in the language that is shown, and in the one that is about to be. */
  async load(): Promise<void> {
    inUse.add(this);
    await Promise.all([...new Set([chosen, wanted])].map((language) => this.learn(language)));
  }

  async learn(language: Language): Promise<void> {
    if (this.has(language)) return;
    const { default: catalogue } = await this.source(language);
    this.loaded = { ...this.loaded, [language]: catalogue };
  }

  /** Every language: for tests, which change from one to the other without waiting. */
  async learnAll(): Promise<void> {
    await Promise.all(LANGUAGES.map((language) => this.learn(language)));
  }
}

/** The words of one game: a few for the lobby, the rest for its table. */
export class GameWords<S extends Catalogue = Catalogue, T extends Catalogue = Catalogue>
  implements Lexicon<(keyof S | keyof T) & string>
{
  constructor(
    readonly lobby: Words<S>,
    /** Missing in tests that need no table. */
    readonly table?: Words<T>,
  ) {}

  find(key: (keyof S | keyof T) & string): Word | undefined {
    return this.table?.find(key) ?? this.lobby.find(key);
  }
}

export const language = {
  get now(): Language {
    return chosen;
  },
  /** Changes the language once its words are here, at once if they are; rejects if they do not come. */
  choose(next: Language): Promise<void> {
    wanted = next;
    const lacking = [...inUse].filter((words) => !words.has(next));
    if (lacking.length > 0) return arrive(next, lacking);
    speak(next);
    return Promise.resolve();
  },
};

async function arrive(next: Language, lacking: readonly Words[]): Promise<void> {
  try {
    await Promise.all(lacking.map((words) => words.learn(next)));
  } catch (lost) {
    if (wanted === next) wanted = chosen;
    throw lost;
  }
  // Another one may have been chosen meanwhile.
  if (wanted === next) speak(next);
}

function speak(next: Language): void {
  chosen = next;
  remember("language", next);
}

/** The page's own words. */
export const hallWords = new Words<typeof en>((chosen) => import(`./words/${chosen}.json`));

type Told<Key extends string> = (key: Key, facts?: Facts) => string;

/** Says words of some catalogues in the language chosen now. */
export function translator<Key extends string>(words: Lexicon<Key>): Told<Key> {
  return (key, facts) => {
    const word = words.find(key);
    return word === undefined ? key : spoken(language.now, word, facts);
  };
}

/** Says the page's own words. */
export const t = translator(hallWords);

/** Says a word that may be missing: looks in the game's words, then in the page's. */
export function lookUp(key: string, facts?: Facts, game?: Lexicon): string | null {
  const word = game?.find(key) ?? (hallWords as Lexicon).find(key);
  return word === undefined ? null : spoken(language.now, word, facts);
}

/** The sentence for a refusal's code. */
export function errorText(code: string, facts?: Facts, game?: Lexicon): string {
  return lookUp(`error.${code}`, facts, game) ?? t("error.unknown", { code });
}

const lists = new Map<string, Intl.ListFormat>();

/** "a, b and c", in the language that is shown. */
export function formatList(items: readonly string[]): string {
  const { now } = language;
  // Kept: constructing one costs more than using it.
  const list = lists.get(now) ?? new Intl.ListFormat(now, { type: "conjunction" });
  lists.set(now, list);
  return list.format(items);
}

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
  // Kept: constructing them costs more than using them.
  const rules = grammars.get(language) ?? new Intl.PluralRules(language);
  grammars.set(language, rules);
  return rules.select(n) === "one" ? "one" : "other";
}

/** The gaps of a word, so that catalogues can be compared. */
export function gaps(word: Word): string[] {
  const text = typeof word === "string" ? word : `${word.one} ${word.other}`;
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((gap) => gap[1] ?? ""))].sort();
}

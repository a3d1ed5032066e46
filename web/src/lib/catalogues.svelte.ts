import { recall, remember } from "./stored";
import { type Catalogue, firstLanguage, LANGUAGES, type Language, type Word } from "./words";

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

/** A catalogue of which only those languages are loaded that somebody reads. */
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

/** The words of one game: a few for the shelf, the rest for its table. */
export class GameWords<S extends Catalogue = Catalogue, T extends Catalogue = Catalogue>
  implements Lexicon<(keyof S | keyof T) & string>
{
  constructor(
    readonly shelf: Words<S>,
    /** Missing while the game is not on the shelf yet. */
    readonly table?: Words<T>,
  ) {}

  find(key: (keyof S | keyof T) & string): Word | undefined {
    return this.table?.find(key) ?? this.shelf.find(key);
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
  // Somebody may have chosen another one meanwhile.
  if (wanted === next) speak(next);
}

function speak(next: Language): void {
  chosen = next;
  remember("language", next);
}

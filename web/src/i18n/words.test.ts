import { describe, expect, it } from "vitest";
import { firstLanguage, LANGUAGES, type Language, preferred } from "../startup/language";
import { type Catalogue, gaps, spoken } from "./language.svelte";

const catalogues = import.meta.glob<Catalogue>("../**/words/**/*.json", {
  eager: true,
  import: "default",
});

const folders = [
  ...new Set(Object.keys(catalogues).map((path) => path.replace(/\/\w+\.json$/, ""))),
];

describe.each(folders)("%s", (folder) => {
  const english = catalogues[`${folder}/en.json`] ?? {};

  it.each(LANGUAGES)("says everything in %s", (language) => {
    const catalogue = catalogues[`${folder}/${language}.json`] ?? {};
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort());
    for (const [key, word] of Object.entries(catalogue)) {
      expect({ [key]: gaps(word) }).toEqual({ [key]: gaps(english[key] ?? "") });
      expect(Object.values(typeof word === "string" ? { word } : word)).not.toContain("");
    }
  });
});

/** What a printer would mend in each language, and in all of them. */
const MISPRINTS: Readonly<Record<Language | "all", readonly RegExp[]>> = {
  all: [/['"]/, /\.\.\./, / {2}/, /\} m?s\b/],
  de: [/[«»”‘]|“(?=\w)/, /[^\u00a0]…/],
  en: [/\s…/, /[„«»]/, /\s[?!:;]/],
  fr: [/\s…/, /[„“”]/, /[^\u202f][?!:;]/, /«(?!\u202f)|(?<!\u202f)»/],
  it: [/\s…/, /[„“”]/, /\s[?!:;]/],
  nl: [/\s…/, /[„“”«»]/, /\s[?!:;]/],
};

describe.each(LANGUAGES)("the print of %s", (language) => {
  const printed = folders.flatMap((folder) =>
    Object.entries(catalogues[`${folder}/${language}.json`] ?? {}).flatMap(([key, word]) =>
      Object.values(typeof word === "string" ? { word } : word).map((text) => ({ key, text })),
    ),
  );

  it.each([...MISPRINTS.all, ...MISPRINTS[language]])("has nowhere %s", (misprint) => {
    expect(printed.filter(({ text }) => misprint.test(text))).toEqual([]);
  });
});

it.each([
  ["de", "1 Spieler", "2 Spieler"],
  ["en", "1 player", "2 players"],
  ["fr", "1 joueur", "2 joueurs"],
  ["it", "1 giocatore", "2 giocatori"],
  ["nl", "1 speler", "2 spelers"],
] as const)("counts players in %s", (language, one, two) => {
  const word = catalogues[`./words/${language}.json`]?.["lobby.players.one"] ?? "";
  expect([1, 2].map((n) => spoken(language, word, { n }))).toEqual([one, two]);
});

it("knows more than one catalogue", () => {
  expect(folders.length).toBeGreaterThan(1);
});

const RULES = import.meta.glob<string>(
  [
    "../../../src/ukumbi/{core,hall,games}/**/*.py",
    "../../../src/ukumbi/server/{api,app,socket}.py",
    "!../../../src/ukumbi/core/pictures.py",
  ],
  {
    eager: true,
    import: "default",
    query: "?raw",
  },
);

const refusals = Object.entries(RULES).flatMap(([path, source]) =>
  [...source.matchAll(/(?:Refused|Illegal|Unreadable)\(\s*"(\w+)"/g)].map((found) => ({
    code: found[1] ?? "",
    game: /\/games\/(\w+)\//.exec(path)?.[1],
  })),
);

const shared = Object.entries(RULES).flatMap(([path, source]) =>
  path.endsWith("/core/shared_rules.py")
    ? [...(/^COMMON = .*?\}/ms.exec(source)?.[0] ?? "").matchAll(/"(\w+)"/g)].map((code) => code[1])
    : [],
);

/** Where a refusal is put into words: what several games refuse, the house says for all of them. */
function sentences(code: string, game: string | undefined): Catalogue | undefined {
  const folder = game && !shared.includes(code) ? `../games/${game}/words/table` : "./words";
  return catalogues[`${folder}/en.json`];
}

it.each(refusals)("has a sentence for $code ($game)", ({ code, game }) => {
  expect(sentences(code, game)).toHaveProperty([`error.${code}`]);
});

it.each(shared)("says %s once, in words for every game", (code) => {
  const saying = folders.filter(
    (folder) => `error.${code}` in (catalogues[`${folder}/en.json`] ?? {}),
  );
  expect(saying).toEqual(["./words"]);
});

it("finds the refusals that games share", () => {
  expect(shared).toContain("not_your_turn");
});

const REMARK = /Remark\((?:[^()"]|\([^()]*\))*"(\w+)"/g;
const remarks = Object.entries(RULES).flatMap(([path, source]) =>
  [...source.matchAll(REMARK)].map((found) => ({
    code: found[1] ?? "",
    game: /\/games\/(\w+)\//.exec(path)?.[1],
  })),
);

it.each(remarks)("has a sentence for the remark $code ($game)", ({ code, game }) => {
  expect(catalogues[`../games/${game}/words/table/en.json`]).toHaveProperty([`remark.${code}`]);
});

it("finds remarks", () => {
  const source = 'yield Remark(moment, Seat(1 - seat), "could_win", {"at": 3})';
  expect([...source.matchAll(REMARK)].map((found) => found[1])).toEqual(["could_win"]);
});

it("finds the rules that refuse", () => {
  expect(refusals.length).toBeGreaterThan(10);
});

const PAPERS = import.meta.glob<string>("../../../src/ukumbi/games/*/RULES.md", {
  eager: true,
  import: "default",
  query: "?raw",
});

const promised = Object.entries(PAPERS).flatMap(([path, paper]) =>
  [...(paper.split("## Refusals")[1] ?? "").matchAll(/^\| `(\w+)`/gm)].map((found) => ({
    code: found[1] ?? "",
    game: /\/games\/(\w+)\//.exec(path)?.[1],
  })),
);

// A code may be looked up in a table where it is raised: the papers name it all the same.
it.each(promised)("has a sentence for $code, as the papers of $game promise", ({ code, game }) => {
  expect(sentences(code, game)).toHaveProperty([`error.${code}`]);
});

it("finds the papers", () => {
  expect(new Set(promised.map(({ game }) => game)).size).toBeGreaterThan(2);
});

const LOBBY = /^(name|cover|players|(level|option)\..+)$/;

it.each(folders.filter((folder) => folder.startsWith("../games")))(
  "%s has the words for its place, and no others",
  (folder) => {
    const keys = Object.keys(catalogues[`${folder}/en.json`] ?? {});
    expect(folder).toMatch(/\/words\/(lobby|table|rules|analysis|learn)$/);
    expect(keys.filter((key) => LOBBY.test(key) !== folder.endsWith("/lobby"))).toEqual([]);
  },
);

it("begins with the language that was chosen last, or else the browser's", () => {
  expect(firstLanguage("nl", ["de"])).toBe("nl");
  expect(firstLanguage("sw", ["fr-BE", "de"])).toBe("fr");
  expect(firstLanguage(null, ["de"])).toBe("de");
});

it("takes the first language that it speaks", () => {
  expect(preferred(["pt-BR", "it-CH", "de"])).toBe("it");
  expect(preferred(["sw"])).toBe("en");
});

it("fills the gaps, and tells one from many", () => {
  const word = { one: "{n} peg on {hollow}", other: "{n} pegs on {hollow}" };
  expect(spoken("en", word, { n: 1, hollow: "a1" })).toBe("1 peg on a1");
  expect(spoken("en", word, { n: 0, hollow: "a1" })).toBe("0 pegs on a1");
  expect(spoken("fr", word, { n: 0, hollow: "a1" })).toBe("0 peg on a1");
  expect(spoken("en", "{missing}")).toBe("{missing}");
  expect(spoken("en", word, { n: -1, hollow: "a1" })).toBe("−1 peg on a1");
  expect(spoken("en", "{points}", { points: [-1, 2] })).toBe("−1, 2");
});

/** What stood here once and no native player would say, or what has another word elsewhere on the page. */
const UNNATURAL: Readonly<Record<Language, readonly RegExp[]>> = {
  de: [
    /Stecker × \d+ Türmen/,
    /(meisten|wenigsten)( Punkte[^.;,]*)? gewinnen|gewinnen die (meisten|wenigsten)/i,
    /so viel wert, wie/,
    /zu jetzt/i,
    /Tisch (ist|wird) gedeckt/,
    /verbinde neu/,
    /\} liegt\./,
    /\{pole\} ist\b/,
    /\bSaal/,
    /Gleich haben alle/,
    /^Weiter in /,
    /\b[Dd]ein Freund|\b[Dd]er Bot\b/,
    /\bremis\b/i,
    /\bSpielende\b/,
    /volles Haus/i,
    /\bandere[nr]? Seite/,
    /Du gewinnst/,
    /Geratewohl|vor Schreck/,
    /der Stärkste hier/,
    /Leute einladen/,
    /hört nur auf/,
    /ausgedacht/,
    /darf zusehen/,
    /\bdas Los\b/i,
    /\bEhre\b/,
    /Lücke darf/,
    /Du kennst es schon/,
    /Besseres als/,
    /\bbeendetes? Spiele?/,
    /nicht mehr du\b/,
    /lilafarben/,
    /wieder irgendwo/,
  ],
  en: [
    /^To the (?!left|right)/,
    /How it is played/i,
    /plays along/i,
    /Go on playing/i,
    /being laid|table is (set|laid)/i,
    /even(s|ed) (it )?out/i,
    /Return to now/i,
    /larger largest/i,
    /over nothing/i,
    /on any more/i,
    /\b(most|fewest)( points)?[^.;,]* win\b/i,
    /a tile of your/i,
    /Lay on beside/i,
    /the other’s/i,
    /throw away/i,
    /\bgive up\b/i,
    /goes on by itself/i,
    /\b1 points/,
    /Rules 1 and 2/,
    /^On in /,
    /\bPut what/i,
    /blocks lie\b/,
    /^Who has not|\. Who has not/,
    /Helps the other:|the other (with|chooses)/,
    /opposite you/i,
    /your friend\b|\bthe bot\b/i,
    /look on\b/i,
    /\blots are drawn|drawn by lot/i,
    /honour/i,
    /^Left over/,
    /gap may/i,
    /have met it/i,
    /in a fright/i,
    /Nothing is better/,
    /made this name up/,
    /listens to no other/,
    /the strongest here/,
    /the other side|the other player/i,
    /minus points/i,
    /\bturns? (ahead|cost)\b/,
    /\bIt is your turn/,
    /^Ubongo! \{name\}$/,
    /no longer be you/,
    /swap,? or decline/,
  ],
  fr: [
    /(?<!qui a )le plus de points[^.;,]* gagne/i,
    /^Suite dans /,
    /\btable est prête/i,
    /reprend tout seul\b/,
    /le plus fort ici/,
    /honneur/i,
    /totem saisi|saisi\w* (un|le|de) totem|à saisir/i,
    /^Quiconque|\. Quiconque/,
    /le sort (donne|désigne|décide)/i,
    /Rien de mieux/,
    /contre des bots/,
    /n’écoute que/,
    /a inventé ce nom/,
    /position passée/,
    /ne connaît pas/,
    /ne seras plus toi/,
    /Tu gagnes/,
    /\blilas\b/,
    /les plus chers\b/,
    /\bTemps \{n\}/,
    /^Ubongo\u202f! \{name\}$/,
  ],
  it: [
    /\bpatta\b/i,
    /^Si continua tra/,
    /tavolo è pronto/i,
    /Riprende da solo/,
    /il più forte qui/,
    /\bonor[ei]\b/i,
    /si può cominciare/i,
    /tavoliere/i,
    /la sorte\b/i,
    /Niente di meglio/,
    /ascolta solo/,
    /inventato la sala/,
    /posizione passata/,
    /non conosc(e|ono)\b/,
    /sarai più tu\b/,
    /(?<!ti )ha preceduto di/,
    /\barancio\b/,
    /seconda possibilità/i,
    /\bTurno \{n\}|Prossimo turno/,
    /[Bb]attuta/,
    /^Ubongo! \{name\}$/,
  ],
  nl: [
    /\bremise\b/i,
    /meeste punten winnen|winnen de (meeste|minste)/i,
    /^Verder over/,
    /tafel (is|staat) klaar/i,
    /de sterkste hier/,
    /\bde hal\b/i,
    /\baan zet\b/,
    /\bde eer\b/,
    /het lot\b/i,
    /Beter dan \{/,
    /luistert naar/,
    /zaal verzonnen/,
    /de andere kant\b/,
    /minpunten/,
    /zie ervan af/,
    /Verder spelen/,
    /dwaalwegen/,
    /\bronden\b/,
    /niet meer jij\b/,
    /Jij wint!/,
    /\b[Tt]el \{n\}/,
    /\{own\}-\{other\}/,
    /\bketting/,
    /^Ubongo! \{name\}$/,
  ],
};

it.each(LANGUAGES)("is said in %s as a player would say it", (language) => {
  const said = Object.entries(catalogues)
    .filter(([path]) => path.endsWith(`/${language}.json`))
    .flatMap(([path, words]) =>
      Object.entries(words).flatMap(([key, word]) =>
        (typeof word === "string" ? [word] : [word.one, word.other]).map((text) => ({
          where: `${path} ${key}`,
          text,
        })),
      ),
    );
  expect(said.length).toBeGreaterThan(500);
  const odd = said.filter(({ text }) => UNNATURAL[language].some((phrase) => phrase.test(text)));
  expect(odd).toEqual([]);
});

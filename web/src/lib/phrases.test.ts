import { expect, it } from "vitest";
import { type Catalogue, LANGUAGES, type Language } from "./words";

const catalogues = import.meta.glob<Catalogue>("../**/words/**/*.json", {
  eager: true,
  import: "default",
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
  ],
  fr: [
    /(?<!qui a )le plus de points[^.;,]* gagne/i,
    /^Suite dans /,
    /\btable est prête/i,
    /reprend tout seul\b/,
  ],
  it: [/\bpatta\b/i, /^Si continua tra/, /tavolo è pronto/i, /Riprende da solo/],
  nl: [
    /gelijkspel/i,
    /meeste punten winnen|winnen de (meeste|minste)/i,
    /^Verder over/,
    /tafel (is|staat) klaar/i,
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

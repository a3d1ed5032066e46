import { beforeEach, expect, it, vi } from "vitest";
import type { Language } from "../startup/language";
import type { Catalogue } from "./language.svelte";

let { GameWords, language, Words } = await import("./language.svelte");

// Each page begins with no words in use.
beforeEach(async () => {
  vi.resetModules();
  ({ GameWords, language, Words } = await import("./language.svelte"));
  await language.choose("en");
});

/** A catalogue whose languages come when a test lets them. */
function slow() {
  const asked: Language[] = [];
  const waiting = new Map<Language, (lost?: Error) => void>();
  const words = new Words<Catalogue>((tongue) => {
    asked.push(tongue);
    return new Promise((resolve, reject) => {
      waiting.set(tongue, (lost) =>
        lost ? reject(lost) : resolve({ default: { greeting: `hello in ${tongue}` } }),
      );
    });
  });
  const come = (tongue: Language, lost?: Error) => waiting.get(tongue)?.(lost);
  return { asked, words, come };
}

/** Brings a catalogue into use, in English. */
async function inUse() {
  const catalogue = slow();
  const loading = catalogue.words.load();
  catalogue.come("en");
  await loading;
  return catalogue;
}

it("loads one language, and only once", async () => {
  const { asked, words } = await inUse();
  await words.load();
  expect(asked).toEqual(["en"]);
  expect(words.find("greeting")).toBe("hello in en");
});

it("speaks the old language until the new one is here", async () => {
  const { asked, words, come } = await inUse();
  const changing = language.choose("de");
  expect([language.now, words.find("greeting")]).toEqual(["en", "hello in en"]);
  come("de");
  await changing;
  expect([language.now, words.find("greeting")]).toEqual(["de", "hello in de"]);
  expect(asked).toEqual(["en", "de"]);
});

it("keeps the old language when the new one does not come, and tries again", async () => {
  const { words, come } = await inUse();
  const changing = language.choose("it");
  come("it", new Error("no line"));
  await expect(changing).rejects.toThrow("no line");
  expect([language.now, words.find("greeting")]).toEqual(["en", "hello in en"]);
  const again = language.choose("it");
  come("it");
  await again;
  expect(words.find("greeting")).toBe("hello in it");
});

it("ends with the language that was chosen last", async () => {
  const { words, come } = await inUse();
  const first = language.choose("fr");
  const last = language.choose("nl");
  come("nl");
  await last;
  come("fr");
  await first;
  expect([language.now, words.find("greeting")]).toEqual(["nl", "hello in nl"]);
});

it("has both languages of what comes into use during a change", async () => {
  const { come } = await inUse();
  const changing = language.choose("de");
  const late = slow();
  const loading = late.words.load();
  expect(late.asked).toEqual(["en", "de"]);
  late.come("en");
  late.come("de");
  await loading;
  come("de");
  await changing;
  expect(late.words.find("greeting")).toBe("hello in de");
});

it("looks for a game's word at the table, then on the shelf", async () => {
  const shelf = new Words(async () => ({ default: { name: "Kokoto", both: "shelf" } }));
  const table = new Words(async () => ({ default: { both: "table" } }));
  const words = new GameWords(shelf, table);
  await shelf.learnAll();
  expect([words.find("name"), words.find("both")]).toEqual(["Kokoto", "shelf"]);
  await table.learnAll();
  expect([words.find("name"), words.find("both")]).toEqual(["Kokoto", "table"]);
});

import { expect, test } from "vitest";

/** What styles may say, and what has a token of its own in hall.css. */
const SOURCES: Record<string, string> = import.meta.glob(["./**/*.svelte", "./**/*.css"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const SHEET = SOURCES["./ui/hall.css"] ?? "";

/** Inside of a drawing a unit is a part of the drawing, whatever its size on the screen. */
const DRAWINGS: readonly string[] = [
  "./games/rukuni/Arrows.svelte",
  "./games/rukuni/Marks.svelte",
  "./games/rukuni/Wood.svelte",
  "./games/ubongo/Shapes.svelte",
  "./games/ubongo/Head.svelte",
  "./games/ubongo/FlatLevel.svelte",
  "./games/ubongo/Rules.svelte",
  "./games/ubongo/PieceDrawing.svelte",
  "./games/ukuma/Figure.svelte",
  "./games/ukuma/TableTop.svelte",
  "./games/ukuma/Rules.svelte",
  "./games/unikato/TableTop.svelte",
  "./games/zuma/Shapes.svelte",
  "./games/zuma/CardFace.svelte",
];

/** A length in the sheet of a component; what grows with the screen, or is a share of the thing, is none. */
const LITERALS = {
  "font-size": /font(?:-size)?: [^;]*?(?<![\w(.-])[\d.]+(?:rem|em|px|pt)\b(?![^;]*\))/g,
  "border-radius": /border(?:-\w+)*-radius: [^;]*?(?<![\w.-])[\d.]*[1-9][\d.]*(?:rem|em|px)\b/g,
} as const;

function found(pattern: RegExp, besides: readonly string[] = []): string[] {
  return Object.entries(SOURCES)
    .filter(([file]) => file !== "./ui/hall.css" && !besides.includes(file))
    .flatMap(([file, text]) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`));
}

test("sizes of type are the hall's", () => {
  expect(found(LITERALS["font-size"], DRAWINGS)).toEqual([]);
});

test("corners are as round as the hall has them", () => {
  expect(found(LITERALS["border-radius"])).toEqual([]);
});

test("what is excused from it needs the excuse", () => {
  const sized = found(LITERALS["font-size"]).map((match) => match.split(": ")[0]);
  expect(DRAWINGS.filter((file) => !sized.includes(file))).toEqual([]);
});

const MEANINGS = ["chosen", "chosen-ink", "may", "may-rim", "last-move", "winning", "wrong"];

test.each(MEANINGS)("the colour that means %s has one place", (name) => {
  const hex = new RegExp(`--${name}: #(\\w{6});`).exec(SHEET)?.[1] ?? "";
  const parts = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  expect(parts.every((part) => part >= 0)).toBe(true);
  const copies = new RegExp(`#${hex}|rgba?\\(${parts.join("(?:,| ) ?")}\\b[^)]*\\)`, "gi");
  expect(found(copies)).toEqual([]);
});

test("a game that repeats a ground of its own names it", () => {
  const named = Object.entries(SOURCES).filter(([file]) => file.endsWith("/colours.css"));
  expect(named.length).toBeGreaterThan(0);
  for (const [file, text] of named) {
    const folder = file.replace("colours.css", "");
    for (const [, colour = ""] of text.matchAll(/--[\w-]+: ([^;]+);/g)) {
      const copies = Object.entries(SOURCES).filter(
        ([other, source]) => other !== file && other.startsWith(folder) && source.includes(colour),
      );
      expect(
        copies.map(([other]) => other),
        colour,
      ).toEqual([]);
    }
  }
});

test("nothing moves for ever", () => {
  expect(found(/animation[^;]*\binfinite\b[^;]*/g)).toEqual([]);
  expect(SHEET).not.toContain("infinite");
});

test("phones and flat screens are told by their names", () => {
  expect(found(/@media[^{]*aspect-ratio[^{]*/g)).toEqual([]);
});

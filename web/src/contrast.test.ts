import { expect, test } from "vitest";

/** The colours as the styles name them, in pairs as they lie on each other, by day and by night. */
const SOURCES: Record<string, string> = import.meta.glob(
  ["./ui/hall.css", "./games/*/*.{svelte,css}"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

function source(file: string): string {
  const text = SOURCES[file];
  if (text === undefined) throw new Error(`no ${file}`);
  return text;
}

function declared(file: string, name: string): string | undefined {
  return new RegExp(`${name}: ([^;]+);`).exec(source(file))?.[1];
}

/** What a token is worth: its own file may mean something else by it than the game, and that than the house. */
function worth(name: string, theme: Theme, file = "./ui/hall.css"): string {
  const game = file.replace(/[^/]+$/, "colours.css");
  const value = [file, ...(game in SOURCES ? [game] : []), "./ui/hall.css"]
    .map((one) => declared(one, name))
    .find((found) => found !== undefined);
  if (value === undefined) throw new Error(`nobody declares ${name}`);
  return chosen(value, theme, file);
}

function chosen(value: string, theme: Theme, file: string): string {
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (other !== undefined) return worth(other, theme, file);
  const both = /^light-dark\((#\w+), (#\w+)\)$/.exec(value);
  return both ? (both[theme === "light" ? 1 : 2] ?? "") : value;
}

function all(file: string, pattern: RegExp): string[] {
  const found = [...source(file).matchAll(pattern)].flatMap(([, colour]) => colour ?? []);
  if (found.length === 0) throw new Error(`${pattern} is not in ${file}`);
  return found;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const MARK = 3;
const PAPER = ["--ground", "--ground-lit", "--surface"];
const ON_PAGES: readonly (readonly [string, readonly string[], number])[] = [
  ["--ink", [...PAPER, "--accent-soft"], TEXT],
  ["--muted", PAPER, TEXT],
  ["--accent", [...PAPER, "--accent-soft"], TEXT],
  ["--active", PAPER, TEXT],
  ["--danger", PAPER, TEXT],
  ["--accent-ink", ["--accent"], TEXT],
  ["--danger-ink", ["--danger"], TEXT],
  ["--warn-ink", ["--warn-ground"], TEXT],
  ["--chosen-ink", ["--chosen", "--may", "--winning"], TEXT],
  ["--control", PAPER, MARK],
  ["--focus", [...PAPER, "--accent-soft", "--warn-ground"], MARK],
];

test.each(THEMES)("what is written and outlined on a page is seen: %s", (theme) => {
  for (const [above, below, bound] of ON_PAGES)
    for (const ground of below)
      expect(
        contrast(worth(above, theme), worth(ground, theme)),
        `${above} on ${ground}`,
      ).toBeGreaterThanOrEqual(bound);
});

const RACK = "./games/unikato/Rack.svelte";
const FRONT = "./games/unikato/Actions.svelte";
const UNIKATO = "./games/unikato/Board.svelte";
const UKUMA = "./games/ukuma/TableGround.svelte";
const CARDS = "./games/ukuma/CardFace.svelte";
const WOODS = ["--wood-back", "--wood-high", "--wood-low", "--wood-front"];
/** The gradient that stands first among the materials. */
const BEECH = all("./games/rukuni/Pieces.svelte", /stop-color="(#\w+)"/g).slice(0, 3);

const ZUMA = "./games/zuma/Board.svelte";
const UBONGO = "./games/ubongo/Board.svelte";

/** The upper and the lower end of the wood that a board of cards or blocks lies on. */
function planks(theme: Theme, file: string): string[] {
  const plank = /linear-gradient\((var\([\w-]+\)), (var\([\w-]+\))\)/;
  const [, high = "", low = ""] = plank.exec(source(file)) ?? [];
  return [high, low].map((end) => chosen(end, theme, file));
}

function felts(theme: Theme): string[] {
  return [worth("--felt", theme, UNIKATO), worth("--felt", theme, UKUMA)];
}

/** Everything that a mark or the focus may lie on. */
function grounds(theme: Theme): string[] {
  return [
    ...felts(theme),
    ...WOODS.map((wood) => worth(wood, theme, RACK)),
    worth("--rim", theme, UKUMA),
    ...BEECH,
    ...planks(theme, ZUMA),
    ...planks(theme, UBONGO),
    ...all("./games/unikato/TileFace.svelte", /\b[wgk]: "(#\w+)"/g).slice(0, 3),
    ...all(CARDS, /fill: (#\w+)/g).slice(0, 2),
    ...PAPER.map((paper) => worth(paper, theme)),
  ];
}

const TWO_TONE = [
  ["--chosen", "--mark-edge"],
  ["--may", "--mark-edge"],
  ["--board-focus-rim", "--board-focus"],
] as const;

test.each(THEMES)("a mark of two tones is seen on every material: %s", (theme) => {
  for (const [light, dark] of TWO_TONE) {
    const [bright, deep] = [worth(light, theme), worth(dark, theme)];
    expect(contrast(bright, deep), `${light} beside ${dark}`).toBeGreaterThanOrEqual(MARK);
    for (const ground of grounds(theme))
      expect(
        Math.max(contrast(bright, ground), contrast(deep, ground)),
        `${light} and ${dark} on ${ground}`,
      ).toBeGreaterThanOrEqual(MARK);
  }
});

test.each(THEMES)("a mark of one tone is seen where it is used: %s", (theme) => {
  const [unikato = "", ukuma = ""] = felts(theme);
  for (const name of ["--may-rim", "--last-move"])
    expect(contrast(worth(name, theme), unikato), name).toBeGreaterThanOrEqual(MARK);
  for (const name of ["--may-rim", "--last-move", "--winning"])
    expect(
      contrast(worth(name, theme, "./games/ukuma/TableTop.svelte"), ukuma),
      name,
    ).toBeGreaterThanOrEqual(MARK);
  const onBeech = worth("--last-move", theme, "./games/rukuni/Board.svelte");
  for (const beech of BEECH)
    expect(contrast(onBeech, beech), `the last move on ${beech}`).toBeGreaterThanOrEqual(MARK);
  for (const card of all(CARDS, /fill: (#(?:fcfaf5|1d1d21))/g))
    expect(contrast(worth("--wrong", theme), card), card).toBeGreaterThanOrEqual(MARK);
});

test.each(THEMES)("the bench's buttons are seen on its wood: %s", (theme) => {
  for (const wood of ["--wood-high", "--wood-low"]) {
    const ground = worth(wood, theme, FRONT);
    expect(contrast(worth("--wood-ink", theme, FRONT), ground)).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(worth("--focus", theme), ground)).toBeGreaterThanOrEqual(MARK);
  }
});

/** What is written, outlined and focused on a board of wood itself, in which file. */
const ON_WOOD: readonly (readonly [string, string, string, number])[] = [
  [ZUMA, "--ink", ZUMA, TEXT],
  [ZUMA, "--muted", ZUMA, TEXT],
  [ZUMA, "--groove", ZUMA, MARK],
  [ZUMA, "--focus", ZUMA, MARK],
  [UBONGO, "--ink", UBONGO, TEXT],
  [UBONGO, "--muted", UBONGO, TEXT],
  [UBONGO, "--late", "./games/ubongo/Hourglass.svelte", TEXT],
  [UBONGO, "--focus", UBONGO, MARK],
];

test.each(THEMES)("what is written and outlined on a board of wood is seen: %s", (theme) => {
  for (const [board, name, file, bound] of ON_WOOD)
    for (const wood of planks(theme, board))
      expect(
        contrast(worth(name, theme, file), wood),
        `${name} on ${wood} in ${board}`,
      ).toBeGreaterThanOrEqual(bound);
});

test("the colours of what lies on wood are those that are measured", () => {
  const outlined = ["Bench", "Hand"].map((name) => `./games/zuma/${name}.svelte`);
  for (const file of outlined) expect(source(file), file).toContain("var(--groove)");
  expect(source("./games/ubongo/Hourglass.svelte")).toContain("color: var(--late)");
  const chooser = /\.levels button \{[^}]*border: 2px solid var\((--\w+)\)/;
  expect(chooser.exec(source("./games/ubongo/LevelChooser.svelte"))?.[1]).toBe("--control");
});

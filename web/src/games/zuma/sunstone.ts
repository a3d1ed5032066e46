/** The carved rings of the board, as paths around 0,0. */
type Line = readonly (readonly [across: number, out: number])[];

const CELLS = 20;
const CELL = (2 * Math.PI) / CELLS;
/** The ring of glyphs, and where its middle runs. */
export const GLYPHS = { inner: 300, outer: 368 } as const;
const MIDDLE = (GLYPHS.inner + GLYPHS.outer) / 2;

/** Signs without a meaning, cut with a straight chisel: a step, a fret, a mountain, an eye, a ladder. */
const CUTS: readonly (readonly Line[])[] = [
  [
    [
      [-28, -18],
      [-28, -2],
      [-10, -2],
      [-10, 14],
      [10, 14],
      [10, -2],
      [28, -2],
      [28, -18],
    ],
  ],
  [
    [
      [26, -16],
      [-26, -16],
      [-26, 16],
      [18, 16],
      [18, -2],
      [-8, -2],
    ],
  ],
  [
    [
      [-28, -16],
      [0, 18],
      [28, -16],
    ],
    [
      [-11, -16],
      [0, -3],
      [11, -16],
    ],
  ],
  [
    [
      [-28, 0],
      [0, 18],
      [28, 0],
      [0, -18],
      [-28, 0],
    ],
    [
      [-6, 0],
      [0, 5],
      [6, 0],
      [0, -5],
      [-6, 0],
    ],
  ],
  [
    [
      [-22, -18],
      [-22, 18],
    ],
    [
      [22, -18],
      [22, 18],
    ],
    [
      [-22, -8],
      [22, -8],
    ],
    [
      [-22, 8],
      [22, 8],
    ],
  ],
];

function at(radius: number, angle: number): string {
  return `${Math.round(radius * Math.sin(angle))} ${Math.round(-radius * Math.cos(angle))}`;
}

function bent(line: Line, angle: number): string {
  return `M${line.map(([across, out]) => at(MIDDLE + out, angle + across / MIDDLE)).join("L")}`;
}

/** One sign in each cell, and a cut between two of them. */
export function glyphs(): string {
  const cells = Array.from({ length: CELLS }, (_, cell) => {
    const wall = (cell + 0.5) * CELL;
    const signs = CUTS[cell % CUTS.length] ?? [];
    const edge = `M${at(GLYPHS.inner, wall)}L${at(GLYPHS.outer, wall)}`;
    return edge + signs.map((line) => bent(line, cell * CELL)).join("");
  });
  return cells.join("");
}

/** So many tips that reach from one ring to another; `shift` is in tips. */
export function rays(count: number, inner: number, outer: number, wide: number, shift = 0): string {
  const step = (2 * Math.PI) / count;
  const tips = Array.from({ length: count }, (_, tip) => {
    const angle = (tip + shift) * step;
    return `M${at(inner, angle - wide)}L${at(outer, angle)} ${at(inner, angle + wide)}Z`;
  });
  return tips.join("");
}

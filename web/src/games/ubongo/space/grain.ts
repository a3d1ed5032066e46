import type { Cell } from "../geometry";
import { bounds, edges } from "./contour";
import { sheet } from "./lettering";
import type { Palette } from "./palette";

/** Points of the picture for a cell. */
const FINE = 176;

/** Numbers that look like chance, and are the same every time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** Long fibres of wood over a rectangle. */
function fibres(
  pen: CanvasRenderingContext2D,
  [left, top, width, height]: readonly [number, number, number, number],
  colour: string,
  seed: number,
): void {
  const next = chance(seed);
  pen.strokeStyle = colour;
  const bend = height * 0.06;
  for (let fibre = 0; fibre < height / 5; fibre += 1) {
    const y = top + next() * height;
    const [from, to] = [left - next() * width * 0.3, left + width * (0.4 + next())];
    pen.globalAlpha = 0.05 + next() * 0.16;
    pen.lineWidth = 0.8 + next() * 2.4;
    pen.beginPath();
    pen.moveTo(from, y);
    const [one, two, three] = [next() - 0.5, next() - 0.5, next() - 0.5].map((part) => part * bend);
    pen.bezierCurveTo(
      from + (to - from) / 3,
      y + (one ?? 0),
      from + ((to - from) * 2) / 3,
      y + (two ?? 0),
      to,
      y + (three ?? 0),
    );
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

/** The top of the plate: oiled wood with the outline let into it in a light one. */
export function drawTop(
  outline: readonly Cell[],
  margin: number,
  colours: Palette,
): CanvasRenderingContext2D {
  const { left, right, near, away } = bounds(outline, margin);
  const [width, height] = [(right - left) * FINE, (away - near) * FINE];
  const pen = sheet(width, height);
  const x = (at: number) => (at - left) * FINE;
  const y = (at: number) => (away - at) * FINE;
  pen.fillStyle = colours.wood;
  pen.fillRect(0, 0, width, height);
  fibres(pen, [0, 0, width, height], colours.grain, 7);

  pen.lineCap = "square";
  const strokeEdge = (colour: string, line: number, dx: number, dy: number) => {
    pen.strokeStyle = colour;
    pen.lineWidth = line * FINE;
    pen.beginPath();
    for (const { from, to } of edges(outline)) {
      pen.moveTo(x(from.x) + dx * FINE, y(from.y) + dy * FINE);
      pen.lineTo(x(to.x) + dx * FINE, y(to.y) + dy * FINE);
    }
    pen.stroke();
  };
  strokeEdge("rgb(255 240 214 / 45%)", 0.05, 0.012, 0.016);
  strokeEdge(colours.groove, 0.045, 0, 0);

  const cells = new Path2D();
  for (const cell of outline) cells.rect(x(cell.x - 0.5), y(cell.y + 0.5), FINE, FINE);
  pen.save();
  pen.clip(cells);
  pen.fillStyle = colours.cell;
  pen.fillRect(0, 0, width, height);
  for (const cell of outline) {
    const seed = 31 + cell.x * 17 + cell.y * 131;
    fibres(pen, [x(cell.x - 0.5), y(cell.y + 0.5), FINE, FINE], colours.cellGrain, seed);
  }
  // Let in a little: the edge throws a shadow from the side of the lamp.
  pen.shadowColor = "rgb(60 35 8 / 55%)";
  pen.shadowBlur = 0.07 * FINE;
  pen.shadowOffsetX = 0.025 * FINE;
  pen.shadowOffsetY = -0.01 * FINE;
  strokeEdge(colours.groove, 0.04, 0, 0);
  pen.restore();

  pen.strokeStyle = colours.line;
  pen.lineWidth = 0.02 * FINE;
  pen.beginPath();
  const inside = new Set(outline.map((cell) => `${cell.x} ${cell.y}`));
  for (const cell of outline) {
    if (inside.has(`${cell.x + 1} ${cell.y}`)) {
      pen.moveTo(x(cell.x + 0.5), y(cell.y + 0.46));
      pen.lineTo(x(cell.x + 0.5), y(cell.y - 0.46));
    }
    if (inside.has(`${cell.x} ${cell.y + 1}`)) {
      pen.moveTo(x(cell.x - 0.46), y(cell.y + 0.5));
      pen.lineTo(x(cell.x + 0.46), y(cell.y + 0.5));
    }
  }
  pen.stroke();
  return pen;
}

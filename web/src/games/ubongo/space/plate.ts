import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  PlaneGeometry,
  ShadowMaterial,
  Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { type Cell, type Cube, LEVELS } from "../layout";
import type { Sight } from "./camera";
import type { Palette } from "./light";
import { picture, sheet } from "./stock";

/** A stretch of the outline's edge, with the cell inside beside it. Cells reach half a cell around their numbers. */
export interface Edge {
  from: Cell;
  to: Cell;
}

const SIDES: readonly (readonly [Cell, Cell, Cell])[] = [
  [
    { x: 0, y: -1 },
    { x: -0.5, y: -0.5 },
    { x: 0.5, y: -0.5 },
  ],
  [
    { x: 1, y: 0 },
    { x: 0.5, y: -0.5 },
    { x: 0.5, y: 0.5 },
  ],
  [
    { x: 0, y: 1 },
    { x: 0.5, y: 0.5 },
    { x: -0.5, y: 0.5 },
  ],
  [
    { x: -1, y: 0 },
    { x: -0.5, y: 0.5 },
    { x: -0.5, y: -0.5 },
  ],
];

function keyOf({ x, y }: Cell): string {
  return `${x} ${y}`;
}

function plus(one: Cell, other: Cell): Cell {
  return { x: one.x + other.x, y: one.y + other.y };
}

/** All stretches of the edge, the inside to their left. */
export function edges(outline: readonly Cell[]): readonly Edge[] {
  const inside = new Set(outline.map(keyOf));
  return outline.flatMap((cell) =>
    SIDES.filter(([side]) => !inside.has(keyOf(plus(cell, side)))).map(([, from, to]) => ({
      from: plus(cell, from),
      to: plus(cell, to),
    })),
  );
}

/** Where the edge turns. */
export function corners(outline: readonly Cell[]): readonly Cell[] {
  const ways = new Map<string, { at: Cell; kinds: Set<boolean> }>();
  for (const { from, to } of edges(outline)) {
    for (const at of [from, to]) {
      const there = ways.get(keyOf(at)) ?? { at, kinds: new Set() };
      there.kinds.add(from.x === to.x);
      ways.set(keyOf(at), there);
    }
  }
  return [...ways.values()].filter(({ kinds }) => kinds.size > 1).map(({ at }) => at);
}

/** The lines of a box frame over the outline: pairs of points, its edge at these heights and posts at its corners. */
export function frame(outline: readonly Cell[], heights: readonly number[]): readonly Cube[] {
  const around = heights.flatMap((z) =>
    edges(outline).flatMap(({ from, to }) => [
      { ...from, z },
      { ...to, z },
    ]),
  );
  const top = Math.max(...heights);
  const posts = corners(outline).flatMap((at) => [
    { ...at, z: 0 },
    { ...at, z: top },
  ]);
  return [...around, ...posts];
}

/** The box around the outline, with a margin. */
export function bounds(outline: readonly Cell[], margin: number) {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  return {
    left: Math.min(...xs) - 0.5 - margin,
    right: Math.max(...xs) + 0.5 + margin,
    near: Math.min(...ys) - 0.5 - margin,
    away: Math.max(...ys) + 0.5 + margin,
  };
}

/** Points of the picture for a cell. */
const FINE = 176;

/** Pseudo-random numbers from a fixed seed. */
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

const MARGIN = 0.55;
const RIM = 0.12;
const THICK = 0.36;
/** So far around the plate a shadow can fall on the table; every point of it costs. */
const TABLE = 2.6;

/** The board: a wooden plate with the outline, the frame of both levels over it, and its shadow on the table. */
export class Plate {
  readonly group = new Group();
  readonly middle = new Vector3();
  #wood = new MeshLambertMaterial();
  #top = new MeshLambertMaterial();
  #lines = new LineBasicMaterial({ transparent: true, depthWrite: false });
  #table = new ShadowMaterial();
  #frame = new LineSegments(new BufferGeometry(), this.#lines);
  #sides = bounds([{ x: 0, y: 0 }], MARGIN);

  /** Builds it for an outline. */
  lay(outline: readonly Cell[], palette: Palette): void {
    this.#clear();
    // Before the first round there is no board yet.
    this.#sides = bounds(outline.length > 0 ? outline : [{ x: 0, y: 0 }], MARGIN);
    if (outline.length === 0) return;
    const { left, right, near, away } = this.#sides;
    const { width, depth } = this;
    this.middle.set((left + right) / 2, (near + away) / 2, 0);
    const { x, y } = this.middle;

    this.#wood.color.set(palette.edge);
    const slab = new Mesh(
      new RoundedBoxGeometry(width + 2 * RIM, depth + 2 * RIM, THICK, 4, RIM),
      this.#wood,
    );
    slab.position.set(x, y, -THICK / 2 - 0.002);
    this.#top.map = picture(drawTop(outline, MARGIN, palette));
    this.#top.needsUpdate = true;
    const top = new Mesh(new PlaneGeometry(width, depth), this.#top);
    top.position.set(x, y, 0);
    const table = new Mesh(new PlaneGeometry(width + 2 * TABLE, depth + 2 * TABLE), this.#table);
    table.position.set(x, y, -THICK);
    this.#table.opacity = palette.shadow;
    for (const thing of [slab, top, table]) thing.receiveShadow = true;
    slab.castShadow = true;

    const heights = Array.from({ length: LEVELS }, (_, level) => level + 1);
    const points = frame(outline, heights).flatMap(({ x, y, z }) => [x, y, z]);
    this.#frame = new LineSegments(new BufferGeometry(), this.#lines);
    this.#frame.geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
    this.#lines.color.set(palette.frame);
    this.#lines.opacity = palette.frameOpacity;
    this.#frame.renderOrder = 2;
    this.group.add(slab, top, table, this.#frame);
  }

  get width(): number {
    return this.#sides.right - this.#sides.left;
  }

  get depth(): number {
    return this.#sides.away - this.#sides.near;
  }

  /** Points of the frame, as the camera has to show it. */
  set framed(wanted: boolean) {
    this.#frame.visible = wanted;
  }

  /** What has to be seen of it, with so much room above the building. */
  sight(above: number): Sight {
    const { left, right, near, away } = this.#sides;
    const square = (wider: number, z: number) =>
      [left - wider, right + wider].flatMap((x) =>
        [near - wider, away + wider].map((y) => new Vector3(x, y, z)),
      );
    return [...square(RIM, -THICK), ...square(RIM, 0), ...square(-MARGIN, LEVELS + above)];
  }

  /** Whether a point is over the plate, or near enough to mean it. */
  over({ x, y }: Cell, near = 0.6): boolean {
    const sides = this.#sides;
    return (
      x > sides.left - near &&
      x < sides.right + near &&
      y > sides.near - near &&
      y < sides.away + near
    );
  }

  dispose(): void {
    this.#clear();
    for (const material of [this.#wood, this.#top, this.#lines, this.#table]) material.dispose();
  }

  #clear(): void {
    for (const thing of this.group.children) {
      if (thing instanceof Mesh || thing instanceof LineSegments) thing.geometry.dispose();
    }
    this.#top.map?.dispose();
    this.group.clear();
  }
}

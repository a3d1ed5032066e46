import { type Cube, extent, type Piece, type Turn, turned } from "./layout";
import { INKS } from "./material";

/** A piece drawn in space: x to the right, y away, z up, as one sees it from the front, the right and above. */
const RIGHT = { x: 0.92, y: 0.16 };
const AWAY = { x: 0.4, y: -0.44 };
const UP = { x: 0, y: -0.9 };
/** Towards the one who looks. */
const NEARER = { x: 0.43, y: -1, z: 0.58 };

interface Face {
  side: "top" | "front" | "right";
  /** The corners, for a polygon. */
  points: string;
  /** The middle. */
  x: number;
  y: number;
}

const SIDES = {
  top: { beyond: { x: 0, y: 0, z: 1 }, from: { x: 0, y: 0, z: 1 }, edges: [RIGHT, AWAY] },
  front: { beyond: { x: 0, y: -1, z: 0 }, from: { x: 0, y: 0, z: 0 }, edges: [RIGHT, UP] },
  right: { beyond: { x: 1, y: 0, z: 0 }, from: { x: 1, y: 0, z: 0 }, edges: [AWAY, UP] },
} as const;

function seen({ x, y, z }: Cube): { x: number; y: number } {
  return {
    x: x * RIGHT.x + y * AWAY.x + z * UP.x,
    y: x * RIGHT.y + y * AWAY.y + z * UP.y,
  };
}

function depth({ x, y, z }: Cube): number {
  return x * NEARER.x + y * NEARER.y + z * NEARER.z;
}

/** Every side of every cube that shows, those behind first; the middle of the piece's box is at 0. */
function facesOf(cubes: readonly Cube[]): readonly Face[] {
  const { x, y, z } = extent(cubes);
  const least = (axis: keyof Cube) => Math.min(...cubes.map((cube) => cube[axis]));
  const middle = seen({ x: least("x") + x / 2, y: least("y") + y / 2, z: least("z") + z / 2 });
  const there = new Set(cubes.map((cube) => `${cube.x} ${cube.y} ${cube.z}`));
  return cubes
    .toSorted((one, other) => depth(one) - depth(other))
    .flatMap((cube) =>
      (["top", "front", "right"] as const).flatMap((side) => {
        const { beyond, from, edges } = SIDES[side];
        if (there.has(`${cube.x + beyond.x} ${cube.y + beyond.y} ${cube.z + beyond.z}`)) return [];
        const [one, other] = edges;
        const start = seen({ x: cube.x + from.x, y: cube.y + from.y, z: cube.z + from.z });
        const at = (a: number, b: number) => ({
          x: start.x - middle.x + a * one.x + b * other.x,
          y: start.y - middle.y + a * one.y + b * other.y,
        });
        const corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
        const points = corners.map((p) => `${p.x.toFixed(3)},${p.y.toFixed(3)}`).join(" ");
        return [{ side, points, ...at(0.5, 0.5) }];
      }),
    );
}

const drawn = new Map<string, string>();

/** A piece with its letter as SVG. */
export function markupOf(piece: Piece, turn: Turn): string {
  const cubes = turned(piece, turn);
  const key = `${piece} ${cubes.map(({ x, y, z }) => `${x}${y}${z}`)}`;
  let markup = drawn.get(key);
  if (markup === undefined) {
    markup = draw(piece, cubes);
    drawn.set(key, markup);
  }
  return markup;
}

function draw(piece: Piece, cubes: readonly Cube[]): string {
  const faces = facesOf(cubes);
  const polygons = faces.map(
    ({ side, points }) => `<polygon class="${side}" points="${points}"></polygon>`,
  );
  const lettered = faces.findLast(({ side }) => side === "front") ?? faces.at(-1);
  if (!lettered) return "";
  const at = `x="${lettered.x}" y="${lettered.y}" transform-origin="${lettered.x} ${lettered.y}"`;
  return `${polygons.join("")}<text ${at} transform="skewY(9.9)" fill="${INKS[piece]}">${piece}</text>`;
}

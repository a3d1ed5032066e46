import {
  BufferGeometry,
  Float32BufferAttribute,
  GreaterDepth,
  LineBasicMaterial,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Texture,
} from "three";
import { COLOURS } from "../colours";
import type { Piece } from "../geometry";
import { skinOf } from "./body";
import { lettered } from "./lettering";
import { wireOf } from "./wire";

/** What all pieces of one letter share, in every view on the page. */
export interface Made {
  body: BufferGeometry;
  face: Texture;
  paint: MeshStandardMaterial;
  /** The same in the hand: drawn last, so that what shines through what lies does not shine through it. */
  carried: MeshStandardMaterial;
  /** Where it would land: seen, and seen through what stands before it. */
  ghost: MeshLambertMaterial;
  behind: MeshBasicMaterial;
  wire: BufferGeometry;
  line: LineBasicMaterial;
}

const made = new Map<Piece, Made>();
let users = 0;

/** Somebody draws pieces from now on; the answer is how they stop. The last one clears up. */
export function useStock(): () => void {
  users += 1;
  return () => {
    users -= 1;
    if (users > 0) return;
    for (const things of made.values()) for (const thing of Object.values(things)) thing.dispose();
    made.clear();
  };
}

export function stockOf(piece: Piece): Made {
  let things = made.get(piece);
  if (things === undefined) {
    things = make(piece);
    made.set(piece, things);
  }
  return things;
}

function make(piece: Piece): Made {
  const skin = skinOf(piece);
  const body = new BufferGeometry();
  body.setAttribute("position", new Float32BufferAttribute(skin.points, 3));
  body.setAttribute("normal", new Float32BufferAttribute(skin.normals, 3));
  body.setAttribute("uv", new Float32BufferAttribute(skin.pictures, 2));
  body.setAttribute("color", new Float32BufferAttribute(skin.shades, 3));
  body.setIndex(skin.triangles);
  const face = lettered(piece);
  const see = { transparent: true, depthWrite: false } as const;
  const wire = new BufferGeometry();
  wire.setAttribute("position", new Float32BufferAttribute(wireOf(piece), 3));
  const paint = { map: face, vertexColors: true, roughness: 0.42 } as const;
  return {
    body,
    face,
    paint: new MeshStandardMaterial(paint),
    carried: new MeshStandardMaterial({ ...paint, transparent: true }),
    ghost: new MeshLambertMaterial({ ...see, color: COLOURS[piece], opacity: 0.5 }),
    behind: new MeshBasicMaterial({
      ...see,
      color: COLOURS[piece],
      opacity: 0.16,
      depthFunc: GreaterDepth,
    }),
    wire,
    line: new LineBasicMaterial({ ...see, color: COLOURS[piece], depthTest: false }),
  };
}

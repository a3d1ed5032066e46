import {
  BufferGeometry,
  Float32BufferAttribute,
  GreaterDepth,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Texture,
} from "three";
import { COLOURS } from "../colours";
import type { Piece } from "../geometry";
import { skinOf } from "./body";
import { lettered } from "./lettering";

/** What all pieces of one letter share, in every view on the page. */
export interface Made {
  body: BufferGeometry;
  face: Texture;
  paint: MeshStandardMaterial;
  /** Where it would land: seen, and seen through what stands before it. */
  ghost: MeshStandardMaterial;
  behind: MeshBasicMaterial;
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
  return {
    body,
    face,
    paint: new MeshStandardMaterial({ map: face, vertexColors: true, roughness: 0.42 }),
    ghost: new MeshStandardMaterial({ ...see, color: COLOURS[piece], opacity: 0.5, roughness: 1 }),
    behind: new MeshBasicMaterial({
      ...see,
      color: COLOURS[piece],
      opacity: 0.16,
      depthFunc: GreaterDepth,
    }),
  };
}

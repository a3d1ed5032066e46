import {
  BufferGeometry,
  CanvasTexture,
  Float32BufferAttribute,
  GreaterDepth,
  LineBasicMaterial,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  SRGBColorSpace,
  type Texture,
} from "three";
import type { Piece } from "../layout";
import { COLOURS, INKS } from "../material";
import { skinOf, wireOf } from "./body";

const SIZE = 256;

/** A sheet to draw on, in pixels. */
export function sheet(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas to draw on");
  return pen;
}

export function picture(pen: CanvasRenderingContext2D): CanvasTexture {
  const texture = new CanvasTexture(pen.canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** The face of a cube: the piece's colour, and its letter pressed into the paint. */
export function lettered(piece: Piece): CanvasTexture {
  const pen = sheet(SIZE, SIZE);
  pen.fillStyle = COLOURS[piece];
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.font = `700 ${SIZE * 0.5}px ui-rounded, "Nunito", "Segoe UI", system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } =
    pen.measureText(piece);
  const [x, y] = [SIZE / 2, (SIZE + above - below) / 2];
  const dark = INKS[piece] !== "#ffffff";
  pen.fillStyle = dark ? "rgb(255 255 255 / 38%)" : "rgb(0 0 0 / 30%)";
  pen.fillText(piece, x, y + 3);
  pen.globalAlpha = dark ? 0.78 : 0.92;
  pen.fillStyle = INKS[piece];
  pen.fillText(piece, x, y);
  return picture(pen);
}

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

/** Counts a user of the shared resources; the returned function releases them, the last one disposes of them. */
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

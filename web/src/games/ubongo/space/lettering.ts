import { CanvasTexture, SRGBColorSpace } from "three";
import { COLOURS, INKS } from "../colours";
import type { Piece } from "../geometry";

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

import { Matrix4, Quaternion, Vector3 } from "three";
import type { Cube, Turn } from "../geometry";
import { middleOf } from "./body";

/** How a body stands in space. The middle of a cell is at its own numbers, the board's surface at height 0. */
export interface Pose {
  at: Vector3;
  turn: Quaternion;
}

export function rotation([right, away, up]: Turn): Quaternion {
  const axis = ({ x, y, z }: Cube) => new Vector3(x, y, z);
  const basis = new Matrix4().makeBasis(axis(right), axis(away), axis(up));
  return new Quaternion().setFromRotationMatrix(basis);
}

/** The middle of the box around cubes on the board. */
export function centre(cubes: readonly Cube[]): Vector3 {
  const [x, y, z] = middleOf(cubes);
  return new Vector3(x - 0.5, y - 0.5, z);
}

/**
 * How a piece is drawn that the bench has turned on: by as much as the bench did. It may have been drawn otherwise than
 * the bench has it, as a piece that looks the same from two sides has letters on it.
 */
export function turnedOn(drawn: Turn, before: Turn, after: Turn): Turn {
  const [right, away, up] = drawn.map((axis) => {
    const [a, b, c] = before.map((old) => axis.x * old.x + axis.y * old.y + axis.z * old.z);
    return combined(after, a ?? 0, b ?? 0, c ?? 0);
  });
  return right && away && up ? [right, away, up] : after;
}

function combined([right, away, up]: Turn, a: number, b: number, c: number): Cube {
  return {
    x: a * right.x + b * away.x + c * up.x,
    y: a * right.y + b * away.y + c * up.y,
    z: a * right.z + b * away.z + c * up.z,
  };
}

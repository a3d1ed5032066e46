import { Matrix4, PerspectiveCamera, Vector3 } from "three";
import { duration } from "../../../ui/motion";
import { Glide } from "./glide";
import type { Ray } from "./pointing";

/** Points that have to be seen. */
export type Sight = readonly Vector3[];

/** Seen from a little to the right, so that a cube shows three of its faces. */
export const USUAL = { angle: 0.17, height: 0.95 } as const;
const LOWEST = 0.2;
const HIGHEST = 1.5;
const OPENING = 0.4;
/** The rest is left free around it. */
const FILLED = 0.95;
const BACK_MS = 260;
/** Radians for a drag over the smaller side of the picture. */
const TURN = 2.6;

/** Looks at the board from around it, never from below, from as near as all of it can be seen. */
export class Orbit {
  readonly camera = new PerspectiveCamera((OPENING * 180) / Math.PI, 1, 1, 100);
  #angle = new Glide(USUAL.angle);
  #height = new Glide(USUAL.height);
  #sight: Sight = [new Vector3()];
  #room = { width: 1, height: 1 };
  #axes = { right: new Vector3(), up: new Vector3(), ahead: new Vector3() };

  /** How far the view is turned about the upright axis. */
  get angle(): number {
    return this.#angle.now;
  }

  get usual(): boolean {
    return (
      Math.abs(this.#angle.goal - USUAL.angle) < 0.01 &&
      Math.abs(this.#height.goal - USUAL.height) < 0.01
    );
  }

  look(sight: Sight): void {
    this.#sight = sight;
    this.#stand();
  }

  resize(width: number, height: number): void {
    this.#room = { width, height };
    this.#stand();
  }

  /** Follows a drag, as if one turned the board itself. */
  turn(dx: number, dy: number): void {
    const by = TURN / Math.min(this.#room.width, this.#room.height);
    const height = this.#height.now + dy * by;
    this.#angle.to(this.#angle.now - dx * by, 0);
    this.#height.to(Math.min(HIGHEST, Math.max(LOWEST, height)), 0);
    this.#stand();
  }

  /** Back to the usual view, the shorter way round. */
  back(): void {
    const round = 2 * Math.PI;
    const turns = Math.round((this.#angle.now - USUAL.angle) / round);
    this.#angle.run(this.#angle.now - turns * round, USUAL.angle, duration(BACK_MS));
    this.#height.to(USUAL.height, duration(BACK_MS));
    this.#stand();
  }

  /** Goes on turning; false when it stands still. */
  step(milliseconds: number): boolean {
    if (!this.#angle.moving && !this.#height.moving) return false;
    this.#angle.step(milliseconds);
    this.#height.step(milliseconds);
    this.#stand();
    return this.#angle.moving || this.#height.moving;
  }

  /** What is seen at a point of the picture, in pixels from its upper left corner. */
  ray(x: number, y: number): Ray {
    const { right, up, ahead } = this.#axes;
    const high = Math.tan(OPENING / 2);
    const across = ((2 * x) / this.#room.width - 1) * high * this.camera.aspect;
    const along = (1 - (2 * y) / this.#room.height) * high;
    const way = ahead.clone().addScaledVector(right, across).addScaledVector(up, along);
    return { from: this.camera.position, way };
  }

  #stand(): void {
    const { right, up, ahead } = this.#axes;
    const [angle, height] = [this.#angle.now, this.#height.now];
    const flat = Math.cos(height);
    right.set(Math.cos(angle), Math.sin(angle), 0);
    ahead.set(-Math.sin(angle) * flat, Math.cos(angle) * flat, -Math.sin(height));
    up.crossVectors(right, ahead);
    const aspect = this.#room.width / this.#room.height;
    const high = Math.tan(OPENING / 2);
    const wide = fitted(this.#sight, right, ahead, high * aspect * FILLED);
    const tall = fitted(this.#sight, up, ahead, high * FILLED);
    this.camera.aspect = aspect;
    this.camera.position
      .copy(right)
      .multiplyScalar(wide.aside)
      .addScaledVector(up, tall.aside)
      .addScaledVector(ahead, -Math.max(wide.far, tall.far));
    const basis = new Matrix4().makeBasis(right, up, ahead.clone().negate());
    this.camera.quaternion.setFromRotationMatrix(basis);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }
}

/** How far away one has to stand, and how far aside, for all points to lie within an opening along one axis. */
export function fitted(
  points: readonly Vector3[],
  axis: Vector3,
  ahead: Vector3,
  opening: number,
): { far: number; aside: number } {
  const most = Math.max(...points.map((at) => at.dot(axis) - opening * at.dot(ahead)));
  const least = Math.min(...points.map((at) => at.dot(axis) + opening * at.dot(ahead)));
  return { far: (most - least) / (2 * opening), aside: (most + least) / 2 };
}

import { Mesh, Quaternion, type Vector3 } from "three";
import { duration } from "../../../lib/motion";
import type { Piece, Turn } from "../geometry";
import { ARRIVING, FALLING, Glide } from "./glide";
import { rotation } from "./pose";
import { stockOf } from "./stock";

export const TUMBLE = 150;
export const LIFT = 130;
export const FALL = 150;

/** One piece in the scene, on its way to where it belongs. */
export class Actor {
  readonly mesh: Mesh;
  /** How it is turned, or is turning to. */
  turn: Turn;
  #x: Glide;
  #y: Glide;
  #z: Glide;
  #size = new Glide(0);
  #turned = new Glide(1);
  #from = new Quaternion();
  #to = new Quaternion();

  constructor(
    readonly piece: Piece,
    at: Vector3,
    turn: Turn,
  ) {
    const { body, paint } = stockOf(piece);
    this.mesh = new Mesh(body, paint);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.turn = turn;
    this.#to.copy(rotation(turn));
    this.#x = new Glide(at.x);
    this.#y = new Glide(at.y);
    this.#z = new Glide(at.z);
    this.#pose();
  }

  get gone(): boolean {
    return this.#size.goal === 0 && !this.#size.moving;
  }

  get at(): { x: number; y: number; z: number } {
    return { x: this.#x.now, y: this.#y.now, z: this.#z.now };
  }

  /** Is in the hand. */
  rise(size: number): void {
    this.#size.to(size, duration(LIFT));
    // Aside, its shadow would reach over the edge of what is reckoned.
    this.mesh.castShadow = size === 1;
    this.mesh.material = stockOf(this.piece).carried;
    this.mesh.renderOrder = 9;
  }

  /** Lies on the board. */
  rest(): void {
    this.#size.to(1, duration(LIFT));
    this.mesh.castShadow = true;
    this.mesh.material = stockOf(this.piece).paint;
    this.mesh.renderOrder = 0;
  }

  /** Back to the tray: it is drawn there. */
  leave(): void {
    this.#size.to(0, duration(LIFT));
    this.#z.to(this.#z.goal + 0.4, duration(LIFT));
  }

  /** Under the finger at once; it comes there when it is grabbed. */
  follow(at: Vector3, grabbed: boolean): void {
    if (grabbed) {
      this.#x.to(at.x, duration(LIFT));
      this.#y.to(at.y, duration(LIFT));
    }
    this.#x.follow(at.x);
    this.#y.follow(at.y);
    this.#z.to(at.z, duration(LIFT));
  }

  /** Glides there; a thing that comes down falls. */
  go(at: Vector3): void {
    const down = at.z < this.#z.goal;
    this.#x.to(at.x, duration(LIFT));
    this.#y.to(at.y, duration(LIFT));
    this.#z.to(at.z, duration(down ? FALL : LIFT), down ? FALLING : ARRIVING);
  }

  tumble(turn: Turn): void {
    const to = rotation(turn);
    this.turn = turn;
    if (Math.abs(to.dot(this.#to)) > 0.9999) return;
    this.#from.copy(this.mesh.quaternion);
    this.#to.copy(to);
    this.#turned.run(0, 1, duration(TUMBLE));
  }

  /** Goes on; false when it has arrived. */
  step(milliseconds: number): boolean {
    const parts = [this.#x, this.#y, this.#z, this.#size, this.#turned];
    const moving = parts.some((part) => part.moving);
    for (const part of parts) part.step(milliseconds);
    this.#pose();
    return moving;
  }

  #pose(): void {
    this.mesh.position.set(this.#x.now, this.#y.now, this.#z.now);
    this.mesh.quaternion.slerpQuaternions(this.#from, this.#to, this.#turned.now);
    this.mesh.scale.setScalar(Math.max(0.001, this.#size.now));
  }
}

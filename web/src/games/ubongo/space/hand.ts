import { ABOVE_FINGER_PX } from "../../../board/drag";
import type { Point } from "../../../board/points";
import type { Bench } from "../bench";
import type { Cell, Piece } from "../layout";
import type { Orbit } from "./camera";
import type { Cast } from "./cast";
import type { Deeds, Under } from "./gestures";
import type { Plate } from "./plate";
import { atHeight, type Hit, pick, wayOf } from "./pointing";

/** Over the middle of the building, a piece that comes from elsewhere is carried. */
const CARRY_HEIGHT = 1;

interface Grip {
  /** At this height the point that was grabbed follows the finger. */
  height: number;
  /** From that point to the middle of the piece. */
  offset: Cell;
  /** It lay on the board: off it means back to the tray. */
  lifted: boolean;
}

/** Translates gestures on the picture into actions of the bench. */
export class Hand implements Deeds {
  /** The bench as it is now. */
  bench: Bench;
  /** Where the piece is while a finger carries it. */
  carried: Cell | null = null;
  #grip: Grip | null = null;

  constructor(
    bench: Bench,
    private readonly canvas: Pick<HTMLCanvasElement, "getBoundingClientRect">,
    private readonly orbit: Orbit,
    private readonly plate: Pick<Plate, "over">,
    private readonly cast: Pick<Cast, "standing" | "where">,
    private readonly changed: () => void,
  ) {
    this.bench = bench;
  }

  under(point: Point): Under {
    if (!this.bench.mayBuild) return "nothing";
    const found = this.#pick(point);
    if (!this.holding()) return found ? "piece" : "nothing";
    return found || this.#onPlate(point) ? "held" : "nothing";
  }

  holding(): boolean {
    return this.bench.mayBuild && this.bench.held !== null;
  }

  turnView(dx: number, dy: number): void {
    this.orbit.turn(dx, dy);
    this.changed();
  }

  grab(point: Point): void {
    const found = this.#pick(point);
    const lifted = !this.holding();
    this.#grip = null;
    // A piece in the hand comes to a finger anywhere on the board, even if another one lies there.
    if (found === null || (!lifted && found.thing !== this.bench.held?.piece)) return;
    const middle = this.cast.where(found.thing) ?? found.at;
    const offset = { x: middle.x - found.at.x, y: middle.y - found.at.y };
    if (lifted) this.bench.take(found.thing);
    this.#grip = { height: found.at.z, offset, lifted };
  }

  carry(point: Point, touch: boolean): void {
    if (this.bench.held === null) return;
    const grip = this.#grip ?? { height: CARRY_HEIGHT, offset: { x: 0, y: 0 } };
    const seen = this.#ray({ x: point.x, y: point.y - (touch ? ABOVE_FINGER_PX : 0) });
    const at = atHeight(seen, grip.height);
    if (at === null) return;
    this.carried = { x: at.x + grip.offset.x, y: at.y + grip.offset.y };
    this.bench.carry(this.plate.over(this.carried) ? this.carried : null);
    this.changed();
  }

  letGo(point: Point | null, touch: boolean): void {
    if (point !== null) this.carry(point, touch);
    const grip = this.#grip;
    const { held } = this.bench;
    this.#grip = null;
    this.carried = null;
    if (held !== null) {
      if (held.at === null) {
        if (grip?.lifted || (point !== null && !this.#inside(point))) this.bench.putBack();
      } else if (held.target !== null || grip?.lifted) this.bench.drop();
      else this.bench.explainHeld();
    }
    this.changed();
  }

  swipe(way: Point): void {
    if (this.holding()) this.bench.tumble(wayOf(way, this.orbit.angle));
  }

  /** A piece lying there is taken; the one in the hand goes there, or is told why not. */
  tap(point: Point): void {
    if (!this.bench.mayBuild) return;
    const found = this.#pick(point);
    const { held } = this.bench;
    if (held === null) {
      if (found !== null) this.bench.take(found.thing);
      return;
    }
    if (found?.thing !== held.piece) {
      const at = found?.at ?? this.#onPlate(point);
      if (at === null) return;
      this.bench.carry({ x: at.x, y: at.y });
    }
    if (this.bench.held?.target) this.bench.drop();
    else this.bench.explainHeld();
  }

  /** For a drag that began outside of the picture: carries the piece over it. False: not over the board. */
  carryFrom(point: Point, touch: boolean): boolean {
    if (!this.#inside(point)) {
      this.carried = null;
      this.bench.carry(null);
      this.changed();
      return false;
    }
    this.carry(point, touch);
    return (this.bench.held?.at ?? null) !== null;
  }

  /** Ends such a drag. False: it was not over the board, and the piece is still in the hand. */
  dropAt(point: Point, touch: boolean): boolean {
    const over = this.carryFrom(point, touch);
    this.carried = null;
    if (over) this.bench.drop();
    this.changed();
    return over;
  }

  #pick(point: Point): Hit<Piece> | null {
    return pick(this.#ray(point), this.cast.standing());
  }

  #onPlate(point: Point): Cell | null {
    const at = atHeight(this.#ray(point), 0);
    return at && this.plate.over(at, 0) ? at : null;
  }

  #inside({ x, y }: Point): boolean {
    const { left, right, top, bottom } = this.canvas.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  #ray({ x, y }: Point) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return this.orbit.ray(x - left, y - top);
  }
}

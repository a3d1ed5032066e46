/** Easing: decelerating, or accelerating like a fall. */
export type Pace = (part: number) => number;
export const ARRIVING: Pace = (part) => 1 - (1 - part) ** 3;
export const FALLING: Pace = (part) => part * part;

/** A number that is animated to another one. */
export class Glide {
  now: number;
  #from: number;
  #to: number;
  #left = 0;
  #length = 0;
  #pace: Pace = ARRIVING;

  constructor(value: number) {
    this.now = value;
    this.#from = value;
    this.#to = value;
  }

  get goal(): number {
    return this.#to;
  }

  get moving(): boolean {
    return this.#left > 0;
  }

  /** Animates to a number from the current one; a running animation to the same number goes on. */
  to(value: number, milliseconds: number, pace: Pace = ARRIVING): void {
    if (value === this.#to && (milliseconds > 0 || !this.moving)) return;
    this.#to = value;
    this.#from = this.now;
    this.#length = milliseconds;
    this.#left = milliseconds;
    this.#pace = pace;
    if (milliseconds <= 0) this.now = value;
  }

  /** Puts it there at once; what is under way has a new end, and as much time as it had. */
  follow(value: number): void {
    if (!this.moving) this.now = value;
    this.#to = value;
  }

  /** Begins at a number and goes to another one. */
  run(from: number, to: number, milliseconds: number, pace: Pace = ARRIVING): void {
    this.now = from;
    this.#to = from;
    this.to(to, milliseconds, pace);
  }

  step(milliseconds: number): void {
    if (!this.moving) return;
    this.#left = Math.max(0, this.#left - milliseconds);
    const part = this.#pace(1 - this.#left / this.#length);
    this.now = this.moving ? this.#from + (this.#to - this.#from) * part : this.#to;
  }
}

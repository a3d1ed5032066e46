/** At most so many points for a pixel of the page. */
const FINEST = 2;
const STEPS = [1.5, 1, 0.75, 0.5] as const;
/** If pictures have to wait longer than this, on the average of so many, they are too fine for the device. */
const SLOW = 24;
const ROW = 10;

/**
 * How many points a pixel of the page gets: as many as the screen has while all stands still. While something moves
 * it may be fewer: slow devices get a coarser picture instead of a jerky one.
 */
export class Sharpness {
  #moving = FINEST;
  #row = 0;
  #sum = 0;

  get still(): number {
    return Math.min(FINEST, globalThis.devicePixelRatio ?? 1);
  }

  get moving(): number {
    return Math.min(this.#moving, this.still);
  }

  /** Takes note of how long a picture had to wait for its turn. */
  after(milliseconds: number): void {
    this.#row += 1;
    this.#sum += milliseconds;
    if (this.#row < ROW) return;
    if (this.#sum / this.#row > SLOW) this.#coarsen();
    this.#row = 0;
    this.#sum = 0;
  }

  #coarsen(): void {
    this.#moving = STEPS.find((step) => step < this.moving) ?? this.moving;
  }
}

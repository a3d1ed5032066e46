const FINEST = 2;
const COARSEST = 1;
const STEP = 0.5;
/** A picture that takes longer than this, on the average of so many in a row, is too fine for the device. */
const SLOW = 24;
const ROW = 30;
/** After a longer rest it is not the same movement. */
const REST = 120;

/** How many points a pixel of the page gets: as many as the screen has, at most two, fewer on slow devices. */
export class Sharpness {
  #most = FINEST;
  #row = 0;
  #sum = 0;

  get ratio(): number {
    return Math.min(this.#most, globalThis.devicePixelRatio ?? 1);
  }

  /** Takes note of the time since the picture before; true when the next ones should be coarser. */
  after(milliseconds: number): boolean {
    if (milliseconds > REST) {
      this.#row = 0;
      this.#sum = 0;
      return false;
    }
    this.#row += 1;
    this.#sum += milliseconds;
    if (this.#row < ROW) return false;
    const slow = this.#sum / this.#row > SLOW;
    this.#row = 0;
    this.#sum = 0;
    if (!slow || this.ratio <= COARSEST) return false;
    this.#most = Math.max(COARSEST, this.ratio - STEP);
    return true;
  }
}

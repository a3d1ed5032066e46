/** One comparison with the hall's clock: its offset from our own count, and how sure that is. */
interface Reading {
  offset: number;
  /** It may be so much more or less: half the round trip. */
  unsure: number;
}

/** The best of the last readings counts; older ones are dropped, as clocks drift. */
const READINGS_KEPT = 8;
/** Milliseconds by which two readings may differ before one of them must be wrong. */
const SLACK_MS = 25;

/**
 * The hall's time, computed from the device's monotonic clock.
 * That clock may stop while the device sleeps; then new readings contradict the old ones and replace them.
 */
export class HallClock {
  private readings: Reading[] = [];
  private offset: number | null = null;
  private readonly asked = new Map<string, number>();

  constructor(
    private readonly count: () => number = () => performance.now(),
    private readonly wall: () => number = () => Date.now(),
  ) {}

  /** The hall's time now, in milliseconds since 1970; before it has told its time, the device's. */
  now(): number {
    return this.offset === null ? this.wall() : this.count() + this.offset;
  }

  /** What this device's own clock shows at a moment of the hall's time. */
  here(moment: number): number {
    return moment - this.now() + this.wall();
  }

  /** A new connection: earlier readings may be out of date. */
  reconnected(): void {
    this.asked.clear();
    this.readings = [];
  }

  asks(ref: string): void {
    this.asked.set(ref, this.count());
  }

  /** The hall has answered a question with its time: half the round trip has passed since. */
  answers(ref: string, now: number | undefined): void {
    const sent = this.asked.get(ref);
    this.asked.delete(ref);
    if (sent === undefined || now === undefined) return;
    const count = this.count();
    const unsure = (count - sent) / 2;
    this.add({ offset: now + unsure - count, unsure });
  }

  /** A message carried the hall's time: a lower bound for the time now. */
  told(now: number | undefined): void {
    if (now === undefined) return;
    const least = now - this.count();
    const { unsure } = this.best() ?? { unsure: 0 };
    if (this.offset !== null && least <= this.offset + unsure + SLACK_MS) return;
    this.readings = [];
    this.offset = least;
  }

  private add(reading: Reading): void {
    const best = this.best();
    if (best && Math.abs(reading.offset - best.offset) > reading.unsure + best.unsure + SLACK_MS) {
      this.readings = [];
    }
    this.readings = [...this.readings, reading].slice(-READINGS_KEPT);
    this.offset = this.best()?.offset ?? reading.offset;
  }

  /** The reading with the shortest round trip, the newest of equals. */
  private best(): Reading | undefined {
    return this.readings.reduce<Reading | undefined>(
      (best, one) => (best && best.unsure < one.unsure ? best : one),
      undefined,
    );
  }
}

/** The clock of the hall that this page belongs to. */
export const hallClock = new HallClock();

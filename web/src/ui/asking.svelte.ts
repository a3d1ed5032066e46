import { Refusal } from "../startup/api";

/** A request made by the player: one at a time, with the error if it was refused. */
export class Asking {
  busy = $state(false);
  error = $state.raw<Refusal | null>(null);

  /** Whether it was done. */
  async ask(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.error = null;
    try {
      await work();
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.error = refusal;
      return false;
    } finally {
      this.busy = false;
    }
  }
}

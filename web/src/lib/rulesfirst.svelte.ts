import { isFirstGame } from "./choice";
import type { GameCard } from "./forms";

/** The rules come before the first game of each kind against bots, and nothing is counted meanwhile. */
export class RulesFirst {
  reading = $state(false);
  /** What to do once the rules have been read. */
  after = $state.raw<(() => void) | null>(null);

  before({ name }: Pick<GameCard, "name">, begin: () => void): void {
    if (!isFirstGame(name)) {
      begin();
      return;
    }
    this.after = begin;
    this.reading = true;
  }

  open(): void {
    this.reading = true;
  }

  close(): void {
    this.reading = false;
    this.after = null;
  }
}

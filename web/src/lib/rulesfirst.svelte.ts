import { isFirstGame } from "./choice";
import type { GameCard } from "./forms";

/** Where time runs from the beginning, the rules come before the first game against bots, and nothing is counted meanwhile. */
export class RulesFirst {
  reading = $state(false);
  /** What to do once the rules have been read. */
  after = $state.raw<(() => void) | null>(null);

  before({ name, simultaneous }: Pick<GameCard, "name" | "simultaneous">, begin: () => void): void {
    if (!simultaneous || !isFirstGame(name)) {
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

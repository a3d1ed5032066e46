import { Side } from "../../board/side.svelte";
import { because, t } from "../../lib/language.svelte";
import type { Facts } from "../../lib/words";
import type { Table } from "../../table/table.svelte";
import { nameOf, say, words } from "./speech";
import type { KokotoEvent, KokotoView } from "./wire";

/** One player's side of the heap. A move is one touch: there is nothing to begin. */
export class Play extends Side<KokotoView, KokotoEvent, null> {
  constructor(table: Table) {
    super(table, null);
  }

  protected draftMoment(): null {
    return null;
  }

  protected reason(code: string, facts: Facts): string {
    return because(code, facts, words);
  }

  protected step(): string {
    if (this.blocked === null) return say("step.take");
    if (this.blocked !== "not_your_turn" && this.blocked !== "watching") {
      return t(`why.${this.blocked}`);
    }
    return say("step.other", { name: nameOf(this.table.state.seats, this.view.turn) });
  }
}

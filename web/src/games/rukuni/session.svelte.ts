import { BoardSession } from "../../board/session.svelte";
import type { BoardTable } from "../../board/table";
import { say, words } from "./messages";
import {
  back,
  colourOf,
  type Draft,
  EMPTY,
  type GroupView,
  lit,
  type Pieces,
  piecesOf,
  readTurn,
  type Touched,
  touch,
  type Why,
  writeTurn,
} from "./moves";
import type { RukuniEvent, RukuniView } from "./types";

/** What the hall would refuse such a turn with. */
const REFUSED: Readonly<Record<Why, string>> = {
  no_tower: "no_tower_there",
  shut_in: "way_is_blocked",
  out_of_reach: "not_in_line",
  not_beside: "peg_not_beside_tower",
};

/** The turn that is begun, what lights up, what stands where. */
export class RukuniSession extends BoardSession<RukuniView, RukuniEvent, Draft> {
  constructor(table: BoardTable) {
    super(table, words, EMPTY);
  }

  /** The latest turn that was played on this page. */
  played: string | null = null;

  readonly lit = $derived.by(() => {
    return this.blocked === null ? lit(this.view.reach, this.draft) : [];
  });
  /** The turn that was sent and not answered yet. */
  readonly pending = $derived.by(() => {
    const { pending, looking } = this.table.state;
    const [sent] = pending;
    return sent && looking === null ? readTurn(sent.move) : null;
  });
  readonly mine = $derived.by(() => colourOf(this.view, this.you ?? 0));
  readonly pieces: Pieces = $derived.by(() => {
    return piecesOf(this.view, this.draft, this.pending, this.mine);
  });

  touch(hollow: string): void {
    if (this.rejectIfBlocked()) return;
    this.apply(touch(this.view.reach, this.view.towers, this.draft, hollow), hollow);
  }

  stepBack(): void {
    this.setDraft(back(this.draft));
  }

  override get back(): (() => void) | null {
    return this.draft.step === "tower" ? null : () => this.stepBack();
  }

  /** Whether this tower may be taken (also in place of the one in the hand). */
  takes(hollow: string): boolean {
    return this.blocked === null && hollow in this.view.reach;
  }

  private apply(touched: Touched, hollow: string): void {
    if ("why" in touched) this.explain(this.why(touched.why, hollow), REFUSED[touched.why]);
    else if ("draft" in touched) this.setDraft(touched.draft);
    else {
      this.setDraft(EMPTY);
      this.played = writeTurn(touched.turn);
      this.send(this.played);
    }
  }

  private why(why: Why, hollow: string): () => string {
    const { draft } = this;
    const tower = draft.step === "peg" ? draft.to : draft.step === "to" ? draft.tower : hollow;
    return () => say(`why.${why}`, { hollow, tower });
  }

  /** A draft ends with the turn in which it was begun. */
  protected override draftMoment(): string | null {
    return this.blocked === null ? this.view.position : null;
  }

  protected override messageKey(): string {
    return this.view.position;
  }

  protected override step(): string {
    if (this.blocked !== null) return this.waiting();
    const { draft } = this;
    if (draft.step === "tower" && this.table.trial) {
      return say("step.trial", { colour: say(this.mine) });
    }
    if (draft.step === "tower") return say("step.tower");
    if (draft.step === "to") return say("step.to", { tower: draft.tower });
    return say("step.peg", { tower: draft.to });
  }
}

/** The group that is pointed at, in the score or on the board: both show it. */
let group = $state.raw<GroupView | null>(null);

export const highlight = {
  get group(): GroupView | null {
    return group;
  },
  show(on: GroupView | null): void {
    group = on;
  },
};

export function same(one: GroupView | null, other: GroupView | null): boolean {
  return one !== null && other !== null && one.pegs[0] === other.pegs[0];
}

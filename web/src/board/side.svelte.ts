import { t } from "../lib/language.svelte";
import type { Facts } from "../lib/words";
import type { HeardLog } from "../table/heard";
import type { Table } from "../table/table.svelte";
import { type Blocked, blockedBy } from "./blocked";

type Sentence = () => string;

/**
 * One player's side of a table: what they see, why they cannot move, the draft of a move that they have
 * begun, and the one sentence that says what can be done or why something cannot.
 */
export abstract class Side<View, Event, Draft> {
  private begun = $state.raw<{ draft: Draft; moment: string } | null>(null);
  private explanation = $state.raw<{ sentence: Sentence; moment: string } | null>(null);

  constructor(
    readonly table: Table,
    private readonly empty: Draft,
  ) {}

  // The hall says which game a table has; from here on its views and events are of that game.
  readonly view: View = $derived.by(() => this.table.view as View);
  readonly heard: HeardLog<Event> = $derived.by(() => this.table.state.heard as HeardLog<Event>);
  readonly you = $derived.by(() => this.table.state.you);
  readonly blocked: Blocked | null = $derived.by(() =>
    blockedBy(this.table.state, this.table.line, this.atOnce),
  );
  /** What was begun; nothing as soon as the moment has passed in which it was. */
  readonly draft: Draft = $derived.by(() => {
    const moment = this.draftMoment();
    return this.begun !== null && moment === this.begun.moment ? this.begun.draft : this.empty;
  });
  /** The sentence of the status line. */
  readonly prompt: string = $derived.by(() => {
    const { explanation } = this;
    if (explanation?.moment === this.explanationMoment()) return explanation.sentence();
    const { refused } = this.table.state;
    if (refused && !this.ignores(refused.move)) return this.reason(refused.code, refused.facts);
    return this.step();
  });

  /** The moment that a draft belongs to; null while nothing can be begun. */
  protected abstract draftMoment(): string | null;
  /** What can be done now, or whom the table waits for. */
  protected abstract step(): string;
  /** A refusal in the game's words. */
  protected abstract reason(code: string, facts: Facts): string;

  /** Whether everybody moves at once: then nobody waits for a turn. */
  protected get atOnce(): boolean {
    return false;
  }

  /** The moment that an explanation belongs to: after it, it would be about something else. */
  protected explanationMoment(): string {
    return `${this.table.state.seq} ${this.blocked}`;
  }

  /** Whether nobody needs to hear that this move was refused. */
  protected ignores(_move: string | null): boolean {
    return false;
  }

  isSent(move: string): boolean {
    return this.table.state.pending.some((sent) => sent.move === move);
  }

  send(move: string): void {
    if (this.stopped()) return;
    this.table.move(move);
  }

  /** Goes on with the draft; what was said about the step before is out of date. */
  protected hold(draft: Draft): void {
    this.forgive();
    const moment = this.draftMoment();
    this.begun = moment === null ? null : { draft, moment };
  }

  /** True when nothing can be done now; then the reason is said. */
  protected stopped(): boolean {
    this.forgive();
    const { blocked } = this;
    if (blocked !== null) this.explain(() => t(`why.${blocked}`));
    return blocked !== null;
  }

  protected explain(sentence: Sentence): void {
    this.explanation = { sentence, moment: this.explanationMoment() };
  }

  /** With the next thing that the player does, the reason for the last one is gone. */
  protected forgive(): void {
    this.explanation = null;
    this.table.forgive();
  }
}

import { createContext, untrack } from "svelte";
import type { Facts } from "../i18n/language.svelte";
import { errorText, type Lexicon, lookUp, t } from "../i18n/language.svelte";
import { nameAt } from "../i18n/seat-names";
import type { GameClient, GameEntry } from "./game";
import { type Blocked, type BoardTable, blockedBy, eventsAfter, type TableEventOf } from "./table";

type Sentence = () => string;

interface Explanation {
  sentence: Sentence;
  key: string;
  /** Of the refusal that the hall would have given. */
  code: string | null;
}

/**
 * A player's session at a table: the view, why no move is possible, the draft of a move,
 * and the one sentence that says what can be done or why something cannot.
 */
export class BoardSession<View = unknown, Event = unknown, Draft = unknown> {
  private kept = $state.raw<{ draft: Draft; moment: string } | null>(null);
  private explanation = $state.raw<Explanation | null>(null);

  constructor(
    readonly table: BoardTable,
    /** The game's words. */
    protected readonly words: Lexicon,
    private readonly empty: Draft,
  ) {}

  // The hall says which game a table has; from here on its views and events are of that game.
  readonly view: View = $derived.by(() => this.table.view as View);
  readonly events: readonly TableEventOf<Event>[] = $derived.by(
    () => this.table.state.events as readonly TableEventOf<Event>[],
  );
  readonly you = $derived.by(() => this.table.state.you);
  readonly blocked: Blocked | null = $derived.by(() =>
    blockedBy(this.table.state, this.table.connection, this.atOnce),
  );
  /** The move begun at this moment; empty once the moment has passed. */
  readonly draft: Draft = $derived.by(() => {
    const moment = this.draftMoment();
    return this.kept !== null && moment === this.kept.moment ? this.kept.draft : this.empty;
  });
  /** The code of the refusal that `prompt` explains. */
  readonly refusal: string | null = $derived.by(() => {
    const { explanation } = this;
    if (explanation !== null && explanation.key === this.fullKey()) return explanation.code;
    const { refused } = this.table.state;
    return refused && !this.ignores(refused.move) ? refused.code : null;
  });
  /** Why something could not be done, until the player goes on. */
  readonly explained: string | null = $derived.by(() => {
    const { explanation } = this;
    if (explanation !== null && explanation.key === this.fullKey()) return explanation.sentence();
    const { refused } = this.table.state;
    return refused && !this.ignores(refused.move) ? this.reason(refused.code, refused.facts) : null;
  });
  /** The sentence of the status line. */
  readonly prompt: string = $derived.by(() => this.explained ?? this.step());

  /** Whether a move is begun. */
  get begun(): boolean {
    return JSON.stringify(this.draft) !== JSON.stringify(this.empty);
  }

  /** Takes back one step of a move that was not sent yet; null when there is none. */
  get back(): (() => void) | null {
    return null;
  }

  /** The moment that a draft belongs to; null while nothing can be begun. */
  protected draftMoment(): string | null {
    return null;
  }

  /** What can be done now, or whom the table waits for. */
  protected step(): string {
    return this.blocked === null ? (lookUp("step", {}, this.words) ?? "") : this.waiting();
  }

  /** A refusal in the game's words. */
  protected reason(code: string, facts: Facts): string {
    return errorText(code, facts, this.words);
  }

  /** Whom the table waits for, or why nothing can be done. */
  protected waiting(): string {
    const { blocked } = this;
    const { awaited, seats } = this.table.state;
    const [seat] = awaited;
    if (seat !== undefined && (blocked === "not_your_turn" || blocked === "watching")) {
      const name = nameAt(seats, seat, this.words);
      return lookUp("step.other", { name }, this.words) ?? t(`why.${blocked}`);
    }
    return t(`why.${blocked ?? "pending"}`);
  }

  /** Whether everybody moves at once: then nobody waits for a turn. */
  protected get atOnce(): boolean {
    return false;
  }

  /** The moment that an explanation belongs to: it is dropped when this changes. */
  protected messageKey(): string {
    return String(this.table.state.seq);
  }

  /** Whether the refusal of this move is not shown. */
  protected ignores(_move: string | null): boolean {
    return false;
  }

  isSent(move: string): boolean {
    return this.table.state.pending.some((sent) => sent.move === move);
  }

  send(move: string): void {
    if (this.rejectIfBlocked()) return;
    this.table.move(move);
  }

  /** Sends what is no draft (ready, roll, resign), unless that is on its way already. */
  sendOnce(move: string): void {
    if (this.blocked !== null || this.isSent(move)) return;
    this.clearMessage();
    this.table.move(move);
  }

  /** Replaces the draft, and clears the message about the step before. */
  protected setDraft(draft: Draft): void {
    this.clearMessage();
    const moment = this.draftMoment();
    this.kept = moment === null ? null : { draft, moment };
  }

  /** True when nothing can be done now; then the prompt says why. */
  protected rejectIfBlocked(): boolean {
    this.clearMessage();
    const { blocked } = this;
    if (blocked !== null) this.explain(() => t(`why.${blocked}`));
    return blocked !== null;
  }

  /** Says why something cannot be done; `code` is what the hall would have refused it with. */
  protected explain(sentence: Sentence, code: string | null = null): void {
    this.explanation = { sentence, key: this.fullKey(), code };
  }

  /** Says why something cannot be done in the words of the refusal that the hall would give. */
  protected explainRefusal(code: string, facts: Facts = {}): void {
    this.explain(() => this.reason(code, facts), code);
  }

  /** Clears the explanation: the player's next action starts afresh. */
  protected clearMessage(): void {
    this.explanation = null;
    this.table.clearMessage();
  }

  private fullKey(): string {
    return `${this.messageKey()} ${this.blocked}`;
  }
}

/** The key of messages in a game that goes on while one is read: the same for a phase of a round. */
export function messageKey(round: number, phase: string): string {
  return `${round} ${phase}`;
}

/** Calls `tell` with each new event; earlier ones are not repeated. */
export function onEvents<Event>(
  session: BoardSession<unknown, Event>,
  tell: (event: Event) => void,
): void {
  let known = untrack(() => session.table.state.seq);
  $effect(() => {
    const { seq } = session.table.state;
    const fresh = eventsAfter(session.events, known);
    known = seq;
    untrack(() => {
      for (const { event } of fresh) tell(event);
    });
  });
}

/** What all components of a table share. */
export interface GameContext<Session extends BoardSession = BoardSession> {
  readonly table: BoardTable;
  readonly entry: GameEntry;
  readonly game: GameClient;
  readonly session: Session;
  /** Moves that are pointed out on the board, in the order in which they would be made. */
  readonly pointedOut: readonly string[];
}

const [context, setContext] = createContext<GameContext>();

export function provideGame<Context extends GameContext>(provided: Context): Context {
  setContext(provided);
  return provided;
}

/** The game that is played here, with the session that its client makes. */
export function gameContext<Session extends BoardSession = BoardSession>(): GameContext<Session> {
  return context() as GameContext<Session>;
}

/** The game's session at a table, or a plain one where a move is one touch. */
export function sessionAt(table: BoardTable, game: GameClient, entry: GameEntry): BoardSession {
  return game.createSession?.(table) ?? new BoardSession(table, entry.words, null);
}

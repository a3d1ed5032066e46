import { createContext, tick } from "svelte";
import type { Assist, GameClient, GameEntry, Hints, Link } from "../board/game";
import type { BoardSession } from "../board/session.svelte";
import { type GameContext, provideGame, sessionAt } from "../board/session.svelte";
import { hallConnection } from "../net/connection";
import type { TableCard } from "../startup/types";
import { duration } from "../ui/motion";
import { assistFor } from "./assist";
import { Coaching } from "./coaching.svelte";
import { HistoryCursor } from "./history.svelte";
import { announcer } from "./news";
import { Pauses } from "./pauses.svelte";
import { Replay } from "./replay.svelte";
import { type CompleteGame, withSystemEvents } from "./system-lines";
import { TableSession } from "./table-session.svelte";

/** The sheets of a table: the rules, the history on a phone, the key help, other devices. */
export type SheetName = "rules" | "history" | "keys" | "device";

/** Everything about one table on this page. It is the one context of all that is drawn there. */
export class Room implements GameContext {
  readonly table: TableSession;
  readonly game: CompleteGame;
  readonly session: BoardSession;
  readonly history: HistoryCursor;
  readonly pauses: Pauses;
  readonly coaching: Coaching;
  /** A finished game that is watched again. */
  replay = $state.raw<Replay | null>(null);
  sheet = $state.raw<SheetName | null>(null);
  /** The sentence of the rules that is asked for. */
  rule = $state.raw<string | null>(null);
  private assist = $state.raw<Assist | null>(null);
  hints = $state.raw<Hints | null>(null);

  constructor(
    readonly card: TableCard,
    readonly entry: GameEntry,
    client: GameClient,
    private readonly key: string | null,
  ) {
    const { words } = entry;
    this.game = withSystemEvents(client, words);
    const sound = (event: unknown) => client.sound?.(event, this.session);
    const news = announcer(this.game, words, sound);
    this.table = new TableSession(card.table, hallConnection(), key, news);
    this.session = sessionAt(this.table, client, entry);
    this.history = new HistoryCursor(this.table, this.game, () => this.replay);
    this.pauses = new Pauses(this.table, () => this.sheet === "rules" || this.sheet === "keys");
    this.coaching = new Coaching(this.table, this.game, this.session, entry);
  }

  readonly now = $derived.by(() => this.table.state);
  readonly seats = $derived.by(() => (this.now.seats.length ? this.now.seats : this.card.seats));
  readonly progress: string | null = $derived.by(() =>
    this.table.view === null ? null : (this.game.progress?.(this.table.view) ?? null),
  );
  /** Whether everybody else here is a bot, in a game that has hints. */
  readonly hasHints = $derived.by(() => {
    const { status, you, seats } = this.now;
    const alone = seats.every(({ bot }, seat) => seat === you || bot !== null);
    return this.game.assist !== undefined && status === "playing" && you !== null && alone;
  });
  readonly pointedOut: readonly string[] = $derived.by(() =>
    this.hints?.shown ? [this.hints.shown.move] : [],
  );
  /** The button for a hint, once its code is here. */
  readonly HintButton = $derived.by(() => this.assist?.HintButton ?? null);
  /** The way from the end of the game to its analysis. */
  readonly analysis: Link | null = $derived.by(() =>
    this.now.outcome && this.assist ? this.assist.linkFrom(this.card.table, this.key) : null,
  );

  async learnAssist(): Promise<void> {
    this.assist = await assistFor(this.entry.name, this.game);
    this.hints = this.assist?.hintsAt(this.table) ?? null;
  }

  /** The sentence of the rules that explains why a move was refused. */
  readonly because: string | null = $derived.by(() => {
    const { refusal } = this.session;
    return refusal === null ? null : (this.game.sheet?.refusals[refusal] ?? null);
  });

  show(sheet: SheetName, rule: string | null = null): void {
    this.rule = rule;
    this.sheet = sheet;
  }

  async openReplay(): Promise<void> {
    const begun = new Replay(this.table, this.game, this.entry.words, this.key);
    this.replay = begun;
    // On a phone the result stands far below the board.
    document.getElementById("content")?.scrollIntoView({ block: "start" });
    await begun.load();
    // With reduced motion nothing starts by itself.
    if (this.replay === begun && duration(1) > 0 && !begun.error) begun.play();
  }

  async closeReplay(): Promise<void> {
    this.replay?.close();
    this.replay = null;
    await tick();
    document.querySelector<HTMLElement>("[data-watch]")?.focus({ preventScroll: true });
  }

  leave(): void {
    this.replay?.close();
    this.table.leave();
  }
}

const [theRoom, setRoom] = createContext<Room>();

/** The room that a component of the frame stands in. */
export { theRoom };

/** Makes this the room of all components below. */
export function provideRoom(provided: Room): Room {
  provideGame(provided);
  return setRoom(provided);
}

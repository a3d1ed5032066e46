import { hallClock } from "./hallclock";
import { Outbox, type Question, type Told } from "./outbox";
import type { ClientIn, ClientOut, Move } from "./wire";

export type LineState = "connecting" | "open" | "waiting";

/** What a table needs of a line. */
export type Wire = Pick<
  Line,
  "hear" | "onState" | "join" | "catchUp" | "leave" | "ask" | "unanswered"
>;

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 12_000;
/** A line that has held so long was a good one: the next is tried soon again. */
const LASTED = 5_000;
const PATIENCE = 5_000;
/** How often the hall is asked whether it is there, and what time it is: at first, and then. */
const AT_FIRST = 1_000;
const BEAT = 10_000;
const FIRST_PINGS = 3;
/** How often somebody looks for answers that are overdue. */
const LOOK = 1_000;

/** How long to wait before the next try: doubling, capped, and spread so that a hall is not stormed. */
export function pause(failures: number, chance: number): number {
  const full = Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** Math.min(failures, 10));
  return full * (0.5 + chance / 2);
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** The one line to the hall. It comes back by itself, and loses nothing that was put into it. */
export class Line {
  private readonly hearers = new Set<(message: Told) => void>();
  private readonly watchers = new Set<(state: LineState) => void>();
  /** Told before anybody listened: the line may be opened while the page is still on its way. */
  private unheard: Told[] = [];
  private socket: WebSocket | null = null;
  private failures = 0;
  private pings = 0;
  private pingsHere = 0;
  private retry: Timer;
  private beat: Timer;
  private dead: Timer;
  private lasted: Timer;
  private looking: Timer;
  state: LineState = "waiting";

  constructor(
    private readonly url: string,
    private readonly outbox = new Outbox(),
    private readonly clock = hallClock,
  ) {
    addEventListener("online", () => this.tryNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.tryNow();
    });
    if (this.outbox.waits) this.open();
  }

  /** Hear every message; returns how to stop. */
  hear(hearer: (message: Told) => void): () => void {
    this.hearers.add(hearer);
    // Whoever comes in together with this one is to hear it as well.
    if (this.unheard.length > 0)
      queueMicrotask(() => {
        for (const message of this.unheard.splice(0)) this.tell(message);
      });
    return () => this.hearers.delete(hearer);
  }

  onState(watcher: (state: LineState) => void): () => void {
    this.watchers.add(watcher);
    watcher(this.state);
    return () => this.watchers.delete(watcher);
  }

  /** Opens the line for somebody who may be called; a table that is joined opens it anyway. */
  open(): void {
    if (this.state === "waiting") this.tryNow();
  }

  join(table: string, since: () => number, key: string | null): void {
    const greeting = this.outbox.join(table, since, key, performance.now());
    if (this.state === "open") this.transmit(greeting);
    else this.tryNow();
  }

  /** Something was missed at a table: asks for all of it, once. */
  catchUp(table: string): void {
    const greeting = this.outbox.rejoin(table, performance.now());
    if (greeting) this.transmit(greeting);
  }

  leave(table: string): void {
    const farewell = this.outbox.leave(table);
    if (farewell) this.transmit(farewell);
  }

  /** Send a move or a question, now or as soon as the table is in sync again, until it is answered. */
  ask(question: Question): void {
    if (this.outbox.put(question, performance.now())) this.transmit(question);
    this.lookForAnswers();
  }

  /** The moves that are on their way: those at one table, or all. */
  unanswered(table?: string): readonly Move[] {
    return this.outbox.unanswered(table);
  }

  /** Waits no longer for a new line; asks whether an old one still lives. */
  tryNow(): void {
    if (this.state === "waiting") this.connect();
    else if (this.state === "open") this.ping();
  }

  private transmit(message: ClientIn): void {
    // It may be closing, before anybody is told: then everything is sent anew over the next line.
    if (this.state !== "open" || this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    if (message.type === "join") this.lookForAnswers();
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.become("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.dead = setTimeout(() => this.lose(socket), PATIENCE);
    socket.onopen = () => this.opened(socket);
    socket.onclose = () => this.lose(socket);
    socket.onmessage = ({ data: lines }) => {
      for (const line of lines.split("\n")) this.heard(socket, JSON.parse(line) as ClientOut);
    };
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.lasted = setTimeout(() => {
      this.failures = 0;
    }, LASTED);
    this.clock.reconnected();
    this.pingsHere = 0;
    this.become("open");
    this.ping();
    for (const greeting of this.outbox.greetings(performance.now())) this.transmit(greeting);
  }

  private heard(socket: WebSocket, message: ClientOut): void {
    if (socket !== this.socket) return;
    clearTimeout(this.dead);
    if (message.type === "pong") this.clock.answers(message.ref, message.now);
    if (message.type === "sync") this.clock.told(message.now);
    const { heard, send } = this.outbox.take(message, performance.now());
    if (heard) this.tell(message);
    for (const reply of send) this.transmit(reply);
  }

  private tell(message: Told): void {
    if (this.hearers.size === 0) this.unheard.push(message);
    for (const hearer of this.hearers) hearer(message);
  }

  private ping(): void {
    const socket = this.socket;
    if (!socket) return;
    clearTimeout(this.beat);
    clearTimeout(this.dead);
    const ref = `ping-${this.pings++}`;
    this.clock.asks(ref);
    this.transmit({ type: "ping", ref });
    this.dead = setTimeout(() => this.lose(socket), PATIENCE);
    this.beat = setTimeout(() => this.ping(), this.pingsHere++ < FIRST_PINGS ? AT_FIRST : BEAT);
  }

  private lookForAnswers(): void {
    this.looking ??= setTimeout(() => {
      this.looking = undefined;
      if (this.state !== "open") return;
      const { send, told } = this.outbox.overdue(performance.now());
      for (const message of told) this.tell(message);
      for (const message of send) this.transmit(message);
      if (this.outbox.waits) this.lookForAnswers();
    }, LOOK);
  }

  private lose(socket: WebSocket): void {
    if (socket !== this.socket) return;
    for (const timer of [this.dead, this.beat, this.lasted]) clearTimeout(timer);
    this.socket = null;
    socket.close();
    this.become("waiting");
    this.retry = setTimeout(() => this.connect(), pause(this.failures++, Math.random()));
  }

  private become(state: LineState): void {
    this.state = state;
    for (const watcher of this.watchers) watcher(state);
  }
}

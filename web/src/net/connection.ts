import type { ClientIn, ClientOut, Move } from "../startup/types";
import { hallClock } from "./hall-clock";
import { Nodes } from "./nodes";
import { keepMoves, keptMoves, Outbox, type Question, type Told } from "./outbox";

/** "moving": on the way to the node that has the table. */
export type ConnectionState = "connecting" | "moving" | "open" | "waiting";

/** What a table needs of the connection. */
export type TableConnection = Pick<
  Connection,
  "onMessage" | "onState" | "join" | "catchUp" | "leave" | "ask" | "unanswered"
>;

const RECONNECT_MIN_MS = 250;
const RECONNECT_MAX_MS = 12_000;
/** After so long a connection counts as good: the next one is tried soon again. */
const STABLE_AFTER_MS = 5_000;
/** Without a word for so long after a ping the connection counts as lost. */
const PONG_TIMEOUT_MS = 5_000;
/** Where other nodes could answer, a connection counts as lost without a word for so long after any question. */
const SILENCE_MS = 2_000;
/** The hall is asked whether it is there, and what time it is: at first often, and then. */
const FIRST_PING_INTERVAL_MS = 1_000;
const PING_INTERVAL_MS = 10_000;
const NODE_PING_INTERVAL_MS = 2_000;
const FIRST_PINGS = 3;
/** How often overdue answers are looked for. */
const ANSWER_CHECK_INTERVAL_MS = 1_000;

/** Backoff before the next try: doubling, capped, with jitter. */
export function pause(failures: number, chance: number): number {
  const full = Math.min(RECONNECT_MAX_MS, RECONNECT_MIN_MS * 2 ** Math.min(failures, 10));
  return full * (0.5 + chance / 2);
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/** The one connection to the hall. It reconnects by itself, and loses no message. */
export class Connection {
  private readonly listeners = new Set<(message: Told) => void>();
  private readonly stateListeners = new Set<(state: ConnectionState) => void>();
  /** Received before anybody listened: the connection may be opened while the page is still on its way. */
  private undelivered: Told[] = [];
  private socket: WebSocket | null = null;
  private failures = 0;
  private pings = 0;
  private pingsHere = 0;
  private retry: Timer;
  private nextPing: Timer;
  private silence: Timer;
  private stable: Timer;
  private answerCheck: Timer;
  state: ConnectionState = "waiting";

  constructor(
    private readonly origin: string,
    private readonly outbox = new Outbox(),
    private readonly clock = hallClock,
    private readonly nodes = new Nodes(),
  ) {
    addEventListener("online", () => this.tryNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.tryNow();
    });
    if (this.outbox.waits) this.open();
  }

  /** Calls the listener with every message; returns how to stop. */
  onMessage(listener: (message: Told) => void): () => void {
    this.listeners.add(listener);
    // Listeners added in the same turn get this message, too.
    if (this.undelivered.length > 0)
      queueMicrotask(() => {
        for (const message of this.undelivered.splice(0)) this.tell(message);
      });
    return () => this.listeners.delete(listener);
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    this.stateListeners.add(listener);
    listener(this.state);
    return () => this.stateListeners.delete(listener);
  }

  /** Opens the connection for a person who may be invited; a table that is joined opens it anyway. */
  open(): void {
    if (this.state === "waiting") this.tryNow();
  }

  join(table: string, since: () => number, key: string | null): void {
    const join = this.outbox.join(table, since, key, performance.now());
    if (this.state === "open") this.transmit(join);
    else this.tryNow();
  }

  /** Something was missed at a table: asks for all of it, once. */
  catchUp(table: string): void {
    const join = this.outbox.rejoin(table, performance.now());
    if (join) this.transmit(join);
  }

  leave(table: string): void {
    const leave = this.outbox.leave(table);
    if (leave) this.transmit(leave);
  }

  /** Send a move or a question, now or as soon as the table is in sync again, until it is answered. */
  ask(question: Question): void {
    if (this.outbox.put(question, performance.now())) this.transmit(question);
    this.checkAnswers();
  }

  /** The moves that are on their way: those at one table, or all. */
  unanswered(table?: string): readonly Move[] {
    return this.outbox.unanswered(table);
  }

  /** Connects at once instead of later; pings an open connection. */
  tryNow(): void {
    if (this.state === "waiting") this.connect();
    else if (this.state === "open") this.ping();
  }

  private transmit(message: ClientIn): void {
    // It may be closing, before anybody is told: then everything is sent anew over the next connection.
    if (this.state !== "open" || this.socket?.readyState !== WebSocket.OPEN) return;
    const shunned = message.type === "join" ? this.nodes.shunned(performance.now()) : [];
    this.socket.send(JSON.stringify(shunned.length > 0 ? { ...message, shunned } : message));
    if (message.type === "join") this.checkAnswers();
    if (message.type === "ping" || (this.nodes.several && message.type !== "leave"))
      this.awaitWord(this.socket);
  }

  private connect(state: ConnectionState = "connecting"): void {
    clearTimeout(this.retry);
    this.become(state);
    const socket = new WebSocket(this.origin + this.nodes.path(performance.now(), Math.random()));
    this.socket = socket;
    this.awaitWord(socket, PONG_TIMEOUT_MS); // a slow line takes its time to open
    socket.onopen = () => this.opened(socket);
    socket.onclose = () => this.lose(socket);
    socket.onmessage = ({ data: lines }) => {
      for (const line of lines.split("\n")) this.receive(socket, JSON.parse(line) as ClientOut);
    };
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.stable = setTimeout(() => {
      this.failures = 0;
    }, STABLE_AFTER_MS);
    this.clock.reconnected();
    this.pingsHere = 0;
    this.become("open");
    this.ping();
    for (const join of this.outbox.joins(performance.now())) this.transmit(join);
  }

  private receive(socket: WebSocket, message: ClientOut): void {
    if (socket !== this.socket) return;
    this.hearWord();
    if (message.type === "welcome") this.nodes.welcomed(message);
    if (message.type === "elsewhere") {
      if (this.outbox.wants(message.table)) this.goTo(socket, message.node);
      return;
    }
    if (message.type === "pong") this.clock.answers(message.ref, message.now);
    if (message.type === "sync") this.clock.told(message.now);
    const { deliver, send } = this.outbox.receive(message, performance.now());
    if (deliver) this.tell(message);
    for (const reply of send) this.transmit(reply);
  }

  private tell(message: Told): void {
    if (this.listeners.size === 0) this.undelivered.push(message);
    for (const listener of this.listeners) listener(message);
  }

  private ping(): void {
    clearTimeout(this.nextPing);
    const ref = `ping-${this.pings++}`;
    this.clock.asks(ref);
    this.transmit({ type: "ping", ref });
    const later = this.nodes.several ? NODE_PING_INTERVAL_MS : PING_INTERVAL_MS;
    this.nextPing = setTimeout(
      () => this.ping(),
      this.pingsHere++ < FIRST_PINGS ? FIRST_PING_INTERVAL_MS : later,
    );
  }

  /** Gives the connection up if nothing is heard. */
  private awaitWord(
    socket: WebSocket,
    patience = this.nodes.several ? SILENCE_MS : PONG_TIMEOUT_MS,
  ): void {
    this.silence ??= setTimeout(() => {
      this.nodes.shun(performance.now());
      this.lose(socket);
    }, patience);
  }

  private hearWord(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  /** Goes to the node that has the table, or to any other one. */
  private goTo(socket: WebSocket, node: string): void {
    this.nodes.goTo(node, performance.now());
    if (node === "") this.lose(socket);
    else {
      this.drop(socket);
      this.connect("moving");
    }
  }

  private checkAnswers(): void {
    this.answerCheck ??= setTimeout(() => {
      this.answerCheck = undefined;
      if (this.state !== "open") return;
      const { send, told } = this.outbox.overdue(performance.now());
      for (const message of told) this.tell(message);
      for (const message of send) this.transmit(message);
      if (!this.outbox.waits) return;
      // A sign of life: what has no answer yet may be with a node that will never give one.
      if (this.nodes.several) this.ping();
      this.checkAnswers();
    }, ANSWER_CHECK_INTERVAL_MS);
  }

  private lose(socket: WebSocket): void {
    if (socket !== this.socket) return;
    if (this.state === "open") this.nodes.lost(performance.now());
    else this.nodes.shun(performance.now());
    this.drop(socket);
    this.become("waiting");
    this.retry = setTimeout(() => this.connect(), pause(this.failures++, Math.random()));
  }

  private drop(socket: WebSocket): void {
    for (const timer of [this.nextPing, this.stable]) clearTimeout(timer);
    this.hearWord();
    this.socket = null;
    socket.close();
  }

  private become(state: ConnectionState): void {
    this.state = state;
    for (const listener of this.stateListeners) listener(state);
  }
}

let connection: Connection | null = null;

/** The page's connection to the hall, made when it is first needed, or when a move was left unanswered. */
export function hallConnection(): Connection {
  const origin = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
  connection ??= new Connection(origin, new Outbox(keptMoves(), keepMoves));
  return connection;
}

let known: string | null = null;

/**
 * Whether the connection still speaks for the person for whom this page was loaded. A device that was signed out from another one, or
 * another tab that has become another person, has to reload.
 */
export function isStill(person: string): boolean {
  known ??= person;
  return known === person;
}

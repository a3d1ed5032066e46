import { Outbox } from "./outbox";
import type { ClientIn, ClientOut, Move } from "./wire";

export type LineState = "connecting" | "open" | "waiting";

/** What a table needs of a line. */
export type Wire = Pick<Line, "hear" | "watch" | "join" | "leave" | "move" | "send">;

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5_000;
const IDLE = 10_000;
const PATIENCE = 5_000;

/** How long to wait before the next try: doubling, capped, and spread so that a hall is not stormed. */
export function pause(failures: number, chance: number): number {
  const full = Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** Math.min(failures, 10));
  return full * (0.5 + chance / 2);
}

/** The one line to the hall. It comes back by itself, and loses nothing that was put into it. */
export class Line {
  private readonly outbox = new Outbox();
  private readonly hearers = new Set<(message: ClientOut) => void>();
  private readonly watchers = new Set<(state: LineState) => void>();
  private socket: WebSocket | null = null;
  private failures = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private idle: ReturnType<typeof setTimeout> | undefined;
  private dead: ReturnType<typeof setTimeout> | undefined;
  private pings = 0;
  state: LineState = "waiting";

  constructor(private readonly url: string) {
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
  }

  /** Hear every message; returns how to stop. */
  hear(hearer: (message: ClientOut) => void): () => void {
    this.hearers.add(hearer);
    return () => this.hearers.delete(hearer);
  }

  watch(watcher: (state: LineState) => void): () => void {
    this.watchers.add(watcher);
    watcher(this.state);
    return () => this.watchers.delete(watcher);
  }

  /** Opens the line for somebody who may be called; a table that is joined opens it anyway. */
  open(): void {
    if (this.state === "waiting") this.hurry();
  }

  join(table: string, since: () => number, key: string | null): void {
    const greeting = this.outbox.join(table, since, key);
    if (this.state === "open") this.send(greeting);
    else this.hurry();
  }

  leave(table: string): void {
    this.outbox.leave(table);
    this.send({ type: "leave", table });
  }

  /** Send a move, now or as soon as the table is in sync again. */
  move(move: Move): void {
    if (this.outbox.put(move)) this.send(move);
  }

  /** Say something that is worth nothing later: dropped when the line is not open. */
  send(message: ClientIn): void {
    if (this.state === "open") this.socket?.send(JSON.stringify(message));
  }

  private hurry(): void {
    if (this.state === "waiting") this.connect();
    else if (this.state === "open") this.ping();
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.become("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.dead = setTimeout(() => this.lose(socket), PATIENCE);
    socket.onopen = () => this.opened(socket);
    socket.onclose = () => this.lose(socket);
    socket.onmessage = ({ data: text }) => this.heard(socket, JSON.parse(text) as ClientOut);
  }

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.failures = 0;
    this.become("open");
    this.alive();
    for (const greeting of this.outbox.greetings()) this.send(greeting);
  }

  private heard(socket: WebSocket, message: ClientOut): void {
    if (socket !== this.socket) return;
    this.alive();
    for (const hearer of this.hearers) hearer(message);
    for (const reply of this.outbox.replies(message)) this.send(reply);
  }

  private alive(): void {
    clearTimeout(this.dead);
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.ping(), IDLE);
  }

  private ping(): void {
    const socket = this.socket;
    if (!socket) return;
    clearTimeout(this.idle);
    clearTimeout(this.dead);
    this.send({ type: "ping", ref: `ping-${this.pings++}` });
    this.dead = setTimeout(() => this.lose(socket), PATIENCE);
  }

  private lose(socket: WebSocket): void {
    if (socket !== this.socket) return;
    clearTimeout(this.dead);
    clearTimeout(this.idle);
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

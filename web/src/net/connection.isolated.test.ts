import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ClientIn, Move } from "../startup/types";
import { Connection } from "./connection";

/** The sockets of a test, the newest last. */
let sockets: Socket[] = [];

class Socket {
  static readonly OPEN = 1;
  readyState = 0;
  sent: ClientIn[] = [];
  onopen = () => undefined;
  onclose = () => undefined;
  onmessage = (_: { data: string }) => undefined;

  constructor(readonly url: string) {
    sockets.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  opens(node: string | null): void {
    this.readyState = Socket.OPEN;
    this.onopen();
    const nodes = node === null ? [] : ["a", "b"];
    this.says({ type: "welcome", person: "ada", name: "", version: "", client: null, node, nodes });
  }
  /** Answers pings until now, and joins as a node does that has the table. */
  answers(): void {
    for (const message of this.sent.splice(0)) {
      if (message.type === "ping") this.says({ type: "pong", ref: message.ref, now: 0 });
      if (message.type === "join")
        this.says({ type: "sync", table: message.table, accepted: [], now: 0 });
    }
  }
}

const MOVE: Move = { type: "move", table: "T", move: "x", answers: 3, ref: "one" };

function latest(): Socket {
  const socket = sockets.at(-1);
  if (!socket) throw new Error("there is no socket");
  return socket;
}

/** A connection at a table; node null is a hall of one process. */
function playing(node: string | null): Connection {
  const connection = new Connection("ws://hall");
  connection.join("T", () => 3, null);
  latest().opens(node);
  latest().answers();
  return connection;
}

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { addEventListener: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("goes at once to the node that has the table, and joins there", () => {
  const connection = playing("a");
  latest().says({ type: "elsewhere", table: "T", node: "b" });
  expect([sockets.length, latest().url, connection.state]).toEqual([
    2,
    "ws://hall/n/b/ws",
    "moving",
  ]);
  latest().opens("b");
  expect(latest().sent.at(-1)).toEqual({ type: "join", table: "T", since: 3, key: null });
});

it("stays where it is when another table is elsewhere", () => {
  playing("a");
  latest().says({ type: "elsewhere", table: "other", node: "b" });
  expect(sockets).toHaveLength(1);
});

it("takes its moves along", () => {
  const connection = playing("a");
  connection.ask(MOVE);
  latest().says({ type: "elsewhere", table: "T", node: "b" });
  latest().opens("b");
  latest().answers();
  expect(latest().sent).toContainEqual(MOVE);
});

it("asks another node after two seconds without a word, and names the silent one", () => {
  const connection = playing("a");
  connection.ask(MOVE);
  latest().sent = [];
  vi.advanceTimersByTime(1_010);
  expect(latest().sent.map(({ type }) => type)).toContain("ping");
  vi.advanceTimersByTime(980);
  expect(connection.state).toBe("open");
  vi.advanceTimersByTime(300);
  expect(latest().url).toBe("ws://hall/n/b/ws");
  latest().opens("b");
  expect(latest().sent.at(-1)).toMatchObject({ type: "join", table: "T", shunned: ["a"] });
});

it("stays with a node that gives a sign of life", () => {
  const connection = playing("a");
  connection.ask(MOVE);
  for (let tenths = 0; tenths < 40; tenths++) {
    vi.advanceTimersByTime(100);
    latest().answers();
  }
  expect([sockets.length, connection.state]).toEqual([1, "open"]);
});

it("tries the node of a lost connection first, then another", () => {
  playing("a");
  latest().onclose();
  vi.advanceTimersByTime(250);
  expect(latest().url).toBe("ws://hall/n/a/ws");
  latest().onclose();
  vi.advanceTimersByTime(500);
  expect(latest().url).toBe("ws://hall/n/b/ws");
});

it("is patient with a hall of one process", () => {
  const connection = playing(null);
  connection.ask(MOVE);
  vi.advanceTimersByTime(4_900);
  expect(connection.state).toBe("open");
  vi.advanceTimersByTime(1_200);
  expect([connection.state, sockets.length]).toEqual(["waiting", 1]);
  vi.advanceTimersByTime(250);
  expect(latest().url).toBe("ws://hall/ws");
  latest().opens(null);
  expect(latest().sent.at(-1)).toEqual({ type: "join", table: "T", since: 3, key: null });
});

import type { ClientIn, ClientOut, Join, Move } from "./wire";

interface Joined {
  since: () => number;
  key: string | null;
  synced: boolean;
}

/** What has to be said (again) when the line comes back: tables to join, moves nobody acknowledged. */
export class Outbox {
  private readonly tables = new Map<string, Joined>();
  private readonly unanswered = new Map<string, Move>();

  join(table: string, since: () => number, key: string | null): Join {
    this.tables.set(table, { since, key, synced: false });
    return { type: "join", table, since: since(), key };
  }

  leave(table: string): void {
    this.tables.delete(table);
    for (const move of this.unanswered.values()) {
      if (move.table === table) this.unanswered.delete(move.ref);
    }
  }

  /** Keeps the move until it is answered; true when the table is in sync, so that it may go out now. */
  put(move: Move): boolean {
    this.unanswered.set(move.ref, move);
    return this.tables.get(move.table)?.synced ?? false;
  }

  /** The line has opened: every table is joined from where we left it. */
  greetings(): Join[] {
    return [...this.tables].map(([table, { since, key }]) => this.join(table, since, key));
  }

  /** What a message from the hall makes us send. */
  replies(message: ClientOut): ClientIn[] {
    if (message.type === "update" || message.type === "refused") {
      if (message.ref) this.unanswered.delete(message.ref);
      return [];
    }
    if (message.type !== "sync") return [];
    const joined = this.tables.get(message.table);
    if (joined) joined.synced = true;
    for (const ref of message.accepted) this.unanswered.delete(ref);
    return [...this.unanswered.values()].filter((move) => move.table === message.table);
  }
}

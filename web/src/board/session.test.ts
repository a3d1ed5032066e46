import { describe, expect, it } from "vitest";
import { BoardSession } from "./session.svelte";
import { type BoardTable, emptyState, type Reason, type TableState } from "./table";

class Pebbles extends BoardSession<{ turn: number }, { type: "took" }, number> {
  constructor(table: BoardTable) {
    super(table, { find: () => undefined }, 0);
  }
  take(pebbles: number): void {
    if (!this.rejectIfBlocked()) this.setDraft(pebbles);
  }
  complain(): void {
    this.explain(() => "too many");
  }
  protected override draftMoment(): string | null {
    return this.blocked === null ? String(this.view.turn) : null;
  }
  protected override reason(code: string): string {
    return `refused: ${code}`;
  }
  protected override step(): string {
    return "take some";
  }
  protected override ignores(move: string | null): boolean {
    return move === "ready";
  }
}

function sitting(changes: Partial<TableState> = {}): {
  session: Pebbles;
  moves: string[];
  cleared: () => number;
} {
  const moves: string[] = [];
  let cleared = 0;
  const state: TableState = {
    ...emptyState("T"),
    status: "playing",
    synced: true,
    you: 0,
    awaited: [0],
    seq: 4,
    ...changes,
  };
  const table = {
    state,
    view: { turn: 1 },
    connection: "open",
    move: (move: string) => moves.push(move),
    clearMessage: () => {
      cleared += 1;
    },
  };
  return { session: new Pebbles(table as unknown as BoardTable), moves, cleared: () => cleared };
}

const refused = (move: string): Reason => ({ code: "too_late", facts: {}, move });

describe("one player's session", () => {
  it("holds what was begun", () => {
    const { session } = sitting();
    session.take(3);
    expect(session.draft).toBe(3);
  });

  it("begins nothing while it is blocked, and says why", () => {
    const { session, moves } = sitting({ awaited: [1] });
    session.take(3);
    session.send("3");
    expect([session.draft, moves]).toEqual([0, []]);
    expect(session.prompt).not.toBe("take some");
  });

  it("says what can be done, or why something cannot, until the player goes on", () => {
    const { session } = sitting();
    expect(session.prompt).toBe("take some");
    session.complain();
    expect(session.prompt).toBe("too many");
    session.take(1);
    expect(session.prompt).toBe("take some");
  });

  it("explains a refusal in the game's words, and clears the message with the next thing done", () => {
    const { session, cleared, moves } = sitting({ refused: refused("3") });
    expect(session.prompt).toBe("refused: too_late");
    session.send("2");
    expect([cleared() > 0, moves]).toEqual([true, ["2"]]);
  });

  it("keeps silent about what nobody needs to hear", () => {
    expect(sitting({ refused: refused("ready") }).session.prompt).toBe("take some");
  });
});

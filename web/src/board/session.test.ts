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
  side: Pebbles;
  moves: string[];
  forgiven: () => number;
} {
  const moves: string[] = [];
  let forgiven = 0;
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
      forgiven += 1;
    },
  };
  return { side: new Pebbles(table as unknown as BoardTable), moves, forgiven: () => forgiven };
}

const refused = (move: string): Reason => ({ code: "too_late", facts: {}, move });

describe("one player's side", () => {
  it("holds what was begun", () => {
    const { side } = sitting();
    side.take(3);
    expect(side.draft).toBe(3);
  });

  it("begins nothing while it is blocked, and says why", () => {
    const { side, moves } = sitting({ awaited: [1] });
    side.take(3);
    side.send("3");
    expect([side.draft, moves]).toEqual([0, []]);
    expect(side.prompt).not.toBe("take some");
  });

  it("says what can be done, or why something cannot, until the player goes on", () => {
    const { side } = sitting();
    expect(side.prompt).toBe("take some");
    side.complain();
    expect(side.prompt).toBe("too many");
    side.take(1);
    expect(side.prompt).toBe("take some");
  });

  it("explains a refusal in the game's words, and forgives with the next thing done", () => {
    const { side, forgiven, moves } = sitting({ refused: refused("3") });
    expect(side.prompt).toBe("refused: too_late");
    side.send("2");
    expect([forgiven() > 0, moves]).toEqual([true, ["2"]]);
  });

  it("keeps silent about what nobody needs to hear", () => {
    expect(sitting({ refused: refused("ready") }).side.prompt).toBe("take some");
  });
});

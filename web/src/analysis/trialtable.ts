import type { Refusal } from "../lib/api";
import type { Told } from "../lib/outbox";
import type { Wire } from "../lib/socket";
import { positionLine, positionSync } from "../table/positionline";
import { Table } from "../table/table.svelte";

type Tried = (move: string, ref: string) => void;

/** A line without a hall: it hands on what is tried, and shows what it is told to. */
export class TrialLine {
  private tell: (message: Told) => void = () => undefined;
  private seq = 1;
  /** Every move that was tried: what is shown next answers all of them. */
  private readonly refs: string[] = [];

  constructor(
    private readonly game: string,
    private readonly seats: number,
    private readonly tried: Tried,
  ) {}

  wire(view: unknown, awaited: number | null): Wire {
    const position = positionLine(this.sync(view, awaited));
    return {
      ...position,
      hear: (hearer) => {
        this.tell = hearer;
        return position.hear(hearer);
      },
      ask: (question) => {
        if (question.type !== "move") return;
        this.refs.push(question.ref);
        this.tried(question.move, question.ref);
      },
    };
  }

  /** Now the table looks like this, and whoever is to move is the one who sits here. */
  show(view: unknown, awaited: number | null): void {
    this.seq += 1;
    this.tell(this.sync(view, awaited));
  }

  refuse(ref: string, { code, facts }: Refusal): void {
    this.tell({ type: "refused", table: "", ref, code, facts });
  }

  private sync(view: unknown, awaited: number | null) {
    return {
      ...positionSync(this.game, view, this.seats),
      seq: this.seq,
      status: awaited === null ? ("over" as const) : ("playing" as const),
      you: awaited,
      awaited: awaited === null ? [] : [awaited],
      accepted: [...this.refs],
    };
  }
}

/** A table at which one person moves for everybody, to see what follows. */
export class TrialTable extends Table {
  override readonly trial = true;

  constructor(wire: Wire) {
    super("", wire, null, () => undefined);
  }
}

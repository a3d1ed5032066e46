import type { Connection } from "../net/connection";
import * as api from "../startup/api";
import { recall, remember } from "../startup/stored";
import type { TableBrief } from "../startup/types";
import { kindOf, laidOut, merged, type Shown, settled, updated } from "../ui/table-summaries";

/** The tables of this person on the start page, kept up to date by the connection. */
export class MyTables {
  shown = $state.raw<readonly Shown[]>([]);
  /** What was taken off the page last, to be put back. */
  removed = $state.raw<TableBrief | null>(null);
  known = $state(false);
  /** How many there were last time: so much room is kept until they have come. */
  readonly expected = Number(recall("tables")) || 0;
  private readonly quit: (() => void)[] = [];
  private reached = false;
  private welcomed = false;

  constructor(private readonly connection: Connection) {
    this.quit.push(
      connection.onMessage((message) => {
        if (message.type === "table_news") this.become(updated(this.shown, message));
        if (message.type === "welcome") {
          // Said again on the same connection: news may have been lost between nodes.
          if (this.welcomed) void this.refresh();
          this.welcomed = true;
        }
      }),
      connection.onState((state) => {
        // News of the time without a connection is missing.
        if (state === "open" && this.reached) void this.refresh();
        if (state !== "open") this.welcomed = false;
        this.reached ||= state === "open";
      }),
    );
  }

  close(): void {
    for (const stop of this.quit) stop();
  }

  async load(): Promise<void> {
    this.become(laidOut(await api.myTables()));
    this.known = true;
    // An invitation to one of them may come.
    if (this.shown.length > 0) this.connection.open();
  }

  private async refresh(): Promise<void> {
    const fresh = await api.myTables().catch(() => null);
    if (fresh) this.become(merged(this.shown, fresh));
  }

  /** Sorts anew while the page is hidden. */
  settle(): void {
    this.become(settled(this.shown));
  }

  async remove(summary: TableBrief): Promise<void> {
    await api.removeTable(summary.table);
    this.become(this.shown.filter((one) => one.summary.table !== summary.table));
    // A seat that was given up before the game cannot be had back by a click.
    this.removed = kindOf(summary) === "waiting" ? null : summary;
  }

  async putBack(): Promise<void> {
    if (!this.removed) return;
    const summary = await api.putTableBack(this.removed.table);
    this.removed = null;
    // The connection may have told of it already.
    const others = this.shown.filter((one) => one.summary.table !== summary.table);
    this.become(settled([...others, { summary, gone: false }]));
  }

  private become(shown: readonly Shown[]): void {
    this.shown = shown;
    remember("tables", String(shown.filter(({ gone }) => !gone).length));
  }
}

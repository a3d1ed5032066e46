import type { Assist, Hints as TableHints } from "../../../board/game";
import type { BoardTable } from "../../../board/table";
import { errorText } from "../../../i18n/language.svelte";
import type { Hint } from "../../../startup/types";
import { Asking } from "../../../ui/asking.svelte";
import HintButton from "./HintButton.svelte";
import { hint as hintInWords, say, words } from "./messages";
import { hint } from "./thinking.svelte";

/** Hints at a table where everybody else is a bot: one move and why, until the next move. */
export class Hints implements TableHints {
  private readonly asking = new Asking();
  /** What the hall said, and after which event it was asked. */
  private given = $state.raw<{ seq: number; hint: Hint | null } | null>(null);
  /** Put away: it is the same one when it is asked for again. */
  private hidden = $state.raw(false);

  constructor(private readonly table: BoardTable) {}

  /** Whether one can be asked for now. */
  readonly ready = $derived.by(() => {
    const { you, awaited } = this.table.state;
    return !this.asking.busy && this.table.open && you !== null && awaited.includes(you);
  });
  private readonly valid = $derived.by(() => {
    const { given, table } = this;
    return given?.seq === table.state.seq && table.live && table.state.pending.length === 0;
  });
  private readonly known = $derived.by(() => (this.valid ? (this.given?.hint ?? null) : null));
  readonly shown: Hint | null = $derived.by(() => (this.hidden ? null : this.known));
  /** Why this move, or why there is no hint. */
  readonly sentence: string | null = $derived.by(() => {
    if (this.shown) return hintInWords(this.shown);
    const { error } = this.asking;
    return error && this.valid && !this.hidden ? errorText(error.code, error.facts) : null;
  });

  get busy(): boolean {
    return this.asking.busy;
  }

  /** Asks for one, or puts it away. */
  toggle(): void {
    if (this.known) this.hidden = !this.hidden;
    else if (this.ready) void this.ask();
  }

  hide(): void {
    this.hidden = true;
  }

  private async ask(): Promise<void> {
    const { table, seq } = this.table.state;
    let found: Hint | null = null;
    await this.asking.ask(async () => {
      found = await hint(table);
    });
    this.given = { seq, hint: found };
    this.hidden = false;
  }
}

/** Hints for a table, and the ways to the page that analyses. */
export async function loadAssist(): Promise<Assist> {
  await words.load();
  return {
    hintsAt: (table) => new Hints(table),
    HintButton: HintButton as Assist["HintButton"],
    linkFrom: (table, key) => linkTo({ t: table, ...(key ? { watch: key } : {}) }),
    linkAt: (position) => linkTo({ at: position }),
    page: () => import("./AnalysisPage.svelte"),
  };
}

function linkTo(query: Record<string, string>) {
  return { href: `/a/rukuni?${new URLSearchParams(query)}`, label: say("open") };
}

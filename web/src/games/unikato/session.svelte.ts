import { BoardSession, gameContext } from "../../board/session.svelte";
import type { BoardTable } from "../../board/table";
import type { Facts } from "../../i18n/language.svelte";
import { t } from "../../i18n/language.svelte";
import { explained, nameOf, say, words } from "./messages";
import {
  BAG,
  backTo,
  chainOf,
  choose,
  type Draft,
  EMPTY,
  type Following,
  lay,
  nexts,
  type Part,
  planName,
  stepBack,
  swapOf,
  wish,
  writePart,
} from "./moves";
import { type Place, placeName } from "./tiles";
import type { UnikatoEvent, UnikatoView } from "./types";

/** What is planned, what lights up, what may follow. */
export class UnikatoSession extends BoardSession<UnikatoView, UnikatoEvent, Draft> {
  private answers = $state.raw<{ moment: number; to: ReadonlyMap<string, Following> }>({
    moment: -1,
    to: new Map(),
  });

  constructor(table: BoardTable) {
    super(table, words, EMPTY);
  }

  /** The latest move that was played on this page. */
  played: string | null = null;

  /** Whether this player may lay or swap now. */
  readonly acting = $derived.by(
    () => this.blocked === null && (this.view.phase === "act" || this.view.phase === "second"),
  );
  readonly drawing = $derived.by(() => this.blocked === null && this.view.phase === "draw");
  /** Whether the next tile goes on from one that lies there, in thought or really. */
  readonly onward = $derived.by(
    () =>
      this.draft.chain.length > 0 ||
      (this.view.phase === "second" && this.view.second === "onward"),
  );
  readonly following: Following | null = $derived.by(() => {
    const { moment, to } = this.answers;
    return moment === this.table.state.seq ? (to.get(planName(this.draft.chain)) ?? null) : null;
  });
  readonly nexts: Part[] = $derived.by(() =>
    this.acting ? nexts(this.view.fits, this.draft, this.following) : [],
  );
  /** The places where the chosen tile may go. */
  readonly lit: Part[] = $derived.by(() =>
    this.draft.take === null ? this.nexts.filter(({ tile }) => tile === this.draft.tile) : [],
  );
  /** The tiles of the rack that may be laid next. */
  readonly fitting: ReadonlySet<string> = $derived.by(
    () => new Set(this.nexts.map(({ tile }) => tile)),
  );
  /** The chain on its way to the table. The hall shows its tiles before it answers the move. */
  readonly sent: Part[] = $derived.by(() => {
    const { pending, looking } = this.table.state;
    const [sent] = pending;
    if (!sent || looking !== null) return [];
    return chainOf(sent.move).filter(
      ({ tile }) => !this.view.table.some((laid) => laid.tile === tile),
    );
  });
  /** The chain that lies on the table in thought. */
  readonly chain: readonly Part[] = $derived.by(() =>
    this.sent.length > 0 ? this.sent : this.draft.chain,
  );
  readonly rack: readonly string[] = $derived.by(() => {
    const own = this.you === null ? null : this.view.racks[this.you];
    return (own ?? []).filter((tile) => !this.chain.some((part) => part.tile === tile));
  });
  readonly double = $derived.by(() => this.following?.notes.includes("double_turn") ?? false);
  readonly swap = $derived.by(() => swapOf(this.draft));
  readonly mustPass = $derived.by(() => {
    const { phase, fits, display, bag } = this.view;
    const nothing = Object.keys(fits).length === 0 && display.length === 0 && bag === 0;
    return this.blocked === null && phase === "act" && nothing;
  });
  /** A tile of the rack was touched. */
  choose(tile: string): void {
    if (this.rejectIfBlocked()) return;
    if (this.drawing) this.explain(() => say("why.draw_first"));
    else this.setDraft(choose(this.draft, tile));
  }

  /** Takes a tile up without ever putting it back, to carry it somewhere. */
  pickUp(tile: string): void {
    if (this.draft.tile !== tile && this.acting) this.setDraft({ ...this.draft, tile });
  }

  /** A tile of the display or the bag was touched. */
  take(source: string): void {
    if (this.rejectIfBlocked()) return;
    if (source === BAG && this.view.bag === 0) this.explainRefusal("bag_is_empty");
    else if (this.drawing) this.send(`draw ${source}`);
    else if (this.draft.chain.length > 0) this.explain(() => say("why.chain_first"));
    else this.setDraft(wish(this.draft, source));
  }

  /** A place on the table was touched: the tile goes there, or the hall says why it cannot. */
  async lay(place: Place): Promise<void> {
    if (this.rejectIfBlocked()) return;
    const { tile } = this.draft;
    if (this.drawing) this.explain(() => say("why.draw_first"));
    else if (tile === null) this.explain(() => say("why.choose_first"));
    else if (this.lit.some((part) => placeName(part) === placeName(place))) {
      this.setDraft(lay(this.draft, { tile, ...place }));
    } else await this.attempt({ tile, ...place });
  }

  stepBack(): void {
    this.setDraft(stepBack(this.draft));
  }

  backTo(tile: string): void {
    this.setDraft(backTo(this.draft, tile));
  }

  dropAll(): void {
    this.setDraft(EMPTY);
  }

  confirm(): void {
    const move = this.draft.chain.length > 0 ? this.following?.move : this.swap;
    if (!move || !this.acting) return;
    this.played = move;
    this.send(move);
  }

  /** Asks what may follow on the plan, unless that is known. */
  async ask(): Promise<void> {
    const { chain } = this.draft;
    if (chain.length === 0 || !this.acting || this.following) return;
    const moment = this.table.state.seq;
    const answer = await this.table.plan(chain.map(writePart));
    if (answer.type === "planned") this.remember(moment, planName(chain), answer);
    else if (planName(chain) === planName(this.draft.chain)) this.refuse(answer.code, answer.facts);
  }

  private async attempt(part: Part): Promise<void> {
    const { draft } = this;
    const moment = this.table.state.seq;
    const chain = [...draft.chain, part];
    const answer = await this.table.plan(chain.map(writePart));
    if (this.draft !== draft) return;
    if (answer.type === "refused") this.explainRefusal(answer.code, answer.facts);
    else {
      this.remember(moment, planName(chain), answer);
      this.setDraft(lay(draft, part));
    }
  }

  /** The last tile cannot lie there after all; what is chosen besides stays chosen. */
  private refuse(code: string, facts: Parameters<typeof explained>[1]): void {
    const { draft } = this;
    if (code !== "unanswered") this.setDraft({ ...draft, chain: draft.chain.slice(0, -1) });
    this.explainRefusal(code, facts);
  }

  private remember(moment: number, plan: string, following: Following): void {
    if (moment !== this.table.state.seq) return;
    const known = this.answers.moment === moment ? this.answers.to : new Map();
    this.answers = { moment, to: new Map(known).set(plan, following) };
  }

  /** A plan is worth something as long as nothing else has happened at the table. */
  protected override draftMoment(): string | null {
    const { seq, pending, looking } = this.table.state;
    return pending.length === 0 && looking === null ? String(seq) : null;
  }

  protected override reason(code: string, facts: Facts): string {
    return explained(code, facts);
  }

  protected override step(): string {
    return prompt(this);
  }
}

/** What the status line says when there is nothing to explain. */
export function prompt(session: UnikatoSession): string {
  const { blocked, view } = session;
  if (blocked === "not_your_turn" || blocked === "watching") return others(session);
  if (blocked !== null) return t(`why.${blocked}`);
  if (view.phase === "between") return say("step.between");
  if (view.phase === "draw") return say("step.draw");
  if (session.mustPass) return say("step.pass");
  return session.draft.chain.length > 0 ? onward(session) : beginning(session);
}

function others({ view, table }: UnikatoSession): string {
  if (view.phase === "between") return say("step.others_ready");
  const name = nameOf(table.state.seats, view.turn);
  return say(view.phase === "draw" ? "step.other_draws" : "step.other", { name });
}

function beginning({ draft, lit, fitting, view, onward }: UnikatoSession): string {
  if (draft.tile !== null && draft.take !== null) return say("step.swap");
  if (draft.take !== null) return say("step.give");
  if (draft.tile !== null && lit.length > 0) return say("step.where");
  if (draft.tile !== null) return say(onward ? "step.nowhere.onward" : "step.nowhere");
  if (view.phase === "second") return second(fitting.size > 0, onward);
  return say(fitting.size > 0 ? "step.act" : "step.nothing_fits");
}

function second(fits: boolean, onward: boolean): string {
  if (!fits) return say("step.second.nothing_fits");
  return say(onward ? "step.second.onward" : "step.second");
}

function onward({ draft, lit, fitting, following, rack }: UnikatoSession): string {
  if (rack.length === 0) return say("step.all_laid");
  if (draft.tile !== null) return say(lit.length > 0 ? "step.next_where" : "step.not_after");
  return say(following && fitting.size === 0 ? "step.chain_ends" : "step.onward");
}

export const unikatoSession = (): UnikatoSession => gameContext<UnikatoSession>().session;

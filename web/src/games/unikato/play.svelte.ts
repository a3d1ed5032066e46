import { t } from "../../lib/language.svelte";
import { type Hindrance, hindrance } from "../../table/hindrance";
import type { Table } from "../../table/table.svelte";
import {
  BAG,
  backTo,
  chainOf,
  choose,
  EMPTY,
  type Following,
  type Hand,
  lay,
  nexts,
  type Part,
  planName,
  stepBack,
  swapOf,
  wish,
  writePart,
} from "./plan";
import { prompt } from "./prompt";
import { explained, say } from "./speech";
import { type Place, placeName } from "./tiles";
import type { UnikatoView } from "./wire";

type Sentence = () => string;

/** One player's side of the table: what is planned, what lights up, what the status line says. */
export class Play {
  private held = $state.raw<{ hand: Hand; moment: number }>({ hand: EMPTY, moment: -1 });
  private answers = $state.raw<{ moment: number; to: ReadonlyMap<string, Following> }>({
    moment: -1,
    to: new Map(),
  });
  private why = $state.raw<{ sentence: Sentence; moment: string } | null>(null);

  constructor(readonly table: Table) {}

  readonly view = $derived.by(() => this.table.view as UnikatoView);
  readonly you = $derived.by(() => this.table.state.you);
  readonly hindered: Hindrance | null = $derived.by(() =>
    hindrance(this.table.state, this.table.line),
  );
  /** Whether this player may lay or swap now. */
  readonly acting = $derived.by(
    () => this.hindered === null && (this.view.phase === "act" || this.view.phase === "second"),
  );
  readonly drawing = $derived.by(() => this.hindered === null && this.view.phase === "draw");
  /** A plan is worth something as long as nothing else has happened at the table. */
  readonly hand: Hand = $derived.by(() => {
    const { seq, pending, looking } = this.table.state;
    const holds = this.held.moment === seq && pending.length === 0 && looking === null;
    return holds ? this.held.hand : EMPTY;
  });
  readonly following: Following | null = $derived.by(() => {
    const { moment, to } = this.answers;
    return moment === this.table.state.seq ? (to.get(planName(this.hand.chain)) ?? null) : null;
  });
  readonly nexts: Part[] = $derived.by(() =>
    this.acting ? nexts(this.view.fits, this.hand, this.following) : [],
  );
  /** The places where the chosen tile may go. */
  readonly lit: Part[] = $derived.by(() =>
    this.hand.take === null ? this.nexts.filter(({ tile }) => tile === this.hand.tile) : [],
  );
  /** The tiles of the rack that may be laid next. */
  readonly fitting: ReadonlySet<string> = $derived.by(
    () => new Set(this.nexts.map(({ tile }) => tile)),
  );
  readonly sent: Part[] = $derived.by(() => {
    const { pending, looking } = this.table.state;
    const [sent] = pending;
    return sent && looking === null ? chainOf(sent.move) : [];
  });
  /** The chain that lies on the table in thought. */
  readonly chain: readonly Part[] = $derived.by(() =>
    this.sent.length > 0 ? this.sent : this.hand.chain,
  );
  readonly rack: readonly string[] = $derived.by(() => {
    const own = this.you === null ? null : this.view.racks[this.you];
    return (own ?? []).filter((tile) => !this.chain.some((part) => part.tile === tile));
  });
  readonly double = $derived.by(() => this.following?.notes.includes("double_turn") ?? false);
  readonly swap = $derived.by(() => swapOf(this.hand));
  readonly mustPass = $derived.by(() => {
    const { phase, fits, display, bag } = this.view;
    const nothing = Object.keys(fits).length === 0 && display.length === 0 && bag === 0;
    return this.hindered === null && phase === "act" && nothing;
  });
  /** An explanation is worth something until the plan or the table changes. */
  private readonly moment = $derived.by(() => `${this.table.state.seq} ${this.hindered}`);
  readonly prompt = $derived.by(() => {
    if (this.why?.moment === this.moment) return this.why.sentence();
    const { refused } = this.table.state;
    return refused ? explained(refused.code, refused.facts) : prompt(this);
  });

  /** A tile of the rack was touched. */
  choose(tile: string): void {
    if (this.stopped()) return;
    if (this.drawing) this.explain(() => say("why.draw_first"));
    else this.hold(choose(this.hand, tile));
  }

  /** Takes a tile up without ever putting it back, to carry it somewhere. */
  pickUp(tile: string): void {
    if (this.hand.tile !== tile && this.acting) this.hold({ ...this.hand, tile });
  }

  /** A tile of the display or the bag was touched. */
  take(source: string): void {
    if (this.stopped()) return;
    if (source === BAG && this.view.bag === 0) this.explain(() => explained("bag_is_empty", {}));
    else if (this.drawing) this.send(`draw ${source}`);
    else if (this.hand.chain.length > 0) this.explain(() => say("why.chain_first"));
    else this.hold(wish(this.hand, source));
  }

  /** A place on the table was touched: the tile goes there, or the hall says why it cannot. */
  async lay(place: Place): Promise<void> {
    if (this.stopped()) return;
    const { tile } = this.hand;
    if (this.drawing) this.explain(() => say("why.draw_first"));
    else if (tile === null) this.explain(() => say("why.choose_first"));
    else if (this.lit.some((part) => placeName(part) === placeName(place))) {
      this.hold(lay(this.hand, { tile, ...place }));
    } else await this.attempt({ tile, ...place });
  }

  back(): void {
    this.hold(stepBack(this.hand));
  }

  backTo(tile: string): void {
    this.hold(backTo(this.hand, tile));
  }

  dropAll(): void {
    this.hold(EMPTY);
  }

  confirm(): void {
    const move = this.hand.chain.length > 0 ? this.following?.move : this.swap;
    if (move && this.acting) this.send(move);
  }

  send(move: string): void {
    if (this.stopped()) return;
    this.why = null;
    this.table.move(move);
  }

  /** Asks what may follow on the plan, unless that is known. */
  async ask(): Promise<void> {
    const { chain } = this.hand;
    if (chain.length === 0 || !this.acting || this.following) return;
    const moment = this.table.state.seq;
    const answer = await this.table.plan(chain.map(writePart));
    if (answer.type === "planned") this.remember(moment, planName(chain), answer);
    else if (planName(chain) === planName(this.hand.chain)) this.refuse(answer.code, answer.facts);
  }

  private async attempt(part: Part): Promise<void> {
    const { hand } = this;
    const moment = this.table.state.seq;
    const chain = [...hand.chain, part];
    const answer = await this.table.plan(chain.map(writePart));
    if (this.hand !== hand) return;
    if (answer.type === "refused") this.explain(() => explained(answer.code, answer.facts));
    else {
      this.remember(moment, planName(chain), answer);
      this.hold(lay(hand, part));
    }
  }

  /** The last tile cannot lie there after all; what is chosen besides stays chosen. */
  private refuse(code: string, facts: Parameters<typeof explained>[1]): void {
    const { hand } = this;
    if (code !== "unanswered") this.hold({ ...hand, chain: hand.chain.slice(0, -1) });
    this.explain(() => explained(code, facts));
  }

  private remember(moment: number, plan: string, following: Following): void {
    if (moment !== this.table.state.seq) return;
    const known = this.answers.moment === moment ? this.answers.to : new Map();
    this.answers = { moment, to: new Map(known).set(plan, following) };
  }

  private stopped(): boolean {
    this.table.forgive();
    const { hindered } = this;
    if (hindered !== null) this.explain(() => t(`why.${hindered}`));
    return hindered !== null;
  }

  private hold(hand: Hand): void {
    this.why = null;
    this.table.forgive();
    this.held = { hand, moment: this.table.state.seq };
  }

  private explain(sentence: Sentence): void {
    this.why = { sentence, moment: this.moment };
  }
}

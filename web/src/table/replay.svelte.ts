import type { GameFace, Playing } from "../games/face";
import { announce } from "../lib/announce";
import * as api from "../lib/api";
import type { Moment, Remarked } from "../lib/forms";
import { t } from "../lib/language.svelte";
import type { SeatNews } from "../lib/wire";
import { newsLine } from "./framed";
import { isPause } from "./house";
import type { Table } from "./table.svelte";
import {
  advanced,
  lengthOf,
  type Playback,
  type Stop,
  stepped,
  stopAt,
  stopsOf,
  stopWith,
} from "./timeline";

export const RATES = { half: 0.5, real: 1, double: 2, fourfold: 4 } as const;
export type Rate = keyof typeof RATES;

/** A finished game watched again: it makes the table look back, moment after moment. */
export class Replay {
  stops = $state.raw<readonly Stop[]>([]);
  remarks = $state.raw<readonly Remarked[]>([]);
  /** Who played for whom, from which event on. */
  seatNews = $state.raw<readonly SeatNews[]>([]);
  simultaneous = $state.raw(true);
  trouble = $state.raw<api.Refusal | null>(null);
  rate = $state.raw<Rate>("real");
  now = $state.raw<Playback>({ time: 0, index: 0, playing: false });
  length = $derived(lengthOf(this.stops));
  atEnd = $derived(this.now.index === this.stops.length - 1);
  /** Where we are, counted in moves: the beginning is 0. */
  counted = $derived.by(() => t("replay.at", { n: this.now.index, of: this.stops.length - 1 }));
  /** What happens at this stop, in words. */
  told = $derived.by(() => this.tell());
  private frame = 0;
  /** Whoever leaves while it loads is not followed by it. */
  private closed = false;

  constructor(
    private readonly table: Table,
    private readonly game: Playing,
    private readonly words: GameFace["words"],
    private readonly key: string | null,
  ) {}

  async load(): Promise<void> {
    try {
      const moments = await this.fetch();
      if (this.closed) return;
      this.table.layOpen(moments);
      this.stops = stopsOf(
        moments.filter(({ event }) => !isPause(event)),
        this.simultaneous,
        (event) => this.game.notation(event) !== null,
      );
      this.show({ time: 0, index: 0, playing: false });
    } catch (refusal) {
      if (!(refusal instanceof api.Refusal)) throw refusal;
      this.trouble = refusal;
    }
  }

  private async fetch(): Promise<Moment[]> {
    const moments: Moment[] = [];
    let page: Awaited<ReturnType<typeof api.replay>>;
    do {
      page = await api.replay(this.table.state.table, moments.at(-1)?.seq ?? 0, this.key);
      moments.push(...page.moments);
      if (page.remarks.length > 0) this.remarks = page.remarks;
      if (page.seat_news.length > 0) this.seatNews = page.seat_news;
      if (this.closed) break;
    } while (page.moments.length > 0 && (moments.at(-1)?.seq ?? 0) < page.last);
    this.simultaneous = page.simultaneous;
    return moments;
  }

  play(): void {
    if (this.closed) return;
    const from = this.atEnd ? { time: 0, index: 0 } : this.now;
    this.show({ ...from, playing: true });
    let former = performance.now();
    const run = (moment: number): void => {
      if (!this.now.playing) return;
      this.show(advanced(this.stops, this.now, moment - former, RATES[this.rate]));
      former = moment;
      this.frame = requestAnimationFrame(run);
    };
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(run);
  }

  pause(): void {
    this.now = { ...this.now, playing: false };
  }

  toggle(): void {
    if (this.now.playing) this.pause();
    else this.play();
  }

  step(by: number): void {
    this.goTo(stepped(this.stops, this.now.index, by));
  }

  /** To the stop that an event belongs to. */
  jump(seq: number): void {
    this.goTo(stepped(this.stops, stopWith(this.stops, seq), 0));
  }

  /** To a time, as the slider gives it. */
  seek(time: number): void {
    this.show({ ...this.now, time, index: stopAt(this.stops, time) });
  }

  close(): void {
    this.closed = true;
    cancelAnimationFrame(this.frame);
    this.pause();
    this.table.remarks = [];
    this.table.now();
  }

  /** Who steps hears the move; while it plays, nobody could listen that fast. */
  private goTo(next: Playback): void {
    this.show(next);
    announce(this.told);
  }

  private show(next: Playback): void {
    this.now = next;
    const stop = this.stops[next.index];
    if (!stop || this.table.state.looking === stop.seq) return;
    this.table.showMoment(stop.seq);
    this.table.remarks = this.remarks.filter(({ seq }) => stopWith(this.stops, seq) === next.index);
  }

  private tell(): string {
    const { outcome, view, you, seats } = this.table.state;
    const { index } = this.now;
    const sentences = (this.stops[index]?.moments ?? []).map((moment) =>
      this.game.tell(moment, this.table.view, seats),
    );
    sentences.push(...this.atSeats(index));
    if (outcome && this.atEnd) sentences.push(this.game.headline(outcome, view, you, seats));
    const told = sentences.filter((sentence) => sentence !== null).join(" ");
    if (told || this.stops.length === 0) return told;
    return index === 0 ? t("replay.start") : this.counted;
  }

  /** What happened at the seats after this stop and before the next. */
  private atSeats(index: number): string[] {
    const news = this.seatNews.filter(
      ({ after }) => after > 0 && stopWith(this.stops, after) === index,
    );
    return news.map((one) => newsLine(one, this.words));
  }
}

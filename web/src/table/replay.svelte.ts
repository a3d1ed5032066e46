import type { GameEntry } from "../board/game";
import { isPause } from "../board/system-events";
import { t } from "../i18n/language.svelte";
import * as api from "../startup/api";
import type { Moment, Remarked, SeatNews } from "../startup/types";
import { announce } from "../ui/announce";
import { type CompleteGame, newsLine } from "./system-lines";
import type { TableSession } from "./table-session.svelte";

/** In games of turns, the longest pause and the shortest move of a replay. */
export const LONGEST_PAUSE_MS = 3000;
export const SHORTEST_MOVE_MS = 400;
/** Longest step of one frame: a page that was in the background goes on from where it was. */
const LONGEST_FRAME_MS = 250;

/** Where a replay can stand: a move with all that came of it. */
export interface Stop {
  /** Its last event. */
  seq: number;
  /** When it is shown, in milliseconds from the beginning of the replay. */
  start: number;
  moments: readonly Moment[];
}

/** A replay on its way: the time that has been played, and the stop that is shown. */
export interface Playback {
  time: number;
  index: number;
  playing: boolean;
}

/** The stops of a game. Where several act at once time is true; in turns, long pauses are shortened. */
export function stopsOf(
  moments: readonly Moment[],
  simultaneous: boolean,
  isMove: (event: unknown) => boolean,
): Stop[] {
  const stops: Stop[] = [];
  for (const moment of moments) {
    const former = stops.at(-1);
    const last = former?.moments.at(-1);
    if (former && last && belongs(moment, last) && !isMove(moment.event)) {
      stops.splice(-1, 1, {
        ...former,
        seq: moment.seq,
        moments: [...former.moments, moment],
      });
      continue;
    }
    const start = former && last ? former.start + pause(moment.at - last.at, simultaneous) : 0;
    stops.push({ seq: moment.seq, start, moments: [moment] });
  }
  return stops;
}

function belongs(moment: Moment, former: Moment): boolean {
  return moment.at === former.at && moment.actor === former.actor;
}

function pause(lasted: number, simultaneous: boolean): number {
  if (simultaneous) return Math.max(0, lasted);
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_MOVE_MS, lasted));
}

export function lengthOf(stops: readonly Stop[]): number {
  return stops.at(-1)?.start ?? 0;
}

/** The stop that is shown at this time. */
export function stopAt(stops: readonly Stop[], time: number): number {
  return Math.max(
    0,
    stops.findLastIndex(({ start }) => start <= time),
  );
}

/** The stop that an event belongs to. */
export function stopWith(stops: readonly Stop[], seq: number): number {
  const found = stops.findIndex((stop) => stop.seq >= seq);
  return found === -1 ? stops.length - 1 : found;
}

/** Some milliseconds later, at this rate; at the end it stands still. */
export function advanced(
  stops: readonly Stop[],
  { time, index, playing }: Playback,
  elapsed: number,
  rate: number,
): Playback {
  const length = lengthOf(stops);
  const later = Math.min(length, time + Math.min(LONGEST_FRAME_MS, elapsed) * rate);
  return {
    time: later,
    index: Math.max(index, stopAt(stops, later)),
    playing: playing && later < length,
  };
}

/** So many stops on, no farther than the ends; then it stands still. */
export function stepped(stops: readonly Stop[], from: number, by: number): Playback {
  const index = Math.min(stops.length - 1, Math.max(0, from + by));
  return { time: stops[index]?.start ?? 0, index, playing: false };
}

export const RATES = { half: 0.5, real: 1, double: 2, fourfold: 4 } as const;
export type Rate = keyof typeof RATES;

/** A finished game watched again: it makes the table look back, moment after moment. */
export class Replay {
  stops = $state.raw<readonly Stop[]>([]);
  remarks = $state.raw<readonly Remarked[]>([]);
  /** Who played for whom, from which event on. */
  seatNews = $state.raw<readonly SeatNews[]>([]);
  simultaneous = $state.raw(true);
  error = $state.raw<api.Refusal | null>(null);
  rate = $state.raw<Rate>("real");
  now = $state.raw<Playback>({ time: 0, index: 0, playing: false });
  length = $derived(lengthOf(this.stops));
  atEnd = $derived(this.now.index === this.stops.length - 1);
  /** Where we are, counted in moves: the beginning is 0. */
  counted = $derived.by(() => t("replay.at", { n: this.now.index, of: this.stops.length - 1 }));
  /** What happens at this stop, in words. */
  told = $derived.by(() => this.tell());
  private frame = 0;
  /** Closed while it was still loading. */
  private closed = false;

  constructor(
    private readonly table: TableSession,
    private readonly game: CompleteGame,
    private readonly words: GameEntry["words"],
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
      this.error = refusal;
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

  /** Announces the move of a single step; playback would be too fast for screen readers. */
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

import type { Moment } from "../lib/forms";

/** In a game of turns a pause is played no longer than this, and a move is seen no shorter than that. */
export const LONGEST = 3000;
export const SHORTEST = 400;
/** A page that was put aside and comes back goes on from where it was. */
const LEAP = 250;

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
  return Math.min(LONGEST, Math.max(SHORTEST, lasted));
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
  const later = Math.min(length, time + Math.min(LEAP, elapsed) * rate);
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

import { because, language, voice } from "../../lib/language.svelte";
import { listed } from "../../lib/listed";
import { naming } from "../../lib/seats";
import type { Outcome, SeatCard } from "../../lib/wire";
import type { Facts } from "../../lib/words";
import { GEMS, type Gem, type Purse } from "./gems";
import { type Cube, nameCell, nameCube, PIECES, type Piece } from "./geometry";
import type { UbongoView } from "./wire";
import { words } from "./words";

export { listed, words };

/** Says Ubongo's own words. */
export const say = voice(words);

export const { nameOf, shortName } = naming(words);

export type Who = readonly SeatCard[];

const SECOND = 1_000;
const MINUTE = 60;

/** "B (big red)" */
export function pieceName(piece: Piece): string {
  return say(`piece.${piece}`);
}

/** A cell, and whether it is the upper cube on it. */
function cubeName(cube: Cube): string {
  return cube.z > 0 ? say("cube.upper", { cell: nameCell(cube) }) : nameCube(cube);
}

export function cubesName(cubes: readonly Cube[]): string {
  const sorted = cubes.toSorted(
    (one, other) => one.z - other.z || one.x - other.x || one.y - other.y,
  );
  return listed(sorted.map(cubeName));
}

/** "23.4 s", and from a minute on "1:05" */
export function timeOf(milliseconds: number): string {
  const seconds = milliseconds / SECOND;
  if (seconds >= MINUTE) return clock(milliseconds);
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const shown = new Intl.NumberFormat(language.now, digits).format(Math.floor(seconds * 10) / 10);
  return say("time.seconds", { n: shown });
}

/** "4:07" */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / SECOND);
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

export function gemName(gem: Gem, n = 1): string {
  return say(`gem.${gem}`, { n });
}

/** "2 rubies and 1 amber" */
export function gemsName(purse: Purse): string {
  const counted = GEMS.flatMap((gem) => {
    const n = purse[gem] ?? 0;
    return n > 0 ? [say("gems.counted", { n, gem: gemName(gem, n) })] : [];
  });
  return counted.length > 0 ? listed(counted) : say("gems.none");
}

/** Alone and in a playoff the time runs without one. */
export function hasHourglass(
  { since, until }: { since: number; until: number },
  { alone, options }: Pick<UbongoView, "alone" | "options">,
): boolean {
  return !alone && until - since === options.hourglass * SECOND;
}

/** A refusal in a sentence. */
export function explained(code: string, facts: Facts, seats: Who): string {
  if (code === "not_now" && facts.phase === "between") return say("why.too_late");
  return because(code, { ...facts, ...inWords(facts, seats) }, words);
}

/** What the facts of refusals are called. */
export function inWords(facts: Facts, seats: Who): Facts {
  const { seat, piece, pieces, cells, by } = facts;
  const name = (letter: unknown) => pieceName(letter as Piece);
  return {
    ...(typeof seat === "number" && { name: nameOf(seats, seat) }),
    ...(typeof piece === "string" && isPiece(piece) && { piece: name(piece) }),
    ...(typeof pieces === "string" && { pieces: listed([...pieces]) }),
    ...(Array.isArray(cells) && { cells: listed(cells.map(String)) }),
    ...(Array.isArray(by) && { by: listed(by.map(name)) }),
  };
}

function isPiece(letter: string): boolean {
  return (PIECES as readonly string[]).includes(letter);
}

/** Who has won, or what somebody alone has done, in one sentence. */
export function headline(
  outcome: Outcome,
  view: UbongoView,
  you: number | null,
  seats: Who,
): string {
  if (view.alone) return result(view);
  const winners = outcome.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const winner = winners[0] ?? 0;
  if (winners.length > 1) {
    return say("end.shared", { names: listed(winners.map((seat) => nameOf(seats, seat))) });
  }
  return winner === you ? say("end.you_win") : say("end.wins", { name: nameOf(seats, winner) });
}

function result({ ending, done: n, spent, options }: UbongoView): string {
  switch (ending) {
    case "time":
      return say("end.time", { n, minutes: options.limit });
    case "tasks":
      return say("end.tasks", { n, time: timeOf(spent) });
    case "daily":
      return say("end.daily", { time: timeOf(spent) });
    default:
      return say("end.stopped", { n });
  }
}

/** What decided it. */
export function whyEnded({ ending }: UbongoView): string {
  switch (ending) {
    case "rounds":
    case "playoff":
    case "shared":
    case "time":
    case "tasks":
    case "daily":
    case "stopped":
      return say(`ending.${ending}`);
    default:
      return "";
  }
}

export function tellEnd(
  outcome: Outcome,
  view: UbongoView,
  you: number | null,
  seats: Who,
): string {
  const points = view.alone
    ? []
    : view.sides.map(
        (side, seat) => `${nameOf(seats, seat)}: ${say("points", { n: side.points })}.`,
      );
  return [whyEnded(view), headline(outcome, view, you, seats), ...points].join(" ");
}

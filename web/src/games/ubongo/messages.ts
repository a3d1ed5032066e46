import { winnersHeadline } from "../../board/game";
import type { TableEventOf } from "../../board/table";
import type { Facts } from "../../i18n/language.svelte";
import { errorText, formatList, language, translator, Words } from "../../i18n/language.svelte";
import { naming } from "../../i18n/seat-names";
import type { Outcome, SeatCard } from "../../startup/types";
import { words } from ".";
import { type Cube, nameCell, nameCube, PIECES, type Piece, readCube, readOutline } from "./layout";
import { GEMS, type Gem, type Purse } from "./material";
import type { Dealt, Lifted, Placed, Rolled, Solved, UbongoEvent, UbongoView } from "./types";
import type en from "./words/rules/en.json";

export { formatList, words };

/** Says Ubongo's own words. */
export const say = translator(words);

/** The words of its rules, loaded with them. */
export const rulesWords = new Words<typeof en>((chosen) => import(`./words/rules/${chosen}.json`));

export const { nameOf, shortName } = naming(words);

export type Who = readonly SeatCard[];

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;

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
  return formatList(sorted.map(cubeName));
}

/** "23.4 s", and from a minute on "1:05" */
export function timeOf(milliseconds: number): string {
  const seconds = milliseconds / SECOND_MS;
  if (seconds >= MINUTE_SECONDS) return clock(milliseconds);
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const shown = new Intl.NumberFormat(language.now, digits).format(Math.floor(seconds * 10) / 10);
  return say("time.seconds", { n: shown });
}

/** "4:07" */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / SECOND_MS);
  return `${Math.floor(seconds / MINUTE_SECONDS)}:${String(seconds % MINUTE_SECONDS).padStart(2, "0")}`;
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
  return counted.length > 0 ? formatList(counted) : say("gems.none");
}

/** Alone and in a playoff the time runs without one. */
export function hasHourglass(
  { since, until }: { since: number; until: number },
  { alone, options }: Pick<UbongoView, "alone" | "options">,
): boolean {
  return !alone && until - since === options.hourglass * SECOND_MS;
}

/** A refusal in a sentence. */
export function explained(code: string, facts: Facts, seats: Who): string {
  if (code === "not_now" && facts.phase === "between") return say("why.too_late");
  return errorText(code, { ...facts, ...nameFacts(facts, seats) }, words);
}

/** What the facts of refusals are called. */
export function nameFacts(facts: Facts, seats: Who): Facts {
  const { seat, piece, pieces, cells, by } = facts;
  const name = (letter: unknown) => pieceName(letter as Piece);
  return {
    ...(typeof seat === "number" && { name: nameOf(seats, seat) }),
    ...(typeof piece === "string" && isPiece(piece) && { piece: name(piece) }),
    ...(typeof pieces === "string" && { pieces: formatList([...pieces]) }),
    ...(Array.isArray(cells) && { cells: formatList(cells.map(String)) }),
    ...(Array.isArray(by) && { by: formatList(by.map(name)) }),
  };
}

function isPiece(letter: string): boolean {
  return (PIECES as readonly string[]).includes(letter);
}

/** Who has won, or the result of a game alone, in one sentence. */
export function headline(
  outcome: Outcome,
  view: UbongoView,
  you: number | null,
  seats: Who,
): string {
  return view.alone ? result(view) : winnersHeadline(outcome, you, seats, words);
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

/** What happened, for screen readers; what others lay is known in replays alone. */
export function tell(
  { event: told }: TableEventOf<UbongoEvent>,
  view: UbongoView,
  seats: Who,
): string | null {
  switch (told.type) {
    case "opened":
      if (told.seats === 1) return say("told.opened.alone");
      return say("told.opened", { name: nameOf(seats, told.roller) });
    case "chose":
      return say("told.chose", { name: nameOf(seats, told.seat), level: told.level });
    case "dealt":
      return dealt(told, view, seats);
    case "rolled":
      return rolled(told, view);
    case "turned":
      if (told.again) return say("told.again");
      return say(hasHourglass(told, view) ? "told.turned" : "told.turned.alone");
    case "placed":
    case "lifted":
      return built(told, view, seats);
    case "solved":
      return solved(told, view, seats);
    case "aside":
      return say("told.aside");
    case "closed":
      return [say("told.closed"), unclaimed(told.unclaimed)].filter(Boolean).join(" ");
    case "readied":
      return told.seat === view.you
        ? null
        : say("told.readied", { name: nameOf(seats, told.seat) });
    case "finished":
    case "remembered":
      return null;
  }
}

function built(told: Placed | Lifted, view: UbongoView, seats: Who): string | null {
  if (told.piece === null) return null;
  const piece = pieceName(told.piece as Piece);
  const what =
    told.type === "placed"
      ? say(told.helped ? "told.helped" : "told.placed", {
          piece,
          cubes: cubesName((told.cubes ?? []).map(readCube)),
        })
      : say("told.lifted", { piece });
  return told.seat === view.you ? what : say("told.by", { name: nameOf(seats, told.seat), what });
}

function dealt({ round: n, boards }: Dealt, view: UbongoView, seats: Who): string {
  const own = boards[view.you ?? -1];
  const tied = boards.flatMap((board, seat) => (board ? [nameOf(seats, seat)] : []));
  const playoff = !view.alone && n > view.options.rounds;
  const head = playoff
    ? say("told.playoff", { names: formatList(tied) })
    : say(view.alone ? "told.dealt.task" : "told.dealt", { n });
  if (!own) return head;
  const cells = formatList(readOutline(own.outline).map(nameCell));
  return `${head} ${say("told.outline", { cells })}`;
}

function rolled({ die: n }: Rolled, view: UbongoView): string {
  const task = view.sides[view.you ?? -1]?.board?.tasks[n - 1];
  const pieces =
    task && say("told.task", { pieces: formatList([...task].map((it) => pieceName(it as Piece))) });
  return [say("told.rolled", { n }), pieces].filter(Boolean).join(" ");
}

function solved({ seat, after, drawn, bonus }: Solved, view: UbongoView, seats: Who): string {
  const yours = seat === view.you;
  const name = nameOf(seats, seat);
  const call = say(yours ? "told.solved.you" : "told.solved", { name, time: timeOf(after) });
  const gems = [bonus, drawn].flatMap((gem) => (gem ? [gemName(gem)] : []));
  if (gems.length === 0) return call;
  return `${call} ${say(yours ? "told.gets.you" : "told.gets", { name, gems: formatList(gems) })}`;
}

function unclaimed(gems: readonly Parameters<typeof gemName>[0][]): string {
  return gems.length === 0
    ? ""
    : say("told.unclaimed", { gems: formatList(gems.map((gem) => gemName(gem))) });
}

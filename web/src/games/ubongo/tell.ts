import type { HeardEvent } from "../../table/heard";
import { nameCell, type Piece, readCube, readOutline } from "./geometry";
import {
  cubesName,
  gemName,
  hasHourglass,
  listed,
  nameOf,
  pieceName,
  say,
  timeOf,
  type Who,
} from "./speech";
import type { Dealt, Lifted, Placed, Rolled, Solved, UbongoEvent, UbongoView } from "./wire";

/** The move of an event, as it would be written; what begins a round has its line too, and what others lay has none. */
export function notation(told: UbongoEvent): string | null {
  switch (told.type) {
    case "chose":
      return `level ${told.level}`;
    case "dealt":
      return `round ${told.round}`;
    case "rolled":
      return "roll";
    case "turned":
      return "turn";
    case "placed":
      return told.cubes && `put ${told.piece} ${told.cubes.join(" ")}`;
    case "lifted":
      return told.piece && `lift ${told.piece}`;
    case "solved":
    case "aside":
      return told.type;
    default:
      return null;
  }
}

/** What happened, for those who listen; what others lay in between is known in a replay alone. */
export function tell(
  { event: told }: HeardEvent<UbongoEvent>,
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
      ? say("told.placed", { piece, cubes: cubesName((told.cubes ?? []).map(readCube)) })
      : say("told.lifted", { piece });
  return told.seat === view.you ? what : say("told.by", { name: nameOf(seats, told.seat), what });
}

function dealt({ round: n, boards }: Dealt, view: UbongoView, seats: Who): string {
  const own = boards[view.you ?? -1];
  const tied = boards.flatMap((board, seat) => (board ? [nameOf(seats, seat)] : []));
  const playoff = !view.alone && n > view.options.rounds;
  const head = playoff
    ? say("told.playoff", { names: listed(tied) })
    : say(view.alone ? "told.dealt.task" : "told.dealt", { n });
  if (!own) return head;
  const cells = listed(readOutline(own.outline).map(nameCell));
  return `${head} ${say("told.outline", { cells })}`;
}

function rolled({ die: n }: Rolled, view: UbongoView): string {
  const task = view.sides[view.you ?? -1]?.board?.tasks[n - 1];
  const pieces =
    task && say("told.task", { pieces: listed([...task].map((it) => pieceName(it as Piece))) });
  return [say("told.rolled", { n }), pieces].filter(Boolean).join(" ");
}

function solved({ seat, after, drawn, bonus }: Solved, view: UbongoView, seats: Who): string {
  const yours = seat === view.you;
  const name = nameOf(seats, seat);
  const call = say(yours ? "told.solved.you" : "told.solved", { name, time: timeOf(after) });
  const gems = [bonus, drawn].flatMap((gem) => (gem ? [gemName(gem)] : []));
  if (gems.length === 0) return call;
  return `${call} ${say(yours ? "told.gets.you" : "told.gets", { name, gems: listed(gems) })}`;
}

function unclaimed(gems: readonly Parameters<typeof gemName>[0][]): string {
  return gems.length === 0
    ? ""
    : say("told.unclaimed", { gems: listed(gems.map((gem) => gemName(gem))) });
}

import type { Pending } from "../../board/table";
import type { Placed } from "./bench";
import { type Cube, nameCube, type Piece, readCube } from "./layout";
import type { Lifted, Placed as PlacedEvent, UbongoEvent } from "./types";

/** Where every piece lies. */
export type Lying = ReadonlyMap<Piece, readonly Cube[]>;

/** A piece that was put somewhere, or lifted, and where it was before: null is the tray. */
export interface Change {
  piece: Piece;
  from: readonly Cube[] | null;
  to: readonly Cube[] | null;
}

export function readLying(
  lying: Readonly<Record<string, readonly string[]>> | null | undefined,
): Lying {
  return new Map(
    Object.entries(lying ?? {}).map(([piece, cubes]) => [piece as Piece, cubes.map(readCube)]),
  );
}

export function placedIn(lying: Lying): readonly Placed[] {
  return [...lying].map(([piece, cubes]) => ({ piece, cubes }));
}

/** What a move of this round does to a piece; null for any other move. */
function readMove(move: string, round: number): Omit<Change, "from"> | null {
  const [kind, of, piece, ...cubes] = move.split(" ");
  if (of !== String(round)) return null;
  if (kind === "put") return { piece: piece as Piece, to: cubes.map(readCube) };
  return kind === "lift" ? { piece: piece as Piece, to: null } : null;
}

/** The board with what is on its way to the hall: a piece lies at once, and stays if the hall agrees. */
export function withPending(lying: Lying, pending: readonly Pending[], round: number): Lying {
  const soon = new Map(lying);
  for (const { move } of pending) {
    const change = readMove(move, round);
    if (change === null) continue;
    soon.delete(change.piece);
    if (change.to !== null) soon.set(change.piece, change.to);
  }
  return soon;
}

/**
 * What can be taken back, the latest last: own changes of this round, as the hall has told them, and those on
 * their way. A change that leads back to where the piece was before takes the earlier one back.
 */
export function undoable(
  events: Iterable<UbongoEvent>,
  you: number,
  pending: readonly Pending[],
  round: number,
): readonly Change[] {
  const stack: Change[] = [];
  const where = new Map<Piece, readonly Cube[]>();
  const add = ({ piece, to }: Omit<Change, "from">) => {
    const from = where.get(piece) ?? null;
    if (same(from, to)) return; // the hall tells of a change before it answers the move
    if (to === null) where.delete(piece);
    else where.set(piece, to);
    const last = stack.at(-1);
    if (last?.piece === piece && same(last.from, to)) stack.pop();
    else stack.push({ piece, from, to });
  };
  for (const event of events) {
    if (event.type === "dealt") {
      stack.length = 0;
      where.clear();
    } else if (isOwn(event, you)) add(toldChange(event));
  }
  for (const { move } of pending) {
    const change = readMove(move, round);
    if (change) add(change);
  }
  return stack;
}

function isOwn(event: UbongoEvent, you: number): event is PlacedEvent | Lifted {
  return (event.type === "placed" || event.type === "lifted") && event.seat === you;
}

function toldChange(event: PlacedEvent | Lifted): Omit<Change, "from"> {
  const to = event.type === "placed" ? (event.cubes ?? []).map(readCube) : null;
  return { piece: event.piece as Piece, to };
}

function same(one: readonly Cube[] | null, other: readonly Cube[] | null): boolean {
  const names = (cubes: readonly Cube[] | null) => cubes?.map(nameCube).sort().join() ?? "";
  return names(one) === names(other);
}

/** The move in notation. */
export function putMove(round: number, piece: Piece, all: readonly Cube[]): string {
  const sorted = [...all].sort(
    (one, other) => one.z - other.z || one.x - other.x || one.y - other.y,
  );
  return `put ${round} ${piece} ${sorted.map(nameCube).join(" ")}`;
}

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
      return told.cubes && `${told.helped ? "help" : "put"} ${told.piece} ${told.cubes.join(" ")}`;
    case "lifted":
      return told.piece && `lift ${told.piece}`;
    case "solved":
    case "aside":
      return told.type;
    default:
      return null;
  }
}

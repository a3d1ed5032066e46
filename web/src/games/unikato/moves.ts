import { type Place, placeName, readPlace } from "./tiles";
import type { UnikatoEvent } from "./types";

export interface Part extends Place {
  tile: string;
}

/** What a player means to do: a chain laid in thought, a tile chosen, something wished for in exchange. */
export interface Draft {
  chain: readonly Part[];
  tile: string | null;
  /** A tile of the display, or the bag. */
  take: string | null;
}

export const BAG = "bag";
export const EMPTY: Draft = { chain: [], tile: null, take: null };

/** What may follow on a chain, as the hall told it. */
export interface Following {
  next: readonly string[];
  move: string | null;
  notes: readonly string[];
}

export function writePart({ tile, x, y }: Part): string {
  return `${tile}@${placeName({ x, y })}`;
}

export function readPart(text: string): Part {
  const [tile = "", at = ""] = text.split("@");
  return { tile, ...readPlace(at) };
}

/** The name of a plan: answers for another one are not for this one. */
export function planName(chain: readonly Part[]): string {
  return chain.map(writePart).join(" ");
}

/** Chooses a tile of the rack, or puts it back when it was chosen already. */
export function choose(draft: Draft, tile: string): Draft {
  return { ...draft, tile: draft.tile === tile ? null : tile };
}

/** Wishes for a tile of the display or one from the bag, or no longer. */
export function wish(draft: Draft, take: string): Draft {
  return { ...draft, take: draft.take === take ? null : take };
}

export function lay(draft: Draft, part: Part): Draft {
  return { chain: [...draft.chain, part], tile: null, take: null };
}

/** One step back: first what was only chosen, then the last tile of the chain. */
export function stepBack(draft: Draft): Draft {
  if (draft.take !== null) return { ...draft, take: null };
  if (draft.tile !== null) return { ...draft, tile: null };
  return { ...draft, chain: draft.chain.slice(0, -1) };
}

/** Takes back this tile of the chain and all that were laid after it. */
export function backTo(draft: Draft, tile: string): Draft {
  const index = draft.chain.findIndex((part) => part.tile === tile);
  return index < 0 ? draft : { ...EMPTY, chain: draft.chain.slice(0, index) };
}

/** What may be laid next: told with the view for the first tile, by a plan for the others. */
export function nexts(
  fits: Readonly<Record<string, readonly string[]>>,
  draft: Draft,
  following: Following | null,
): Part[] {
  if (draft.chain.length > 0) return (following?.next ?? []).map(readPart);
  return Object.entries(fits).flatMap(([tile, places]) =>
    places.map((at) => ({ tile, ...readPlace(at) })),
  );
}

/** The swap that is meant, once both tiles are chosen. */
export function swapOf({ tile, take, chain }: Draft): string | null {
  return tile === null || take === null || chain.length > 0 ? null : `swap ${tile} ${take}`;
}

/** The chain of a move that was sent and is not answered yet. */
export function chainOf(move: string): Part[] {
  const [kind, ...parts] = move.split(" ");
  return kind === "lay" ? parts.map(readPart) : [];
}

/** The move of an event, as it would be written. */
export function notation(told: UnikatoEvent): string | null {
  switch (told.type) {
    case "laid":
      return `lay ${told.chain.join(" ")}`;
    case "swapped":
      return `swap ${told.gave} ${source(told.took, told.bag)}`;
    case "drew":
      return `draw ${source(told.took, told.bag)}`;
    case "declined":
      return "decline";
    case "passed":
      return "pass";
    case "round_ended":
      return "round";
    default:
      return null;
  }
}

function source(took: string | null, bag: boolean): string {
  return bag || took === null ? "bag" : took;
}

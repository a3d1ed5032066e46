import type { Component } from "svelte";
import type { GameWords } from "../lib/catalogues.svelte";
import type { Hint, OptionCard } from "../lib/forms";
import type { Outcome, SeatCard } from "../lib/wire";
import type { Facts } from "../lib/words";
import type { HeardEvent } from "../table/heard";
import type { Table } from "../table/table.svelte";

export type OptionValue = OptionCard["default"];

export interface BoardProps {
  table: Table;
  /** The sentence that says what can be done now, or why something cannot. */
  prompt: string;
  /** Takes back one step of a move that was not sent yet; null when there is none. */
  back: (() => void) | null;
}

export interface TallyProps<View = unknown> {
  view: View;
  seat: number;
  /** Only the sum: the ending explains it. */
  brief: boolean;
}

export interface EndingProps<View = unknown> {
  view: View;
  seats: readonly SeatCard[];
  outcome: Outcome;
}

export interface EntryProps<View = unknown, Event = unknown> {
  event: Event;
  /** The table as it is now: from which side one looks at it, and who plays what. */
  view: View;
  seats: readonly SeatCard[];
}

/** What some keys do: as `KeyboardEvent.key` names them or the sign on them, and the word that says it. */
export interface KeyHelp {
  keys: readonly string[];
  /** In the game's catalogue, or else in the house's. */
  word: string;
}

/** One of two sides: the first is the one whose lead counts as more than nothing. */
export type StudySide = 0 | 1;

export interface EditorProps {
  /** Where it begins. */
  position: string;
  /** Analyse what was put together. */
  done: (position: string) => void;
  cancel: () => void;
}

/** What a game brings to the page where it is analysed: loaded when somebody opens that page. */
export interface Study<View = unknown> {
  opening: string;
  /** The position after a move, both in notation. */
  after(position: string, move: string): string;
  toMove(position: string): StudySide;
  sideName(side: StudySide): string;
  /** The sign of a side, which differs in more than colour. */
  Sign: Component<{ side: StudySide }>;
  /** The seat that is to move; null when the game is over. */
  awaited(view: View): number | null;
  /** The view with this move as the last one. */
  withLast(view: View, move: string | null): View;
  /** What is counted now, in a sentence. */
  standing(view: View): string;
  /** A move in words, for those who listen. */
  tell(position: string, move: string): string;
  /** The editor's keys, for the sheet that lists them. */
  keys: readonly KeyHelp[];
  /** A position is put together by hand. */
  Editor: Component<EditorProps>;
}

/** How a game is played on the page: loaded when somebody opens a table of it. */
export interface Playing<View = unknown, Event = unknown> {
  Board: Component<BoardProps, object, "prompt" | "back">;
  /** What is counted for one seat, beside its name. */
  Tally: Component<TallyProps<View>>;
  /** The result, explained. */
  Ending: Component<EndingProps<View>>;
  /** How it is played, in short. */
  Rules: Component;
  /** A move as the history shows it, on a line of its own; its notation where this is missing. */
  Entry?: Component<EntryProps<View, Event>>;
  /** The position in the game's notation, for links; missing where a game has none. */
  position?(view: View): string;
  /** The board's keys, for the sheet that lists them. */
  keys?: readonly KeyHelp[];
  /** How far a game of several parts is ("Round 2 of 3"); null or missing where only one is played. */
  progress?(view: View): string | null;
  /** Whether the game goes on by a clock of its own: then it waits for nobody who is away, and calls nobody to a turn. */
  keepsTime?: boolean;
  /** Whether the board has a button of its own for giving up: then the house shows none. */
  resigns?: boolean;
  /** What a seat is called in this game ("White"), if it has a name. */
  seatName(view: View, seat: number): string | null;
  /** The move of an event in notation, null for an event that is none. */
  notation(event: Event): string | null;
  /** The event in words, for those who listen. */
  tell(heard: HeardEvent<Event>, view: View, seats: readonly SeatCard[]): string | null;
  /** What the facts of a remark are called in the game's words; as they are where this is missing. */
  inWords?(facts: Facts, view: View, seats: readonly SeatCard[]): Facts;
  /** What speaks for a move, in a sentence: missing where the hall has no hints for this game. */
  hint?(hint: Hint): string;
  /** What the page needs that analyses this game; missing where there is no analysis. */
  study?(): Promise<Study>;
  /** Who has won, in one sentence. */
  headline(outcome: Outcome, view: View, you: number | null, seats: readonly SeatCard[]): string;
  /** The result in words. */
  tellEnd(outcome: Outcome, view: View, you: number | null, seats: readonly SeatCard[]): string;
}

export function studyOf<View>(study: Study<View>): Study {
  return study as unknown as Study;
}

/** The hall says which game a table has; what the house hands to it then are views and events of that game. */
export function playingOf<View, Event>(playing: Playing<View, Event>): Playing {
  return playing as unknown as Playing;
}

/**
 * What the start page knows of one game; the hall tells who can play it, and with which options.
 * Its words for the shelf hold `name` and `cover`, one sentence about it, and the names of levels and options.
 */
export interface GameFace {
  name: string;
  Cover: Component;
  words: GameWords;
  /** How it is played, loaded when somebody opens it. */
  load(): Promise<Playing>;
}

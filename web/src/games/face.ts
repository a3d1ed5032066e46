import type { Component } from "svelte";
import type { Heard, Outcome } from "../lib/wire";
import type { Catalogue, Language } from "../lib/words";
import type { Table } from "../table/table.svelte";

/** An option of the game that can be chosen when a table is set up; the first value is the default. */
export interface Choice {
  option: string;
  values: readonly string[];
}

export interface BoardProps {
  table: Table;
  /** The sentence that says what can be done now, or why something cannot. */
  prompt: string;
  /** Takes back one step of a move that was not sent yet; null when there is none. */
  back: (() => void) | null;
}

export interface TallyProps {
  view: unknown;
  seat: number;
  /** Only the sum: the ending explains it. */
  brief: boolean;
}

export interface EndingProps {
  view: unknown;
  outcome: Outcome;
}

/** How a game is played on the page. */
export interface Playing {
  Board: Component<BoardProps, object, "prompt" | "back">;
  /** What is counted for one seat, beside its name. */
  Tally: Component<TallyProps>;
  /** The result, explained. */
  Ending: Component<EndingProps>;
  /** How it is played, in short. */
  Rules: Component;
  choices: readonly Choice[];
  /** Options for the quickest start against a bot. */
  quick: Readonly<Record<string, string>>;
  /** The position in the game's notation, for links; missing where a game has none. */
  position?(view: unknown): string;
  /** The seats that may move. */
  toAct(view: unknown): readonly number[];
  /** What a seat is called in this game ("White"), if it has a name. */
  seatName(view: unknown, seat: number): string | null;
  /** The move of an event in notation, null for an event that is none. */
  notation(event: unknown): string | null;
  /** The event in words, for those who listen. */
  tell(heard: Heard, view: unknown): string | null;
  /** Who has won, in one sentence. */
  headline(outcome: Outcome, view: unknown, you: number | null): string;
  /** The result in words. */
  tellEnd(outcome: Outcome, view: unknown, you: number | null): string;
}

/** Everything the client knows of one game. Its words hold `name` and `cover`, one sentence about it. */
export interface GameFace {
  name: string;
  seats: readonly [number, number];
  Cover: Component;
  words: Readonly<Record<Language, Catalogue>>;
  /** Missing while the game is not on the shelf yet. */
  playing?: Playing;
}

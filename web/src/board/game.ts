import type { Component } from "svelte";
import type { Facts, GameWords, Words } from "../i18n/language.svelte";
import { formatList, type Lexicon, lookUp } from "../i18n/language.svelte";
import { nameAt } from "../i18n/seat-names";
import type { Hint, Outcome, SeatCard } from "../startup/types";
import type { RulesPage, Sheet } from "./rules/sheet";
import type { BoardSession } from "./session.svelte";
import type { BoardTable, TableEventOf } from "./table";

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

export interface HistoryEntryProps<View = unknown, Event = unknown> {
  event: Event;
  /** The table as it is now: the viewer's seat, and who plays what. */
  view: View;
  seats: readonly SeatCard[];
}

/** A link with its words. */
export interface Link {
  href: string;
  label: string;
}

/** Hints at one table: a move and why, until the next move. */
export interface Hints {
  readonly shown: Hint | null;
  /** Why this move, or why there is no hint. */
  readonly sentence: string | null;
  hide(): void;
}

/** Hints and analysis of a game: loaded when a table or a page needs them. */
export interface Assist {
  hintsAt(table: BoardTable): Hints;
  /** Shows and hides a hint; `bar` is its form above the board on a phone. */
  HintButton: Component<{ hints: Hints; bar?: boolean }>;
  /** The link from a finished game to its analysis, with the spectator's key if there is one. */
  linkFrom(table: string, key: string | null): Link;
  linkAt(position: string): Link;
  /** The page that analyses a position, the opening, or a finished game. */
  page(): Promise<{ default: Component<AnalysisProps> }>;
}

export interface AnalysisProps {
  entry: GameEntry;
  game: GameClient;
  /** Empty: the opening. */
  position: string;
  /** A finished game instead, with the spectator's key. */
  table: string | null;
  key: string | null;
}

type Seats = readonly SeatCard[];

/** A game's code on the page: loaded with the first table of it. */
export interface GameClient<
  View = unknown,
  Event = unknown,
  Session extends BoardSession<View, Event> = BoardSession<View, Event>,
> {
  /** The session, made before the board; missing where a move is one touch. */
  createSession?(table: BoardTable): Session;
  /** Finds its session in the context of the table. */
  Board: Component;
  /** What is counted for one seat, beside its name. */
  Tally?: Component<TallyProps<View>>;
  /** The result, explained; the sentence of how it ended where this is missing. */
  Ending?: Component<EndingProps<View>>;
  /** How it is played, in short. */
  rules(): Promise<RulesPage>;
  /** How the rules are laid out, and which sentence explains which refusal. */
  sheet?: Sheet;
  /** A move as the history shows it, on a line of its own; its notation where this is missing. */
  HistoryEntry?: Component<HistoryEntryProps<View, Event>>;
  /** The position in the game's notation, for links; missing where a game has none. */
  position?(view: View): string;
  /** How far a game of several parts is ("Round 2 of 3"); null or missing where only one is played. */
  progress?(view: View): string | null;
  /** Whether the game runs by a clock: then it does not wait for absent players, and announces no turns. */
  keepsTime?: boolean;
  /** Whether the board has a button of its own for giving up: then the frame shows none. */
  resigns?: boolean;
  /** What a seat is called in this game ("White"), if it has a name. */
  seatName?(view: View, seat: number): string | null;
  /** The move of an event in notation, null for an event that is none. */
  notation(event: Event): string | null;
  /** The event in words, for screen readers. */
  tell(logged: TableEventOf<Event>, view: View, seats: Seats): string | null;
  /** The event as a sound. */
  sound?(event: Event, session: Session): void;
  /** What the facts of a remark are called in the game's words; as they are where this is missing. */
  nameFacts?(facts: Facts, view: View, seats: Seats): Facts;
  /** Hints and analyses, where the hall has them for this game. */
  assist?(): Promise<Assist>;
  /** Who has won, in one sentence; as games say it by their words where this is missing. */
  headline?(outcome: Outcome, view: View, you: number | null, seats: Seats): string;
  /** The result in words, for screen readers; the headline where this is missing. */
  tellEnd?(outcome: Outcome, view: View, you: number | null, seats: Seats): string;
}

/** Loads the page of the rules, and its words. */
export async function withWords(page: Promise<RulesPage>, words: Words): Promise<RulesPage> {
  await words.load();
  return page;
}

/** The hall says which game a table has: what the page hands to it are views, events and a session of that game. */
export function defineGame<
  View,
  Event,
  Session extends BoardSession<View, Event> = BoardSession<View, Event>,
>(game: GameClient<View, Event, Session>): GameClient {
  return game as unknown as GameClient;
}

/**
 * What the start page knows of one game; the hall tells who can play it, and with which options.
 * Its words for the lobby hold `name` and `cover`, one sentence about it, and the names of levels and options.
 */
export interface GameEntry {
  name: string;
  Cover: Component;
  words: GameWords;
  /** Loads the game's code. */
  load(): Promise<GameClient>;
}

/**
 * Who has won, in one sentence of the game: `end.you_win`, `end.wins`, `end.draw` or `end.shared`, and `end.you_lose`
 * where a game has it.
 */
export function winnersHeadline(
  { places }: Outcome,
  you: number | null,
  seats: readonly SeatCard[],
  words: Lexicon,
  role: (seat: number) => string | null = () => null,
): string {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const names = winners.map((seat) => nameAt(seats, seat, words));
  const [winner = 0] = winners;
  const facts = { name: names[0] ?? "", names: formatList(names), role: role(winner) ?? "" };
  const say = (key: string) => lookUp(key, facts, words);
  if (winners.length > 1) return say("end.draw") ?? say("end.shared") ?? "";
  if (you === winner) return say("end.you_win") ?? "";
  return (you === null ? null : say("end.you_lose")) ?? say("end.wins") ?? "";
}

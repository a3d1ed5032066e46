import { recall, remember } from "../startup/stored";
import type { GameCard, OptionCard, Watch } from "../startup/types";

type Value = OptionCard["default"];

/** What is chosen for the next table of a game. */
export interface Choice {
  /** Of the bots; empty where the game has none. */
  level: string;
  players: number;
  options: Readonly<Record<string, Value>>;
  watch: Watch;
}

/** Two, where so few can play; playing alone has to be chosen. */
const USUAL = 2;

/** Options that mean something for so many players, with what else is chosen. */
export function optionsFor(
  { options }: GameCard,
  { players, options: chosen }: Pick<Choice, "players" | "options">,
): readonly OptionCard[] {
  const meant = options.filter(
    ({ seats }) => !seats || (players >= seats[0] && players <= seats[1]),
  );
  const value = (name: string) => meant.some((one) => one.name === name) && chosen[name];
  return meant.filter(({ unless }) =>
    Object.entries(unless).every(([name, without]) => value(name) !== without),
  );
}

/** What was chosen for so many players, as the hall wants to know it. */
export function chosenFor(card: GameCard, choice: Choice): Choice["options"] {
  const meant = new Set(optionsFor(card, choice).map(({ name }) => name));
  return Object.fromEntries(Object.entries(choice.options).filter(([name]) => meant.has(name)));
}

/** Who may watch. A race is shown with a delay, unless it is live. */
export function watchFor({ simultaneous }: GameCard): readonly Watch[] {
  return simultaneous ? ["link", "on", "link_live", "on_live", "off"] : ["link", "on", "off"];
}

/** Whether spectators of such a table would be told later than the players. */
export function seenLate({ simultaneous }: GameCard, watch: Watch): boolean {
  return simultaneous && (watch === "link" || watch === "on");
}

/** Whether this game was never begun against bots on this device. */
export function isFirstGame(game: string): boolean {
  return recall(`begun.${game}`) === null;
}

export function begins(game: string): void {
  remember(`begun.${game}`, "yes");
}

/** What this device has chosen for a game; for the first game, what the game wants for beginners. */
export function choiceFor(card: GameCard): Choice {
  const kept = read(card.name);
  const chosen: Record<string, Value> = {};
  for (const { name, values, default: usual } of card.options) {
    const wanted = [kept.options?.[name], card.first.options[name], usual];
    chosen[name] = wanted.find((value) => value !== undefined && values.includes(value)) ?? usual;
  }
  const [fewest, most] = card.seats;
  return {
    level: card.bots.find((bot) => bot === kept.level) ?? card.first.level ?? "",
    players: Math.min(most, Math.max(fewest, Math.trunc(kept.players ?? USUAL) || USUAL)),
    options: chosen,
    watch: watchFor(card).find((watch) => watch === kept.watch) ?? "link",
  };
}

export function keepChoice(game: string, choice: Choice): void {
  remember(`choice.${game}`, JSON.stringify(choice));
}

/** From now on this level, whatever else is chosen. */
export function keepLevel(game: string, level: string): void {
  remember(`choice.${game}`, JSON.stringify({ ...read(game), level }));
}

function read(game: string): Partial<Choice> {
  try {
    const kept: unknown = JSON.parse(recall(`choice.${game}`) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** The rules come before the first game of each kind against bots, and nothing is counted meanwhile. */
export class RulesFirst {
  reading = $state(false);
  /** What to do once the rules have been read. */
  after = $state.raw<(() => void) | null>(null);

  before({ name }: Pick<GameCard, "name">, begin: () => void): void {
    if (!isFirstGame(name)) {
      begin();
      return;
    }
    this.after = begin;
    this.reading = true;
  }

  open(): void {
    this.reading = true;
  }

  close(): void {
    this.reading = false;
    this.after = null;
  }
}

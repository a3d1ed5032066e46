import { winnersHeadline } from "../../board/game";
import type { TableEventOf } from "../../board/table";
import type { Facts } from "../../i18n/language.svelte";
import { errorText, formatList, translator, Words } from "../../i18n/language.svelte";
import { naming } from "../../i18n/seat-names";
import type { Outcome, SeatCard } from "../../startup/types";
import { words } from ".";
import { type Feature, features, tileOf } from "./tiles";
import type { UnikatoEvent, UnikatoView } from "./types";
import type en from "./words/rules/en.json";

export { formatList, words };

/** Says Unikato's own words. */
export const say = translator(words);

/** The words of its rules, loaded with them. */
export const rulesWords = new Words<typeof en>((chosen) => import(`./words/rules/${chosen}.json`));

export const { nameOf, ownerOf } = naming(words);

/** "large blue cross on black" */
export function tileInWords(tile: string): string {
  const { shape, colour, size, background } = features(tile);
  return say(`tile.${shape}`, {
    size: say(`size.${size}.${shape}`),
    colour: say(`colour.${colour}.${shape}`),
    background: say(`background.${background}`),
  });
}

/** A refusal in a sentence: tiles and features by their names. */
export function explained(code: string, facts: Facts): string {
  return errorText(code, { ...facts, ...nameFacts(facts) }, words);
}

/** What the facts of refusals and advice are called. */
export function nameFacts(facts: Facts): Facts {
  const inWords: Record<string, string> = {};
  for (const key of ["tile", "neighbour"]) {
    const tile = facts[key];
    if (typeof tile === "string" && /^[csx][opb][123][wgk]$/.test(tile)) {
      inWords[key] = tileInWords(tile);
    }
  }
  if (Array.isArray(facts.features)) {
    inWords.features = formatList(facts.features.map((name) => say(`feature.${name as Feature}`)));
  }
  return inWords;
}

/** What happened, for screen readers. */
export function tell(
  { event: told }: TableEventOf<UnikatoEvent>,
  view: UnikatoView,
  seats: readonly SeatCard[],
): string | null {
  const name = "seat" in told ? nameOf(seats, told.seat) : "";
  switch (told.type) {
    case "round_began":
      return say("told.began", { tile: tileInWords(told.start) });
    case "laid":
      return say("told.laid", {
        name,
        tiles: formatList(told.chain.map((laid) => tileInWords(tileOf(laid)))),
      });
    case "swapped":
      return say(told.bag ? "told.swap.bag" : "told.swap", {
        name,
        gave: tileInWords(told.gave),
        took: told.took === null ? "" : tileInWords(told.took),
      });
    case "drew":
      return drawn(told.seat === view.you, name, told.took, told.bag);
    case "refilled":
      return say("told.refilled", { tiles: formatList(told.display.map(tileInWords)) });
    case "declined":
      return say("told.declined", { name });
    case "passed":
      return say("told.passed", { name });
    case "readied":
      return say("told.ready", { name });
    case "round_ended":
      return say("told.ended", { counts: leftOver(told.racks, seats) });
  }
}

function drawn(you: boolean, name: string, tile: string | null, bag: boolean): string {
  const took = tile === null ? "" : tileInWords(tile);
  if (you && took) return say("told.drew.you", { took });
  return say(bag ? "told.drew.bag" : "told.drew", { name, took });
}

function leftOver(racks: readonly (readonly string[])[], seats: readonly SeatCard[]): string {
  const counts = racks.map((rack, seat) =>
    say("told.left", { name: nameOf(seats, seat), n: rack.length }),
  );
  return formatList(counts);
}

type Who = readonly SeatCard[];

export function tellEnd(outcome: Outcome, you: number | null, seats: Who): string {
  const sums = outcome.points.map(
    (points, seat) => `${nameOf(seats, seat)}: ${say("tally.minus", { n: -points })}`,
  );
  return `${winnersHeadline(outcome, you, seats, words)} ${sums.join("; ")}.`;
}

/** How the round ended. */
export function whyEnded(view: UnikatoView, seats: Who): string {
  if (view.ending === "nobody_lays") return say("ending.nobody_lays");
  if (view.ending !== "last_tile_laid") return say("ending.nobody_gets_on");
  const last = view.counts.indexOf(0);
  if (last === view.you) return say("ending.last_tile_laid.you");
  return say("ending.last_tile_laid", { name: nameOf(seats, last) });
}

/** Whose turn comes after this one. */
export function nextTurn({ phase, turn, counts }: UnikatoView): number | null {
  return phase === "over" || phase === "between" ? null : (turn + 1) % counts.length;
}

/** Each seat's minus points over the finished rounds. */
export function sums({ minus, counts }: UnikatoView): number[] {
  return counts.map((_, seat) => minus.reduce((sum, round) => sum + (round[seat] ?? 0), 0));
}

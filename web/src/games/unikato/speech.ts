import { because, voice } from "../../lib/language.svelte";
import { listed } from "../../lib/listed";
import { naming } from "../../lib/seats";
import type { Outcome, SeatCard } from "../../lib/wire";
import type { Facts } from "../../lib/words";
import type { HeardEvent } from "../../table/heard";
import { type Feature, features, tileOf } from "./tiles";
import type { UnikatoEvent, UnikatoView } from "./wire";
import { words } from "./words";

export { listed, words };

/** Says Unikato's own words. */
export const say = voice(words);

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
  const inWords: Record<string, string> = {};
  for (const key of ["tile", "neighbour"]) {
    const tile = facts[key];
    if (typeof tile === "string" && /^[csx][opb][123][wgk]$/.test(tile)) {
      inWords[key] = tileInWords(tile);
    }
  }
  if (Array.isArray(facts.features)) {
    inWords.features = listed(facts.features.map((name) => say(`feature.${name as Feature}`)));
  }
  return because(code, { ...facts, ...inWords }, words);
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

/** What happened, for those who listen. */
export function tell(
  { event: told }: HeardEvent<UnikatoEvent>,
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
        tiles: listed(told.chain.map((laid) => tileInWords(tileOf(laid)))),
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
      return say("told.refilled", { tiles: listed(told.display.map(tileInWords)) });
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
  return listed(counts);
}

type Who = readonly SeatCard[];

/** Who has won, in one sentence. */
export function headline(outcome: Outcome, you: number | null, seats: Who): string {
  const winners = outcome.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const names = winners.map((seat) => nameOf(seats, seat));
  if (winners.length > 1) return say("end.shared", { names: listed(names) });
  if (you !== null && winners.includes(you)) return say("end.you_win");
  return say(you === null ? "end.wins" : "end.you_lose", { name: names[0] ?? "" });
}

export function tellEnd(outcome: Outcome, you: number | null, seats: Who): string {
  const sums = outcome.points.map(
    (points, seat) => `${nameOf(seats, seat)}: ${say("tally.minus", { n: -points })}`,
  );
  return `${headline(outcome, you, seats)} ${sums.join("; ")}.`;
}

/** How the round ended. */
export function whyEnded(view: UnikatoView, seats: Who): string {
  if (view.ending === "nobody_lays") return say("ending.nobody_lays");
  if (view.ending !== "last_tile_laid") return say("ending.nobody_gets_on");
  const last = view.counts.indexOf(0);
  if (last === view.you) return say("ending.last_tile_laid.you");
  return say("ending.last_tile_laid", { name: nameOf(seats, last) });
}

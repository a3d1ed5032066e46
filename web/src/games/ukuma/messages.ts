import { winnersHeadline } from "../../board/game";
import type { TableEventOf } from "../../board/table";
import type { Facts } from "../../i18n/language.svelte";
import { errorText, formatList, translator, Words } from "../../i18n/language.svelte";
import { naming } from "../../i18n/seat-names";
import type { Outcome, SeatCard } from "../../startup/types";
import { words } from ".";
import { edges, isFace, seenBy, spotOf } from "./cards";
import { firstFace, readLay } from "./moves";
import type { UkumaEvent, UkumaView } from "./types";
import type en from "./words/rules/en.json";

export { formatList, words };

/** Says ukuma's own words. */
export const say = translator(words);

/** The words of its rules, loaded with them. */
export const rulesWords = new Words<typeof en>((chosen) => import(`./words/rules/${chosen}.json`));

export const { nameOf } = naming(words);

type Who = readonly SeatCard[];
type GameEnd = Pick<UkumaView, "ending" | "winner" | "you">;

/** "top point, bottom notch, left orange, right blue", for a face as it is looked at */
export function cardName(face: string): string {
  const { top, bottom, left, right } = edges(face);
  return say("card", {
    top: say(`shape.${top}`),
    bottom: say(`shape.${bottom}`),
    left: say(`colour.${left}`),
    right: say(`colour.${right}`),
  });
}

export function colourOf(view: UkumaView, seat: number): "white" | "black" {
  return seat === view.white ? "white" : "black";
}

/** Spectators sit beside White. */
export function asWhite({ you, white }: UkumaView): boolean {
  return you === null || you === white;
}

/** A refusal in a sentence: the rule, and the neighbour by where it lies for the one who looks. */
export function explained(code: string, facts: Facts, view: UkumaView, seats: Who): string {
  if (code === "cell_is_taken" && facts.by === view.you) return say("error.cell_is_taken.you");
  return errorText(code, { ...facts, ...nameFacts(facts, view, seats) }, words);
}

/** What the facts of refusals and remarks are called, for the one who looks. */
export function nameFacts(facts: Facts, view: UkumaView, seats: Who): Facts {
  const { by, card, laid, rules, misfits, cell } = facts;
  return {
    ...(typeof by === "number" && { name: nameOf(seats, by) }),
    ...(isFace(card) && { card: cardName(seenBy(asWhite(view), card)) }),
    ...(typeof laid === "string" && { laid: layName(laid, view) }),
    // A refusal explains the first rule that is broken, and names no other.
    ...(Array.isArray(rules) && { rule: say("rule", { n: rules[0] ?? "" }) }),
    ...(Array.isArray(misfits) && {
      n: misfits.length,
      where: formatList(misfits.map((near) => sideOf(String(near), String(cell), view))),
    }),
  };
}

function layName(laid: string, view: UkumaView): string {
  const { face, cell } = readLay(laid);
  return `${cell}, ${cardName(seenBy(asWhite(view), face))}`;
}

/** On which side of a cell its neighbour lies, seen from one's own side of the table. */
function sideOf(near: string, cell: string, view: UkumaView): string {
  const there = spotOf(near, asWhite(view), view);
  const here = spotOf(cell, asWhite(view), view);
  if (there.x === here.x) return say(there.y > here.y ? "side.above" : "side.below");
  return say(there.x > here.x ? "side.right" : "side.left");
}

/** What happened, for screen readers; short, as the game is fast. */
export function tell(
  { event: told }: TableEventOf<UkumaEvent>,
  view: UkumaView,
  seats: Who,
): string | null {
  const name = "seat" in told ? nameOf(seats, told.seat) : "";
  const yours = "seat" in told && told.seat === view.you;
  const card = (face: string) => cardName(seenBy(asWhite(view), face));
  // In a replay both hands are open, and no key chooses a card.
  const open = view.phase === "playing" && view.hands.every((cards) => cards !== null);
  switch (told.type) {
    case "opened":
      return say("told.opened", { n: told.game, card: card(firstFace(told.laid)) });
    case "chose":
      return say(told.drawn ? "told.chose.drawn" : "told.chose", {
        name,
        card: card(firstFace(told.laid)),
      });
    case "readied":
      return yours || view.phase !== "between" ? null : say("told.ready", { name });
    case "signalled":
      return [say("flash"), open ? null : hand(told.hands[view.you ?? -1])]
        .filter(Boolean)
        .join(" ");
    case "laid":
      return lain(told.laid, yours, name, card);
    case "discarded":
      return yours ? null : say("told.discarded", { name, n: told.cards.length });
    case "drew":
      return yours && !open ? hand(told.cards) : null;
    case "offered":
      return say(yours ? "told.offered.you" : "told.offered", { name });
    case "ended":
      if (told.until === null) return null;
      return `${whyEnded({ ...told, you: view.you }, seats)} ${score(view)}`;
    case "dealt":
      return null;
  }
}

function lain(laid: string, yours: boolean, name: string, card: (face: string) => string): string {
  const { face, cell } = readLay(laid);
  return yours
    ? say("told.laid.you", { cell })
    : say("told.laid", { name, cell, card: card(face) });
}

/** New cards are told with the key that chooses them. */
function hand(cards: readonly string[] | null | undefined): string | null {
  if (!cards) return null;
  const told = cards.map((card, place) => `${place + 1}: ${cardName(card)}`);
  return say("told.hand", { cards: told.join("; ") });
}

/** From one's own side. */
function score({ wins, you, white }: UkumaView): string {
  const seat = you ?? white;
  return say("told.score", { own: wins[seat] ?? 0, other: wins[1 - seat] ?? 0 });
}

export function tellEnd(outcome: Outcome, view: UkumaView, you: number | null, seats: Who): string {
  const sentences = [whyEnded(view, seats), winnersHeadline(outcome, you, seats, words)];
  return [...sentences, ...(view.options.best_of > 1 ? [score(view)] : [])].join(" ");
}

/** How the game ended: what the winner has done, or who gave up. */
export function whyEnded({ ending, winner, you }: GameEnd, seats: Who): string {
  const seat = ending === "resigned" ? 1 - (winner ?? 0) : winner;
  switch (ending) {
    case "edge":
    case "behind":
    case "resigned":
      if (seat === you) return say(`ending.${ending}.you`);
      return say(`ending.${ending}`, { name: nameOf(seats, seat ?? 0) });
    case "sides":
    case "stuck":
    case "agreed":
      return say(`ending.${ending}`);
    default:
      return "";
  }
}

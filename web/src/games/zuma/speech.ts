import { because, language, voice } from "../../lib/language.svelte";
import { listed } from "../../lib/listed";
import { naming } from "../../lib/seats";
import type { Outcome, SeatCard } from "../../lib/wire";
import type { Facts } from "../../lib/words";
import { type PoleHere, where } from "./around";
import { groups } from "./hand";
import { letterOf, type SignName } from "./signs";
import type { Card, Colour, Grab, Line, Pole, ZumaView } from "./wire";
import { words } from "./words";

export { signed } from "../../lib/words";

export { listed, words };

/** Says Zuma's own words. */
export const say = voice(words);

export const { nameOf, ownerOf, shortName } = naming(words);

export type Who = readonly SeatCard[];

const SECOND = 1_000;
const CLOSE = 10;

/** "eagle (C)" */
export function cardName(card: SignName): string {
  return say("card.named", { sign: say(`sign.${card}`), letter: letterOf(card) });
}

/** "3 eagle (C), 2 sun (A)" */
export function handName(hand: readonly Card[]): string {
  return groups(hand)
    .map(({ sign, count }) => say("hand.group", { n: count, card: cardName(sign) }))
    .join(", ");
}

export function colourOf(pole: Pole): Colour {
  return pole.replace("2", "") as Colour;
}

/** "the red pole" */
export function thePole(pole: Pole): string {
  return say(`pole.${colourOf(pole)}.the`);
}

/** "Red pole, left of you, key D" */
export function poleLabel(pole: PoleHere, key: boolean): string {
  const facts = {
    pole: say(`pole.${pole.colour}`),
    where: say(`where.${where(pole.around)}`),
    key: pole.key,
  };
  return say(key ? "pole.label.key" : "pole.label", facts);
}

/** "0.12 s"; what is closer than a hundredth is told to the thousandth. */
export function secondsOf(milliseconds: number): string {
  const places = milliseconds < CLOSE ? 3 : 2;
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  const shown = new Intl.NumberFormat(language.now, digits).format(milliseconds / SECOND);
  return say("time.seconds", { n: shown });
}

/** Of two who reached for the same pole: who was faster, and by how much. */
export function faster(
  late: Pick<Grab, "seat" | "by" | "late">,
  you: number | null,
  seats: Who,
): string {
  const by = late.by ?? 0;
  const key = by === you ? "duel.by_you" : late.seat === you ? "duel.you" : "duel";
  return say(key, {
    by: ownerOf(seats, by),
    name: ownerOf(seats, late.seat),
    time: secondsOf(late.late ?? 0),
  });
}

/** What a round brought somebody, and why, in sentences without a name. */
export function reasons(line: Line): string[] {
  const { why, pole, points, foul, zumas } = line;
  const colour = pole === null ? "" : say(`pole.${colourOf(pole)}.the`);
  return [
    say(`why.${why}`, { n: points, pole: colour }),
    ...(foul > 0 ? [say("why.strokes.foul", { n: foul })] : []),
    ...(zumas > 0 ? [say("why.strokes.zuma", { n: zumas })] : []),
  ];
}

/** A refusal in a sentence. */
export function explained(code: string, facts: Facts, seats: Who): string {
  return because(code, { ...facts, ...inWords(facts, seats) }, words);
}

/** What the facts of refusals and remarks are called. */
export function inWords(facts: Facts, seats: Who): Facts {
  const { seat, by, combination } = facts;
  const who = typeof seat === "number" ? seat : by;
  return {
    ...(typeof who === "number" && { name: nameOf(seats, who) }),
    ...((combination === "house" || combination === "zumas") && {
      combination: say(`combination.${combination}`),
    }),
  };
}

/** Who has won, in one sentence. */
export function headline(outcome: Outcome, you: number | null, seats: Who): string {
  const winners = outcome.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const winner = winners[0] ?? 0;
  if (winners.length > 1) {
    return say("end.shared", { names: listed(winners.map((seat) => nameOf(seats, seat))) });
  }
  return winner === you ? say("end.you_win") : say("end.wins", { name: nameOf(seats, winner) });
}

export function whyEnded({ ending }: ZumaView): string {
  return ending === "cycles" || ending === "asleep" ? say(`ending.${ending}`) : "";
}

export function tellEnd(outcome: Outcome, view: ZumaView, you: number | null, seats: Who): string {
  const totals = view.totals.map((n, seat) => `${nameOf(seats, seat)}: ${say("points", { n })}.`);
  return [whyEnded(view), headline(outcome, you, seats), ...totals].join(" ");
}

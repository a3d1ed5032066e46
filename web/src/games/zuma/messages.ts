import { winnersHeadline } from "../../board/game";
import type { TableEventOf } from "../../board/table";
import type { Facts } from "../../i18n/language.svelte";
import { errorText, formatList, language, translator, Words } from "../../i18n/language.svelte";
import { naming } from "../../i18n/seat-names";
import type { Outcome, SeatCard } from "../../startup/types";
import { words } from ".";
import { groups, letterOf, type SignName } from "./cards";
import { type PoleHere, where } from "./layout";
import type {
  Card,
  CardsPassed,
  Colour,
  Counted,
  Dealt,
  Grab,
  Line,
  Pole,
  ZumaEvent,
  ZumaView,
} from "./types";
import type en from "./words/rules/en.json";

export { signed } from "../../i18n/language.svelte";

export { formatList, words };

/** Says Zuma's own words. */
export const say = translator(words);

/** The words of its rules, loaded with them. */
export const rulesWords = new Words<typeof en>((chosen) => import(`./words/rules/${chosen}.json`));

export const { nameOf, ownerOf, shortName } = naming(words);

export type Who = readonly SeatCard[];

const SECOND_MS = 1_000;
const CLOSE_MS = 10;

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
  const places = milliseconds < CLOSE_MS ? 3 : 2;
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  const shown = new Intl.NumberFormat(language.now, digits).format(milliseconds / SECOND_MS);
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

/** A player's points and strokes of a round with the reasons, in sentences without a name. */
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
  return errorText(code, { ...facts, ...nameFacts(facts, seats) }, words);
}

/** What the facts of refusals and remarks are called. */
export function nameFacts(facts: Facts, seats: Who): Facts {
  const { seat, by, combination, pole, card } = facts;
  const who = typeof seat === "number" ? seat : by;
  return {
    ...(isPole(pole) && { pole: thePole(pole) }),
    ...(isSign(card) && { card: cardName(card) }),
    ...(typeof who === "number" && { name: nameOf(seats, who) }),
    ...((combination === "house" || combination === "zumas") && {
      combination: say(`combination.${combination}`),
    }),
  };
}

function isPole(name: unknown): name is Pole {
  return (
    typeof name === "string" &&
    words.find(`pole.${name.replace("2", "")}.the` as never) !== undefined
  );
}

function isSign(name: unknown): name is SignName {
  return typeof name === "string" && words.find(`sign.${name}` as never) !== undefined;
}

export function whyEnded({ ending }: ZumaView): string {
  return ending === "cycles" || ending === "asleep" ? say(`ending.${ending}`) : "";
}

export function tellEnd(outcome: Outcome, view: ZumaView, you: number | null, seats: Who): string {
  const totals = view.totals.map((n, seat) => `${nameOf(seats, seat)}: ${say("points", { n })}.`);
  return [whyEnded(view), winnersHeadline(outcome, you, seats, words), ...totals].join(" ");
}

/** What happened, for screen readers; short, as the game is fast. */
export function tell(
  { event: told }: TableEventOf<ZumaEvent>,
  view: ZumaView,
  seats: Who,
): string | null {
  const yours = "seat" in told && told.seat === view.you;
  const name = "seat" in told ? nameOf(seats, told.seat) : "";
  switch (told.type) {
    case "opened":
      return say("told.opened", { n: told.sets.length });
    case "dealt":
      return dealt(told, view, seats);
    case "readied":
      return yours ? null : say("told.readied", { name });
    case "turned":
      return say(yours ? "told.turned.you" : "told.turned", { name, pole: thePole(told.pole) });
    case "called":
      return say("call");
    case "chose":
      return yours && told.card ? say("told.chose", { card: cardName(told.card) }) : null;
    case "hurried":
      return null;
    case "passed":
      return passed(told, view);
    case "reached":
      return say(yours ? "told.reached.you" : "told.reached", { name, pole: thePole(told.pole) });
    case "held":
      return say(yours ? "told.held.you" : "told.held", { name, pole: thePole(told.pole) });
    case "missed": {
      const facts = {
        name,
        by: nameOf(seats, told.by),
        time: secondsOf(told.late),
        pole: thePole(told.pole),
      };
      if (told.by === view.you) return say("duel.by_you", facts);
      return say(yours ? "told.missed.you" : "told.missed", facts);
    }
    case "counted":
      return counted(told, view, seats);
  }
}

function dealt(told: Dealt, view: ZumaView, seats: Who): string {
  const own = told.hands[view.you ?? -1];
  const open = told.hands.every((hand) => hand !== null);
  const master =
    told.master === view.you
      ? say("told.master.you")
      : say("told.master", { name: nameOf(seats, told.master) });
  const hand = own && !open ? say("told.hand", { cards: handName(own) }) : "";
  return [say("told.dealt", { n: told.round, cycle: told.cycle }), master, hand]
    .filter(Boolean)
    .join(" ");
}

/** The cards one has passed on and got; in a replay all hands are open, and nothing is said. */
function passed({ cards, drawn, beat }: CardsPassed, { you }: ZumaView): string {
  const given = cards[you ?? -1];
  const taken = cards[((you ?? 0) + cards.length - 1) % cards.length];
  if (you === null || !given || !taken) return say("told.beat", { n: beat });
  const facts = { given: cardName(given), taken: cardName(taken) };
  return say(drawn.includes(you) ? "told.passed.drawn" : "told.passed", facts);
}

function counted(told: Counted, view: ZumaView, seats: Who): string {
  const lines = told.lines.map((line, seat) => {
    const name = seat === view.you ? say("you") : nameOf(seats, seat);
    return say("told.line", { name, why: reasons(line).join(", ") });
  });
  const head = say(`closing.${told.closing}`);
  const cycle = told.closed ? [say("told.cycle", { n: view.cycle })] : [];
  return [head, ...(told.closing === "nobody" ? [] : lines), ...cycle].join(" ");
}

import type { HeardEvent } from "../../table/heard";
import { cardName, handName, nameOf, reasons, say, secondsOf, thePole, type Who } from "./speech";
import type { CardsPassed, Counted, Dealt, ZumaEvent, ZumaView } from "./wire";

/** The event as it would be written; who gets ready or chooses has no line: what comes of it has. */
export function notation(told: ZumaEvent): string | null {
  switch (told.type) {
    case "dealt":
      return `round ${told.round}`;
    case "turned":
      return `turn ${told.pole}`;
    case "called":
      return "zuma";
    case "passed":
      return `beat ${told.beat}`;
    case "reached":
      return `grab ${told.pole}`;
    case "held":
    case "missed":
      return `${told.type} ${told.pole}`;
    case "counted":
      return told.type;
    default:
      return null;
  }
}

/** What happened, for those who listen: as short as the game is fast. */
export function tell(
  { event: told }: HeardEvent<ZumaEvent>,
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

/** What one has passed on and taken up; in a replay all hands lie open, and nobody has to hear them. */
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

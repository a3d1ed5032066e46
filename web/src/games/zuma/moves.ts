import type { Card, Pole, ZumaEvent } from "./types";

/** A card goes on to the left; the moment is the round and the beat that it is chosen for. */
export function passMove(moment: string, card: Card): string {
  return `pass ${moment} ${card}`;
}

export function grabMove(round: number, pole: Pole): string {
  return `grab ${round} ${pole}`;
}

/** The master brings a pole to the front. */
export function turnMove(round: number, pole: Pole): string {
  return `turn ${round} ${pole}`;
}

export function readyMove(round: number): string {
  return `ready ${round}`;
}

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

import { Outbox } from "./outbox";
import { Line } from "./socket";
import { keepMoves, keptMoves } from "./unsent";

let line: Line | null = null;

/** The page's line to the hall, opened when somebody first needs it, or when a move was left unanswered. */
export function theLine(): Line {
  const socket = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
  line ??= new Line(socket, new Outbox(keptMoves(), keepMoves));
  return line;
}

import { Line } from "./socket";

let line: Line | null = null;

/** The page's line to the hall, opened when somebody first needs it. */
export function theLine(): Line {
  line ??= new Line(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  return line;
}

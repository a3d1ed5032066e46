import { knock, signal, swish } from "../../lib/sound.svelte";
import { beat, call, clack, foul, hurry } from "./bells";
import type { ZumaEvent } from "./wire";

const CARD = 520;
const POLE = 300;

/** The beat is heard, and every hand at a pole; of choosing only one's own. */
export function sound(event: ZumaEvent, near: number, first: boolean): void {
  if (first) signal();
  else if (event.type === "called") call();
  else if (event.type === "passed") beat();
  else if (event.type === "hurried") hurry();
  else if (event.type === "chose" && event.seat === near) swish(CARD);
  else if (event.type === "turned") knock(0, POLE);
  else if (event.type === "held") clack();
  else if (event.type === "missed" && event.seat === near) knock(0, POLE);
  else if (event.type === "counted" && event.lines.some((line) => line.foul > 0)) foul();
}

import { t } from "../../lib/language.svelte";
import type { Play } from "./play.svelte";
import { nameOf, say } from "./speech";

/** What the status line says when there is nothing to explain. */
export function prompt(play: Play): string {
  const { blocked, view } = play;
  if (blocked !== null && blocked !== "watching") return t(`why.${blocked}`);
  switch (view.phase) {
    case "setup":
      return setup(play);
    case "countdown":
      return say("step.countdown");
    case "playing":
      return blocked === "watching" ? say("step.watching") : playing(play);
    default:
      return say("step.between");
  }
}

function setup({ view, table }: Play): string {
  const black = 1 - view.white;
  if (view.starts.length > 0) return say("step.start");
  const seat = view.ready.includes(black) ? view.white : black;
  const step = seat === black ? "step.choosing" : "step.waiting";
  return say(step, { name: nameOf(table.state.seats, seat) });
}

function playing({ chosen, fit, hand }: Play): string {
  if (chosen !== null) return say(`step.${fit}`);
  return say(hand.some((card) => card !== null) ? "step.choose" : "step.empty");
}

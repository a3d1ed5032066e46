import { t } from "../../lib/language.svelte";
import type { Play } from "./play.svelte";
import { nameOf, say, thePole } from "./speech";

/** What the status line says when there is nothing to explain. */
export function prompt(play: Play): string {
  const { blocked, view } = play;
  if (blocked !== null && blocked !== "watching") return t(`why.${blocked}`);
  switch (view.phase) {
    case "dealt":
      return dealt(play);
    case "passing":
      return passing(play);
    case "grabbing":
      return grabbing(play);
    default:
      return say(play.saidReady && play.you !== null ? "step.waiting" : "step.counted");
  }
}

function dealt({ view, you, isMaster, saidReady, table }: Play): string {
  const name = nameOf(table.state.seats, view.master);
  if (you === null) return say("step.watching.dealt", { name });
  if (saidReady) return say("step.ready");
  return isMaster ? say("step.master") : say("step.dealt", { name });
}

function passing({ view, you, chosen, count }: Play): string {
  if (you === null) return say("step.watching");
  if (view.has_chosen.length === count) return say("step.all");
  return say(chosen === null ? "step.choose" : "step.chosen");
}

function grabbing(play: Play): string {
  const { view, you, near, table } = play;
  const [first] = view.grabs;
  const name = nameOf(table.state.seats, view.first ?? 0);
  const pole = first ? thePole(first.pole) : "";
  if (you === null) return say("step.watching.grab", { name, pole });
  const own = play.heldBy(near);
  if (own) return say("step.holding", { pole: thePole(own.pole) });
  if (play.leftOver === near) return say("step.left");
  const last = play.grabs.findLast(({ seat }) => seat === near);
  if (last?.came === "reaching") return say("step.reaching", { pole: thePole(last.pole) });
  if (last?.came === "missed") {
    return say("step.missed", { name: nameOf(table.state.seats, last.by ?? 0) });
  }
  return say("step.grab", { name, pole });
}

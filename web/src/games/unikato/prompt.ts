import { t } from "../../lib/language.svelte";
import type { Play } from "./play.svelte";
import { nameOf, say } from "./speech";

/** What the status line says when there is nothing to explain. */
export function prompt(play: Play): string {
  const { hindered, view } = play;
  if (hindered === "not_your_turn" || hindered === "watching") return others(play);
  if (hindered !== null) return t(`why.${hindered}`);
  if (view.phase === "between") return say("step.between");
  if (view.phase === "draw") return say("step.draw");
  if (play.mustPass) return say("step.pass");
  return play.hand.chain.length > 0 ? onward(play) : beginning(play);
}

function others({ view, table }: Play): string {
  if (view.phase === "between") return say("step.others_ready");
  const name = nameOf(table.state.seats, view.turn);
  return say(view.phase === "draw" ? "step.other_draws" : "step.other", { name });
}

function beginning({ hand, lit, fitting, view }: Play): string {
  if (hand.tile !== null && hand.take !== null) return say("step.swap");
  if (hand.take !== null) return say("step.give");
  if (hand.tile !== null) return say(lit.length > 0 ? "step.where" : "step.nowhere");
  if (view.phase === "second") return say("step.second");
  return say(fitting.size > 0 ? "step.act" : "step.nothing_fits");
}

function onward({ hand, lit, fitting, following, rack }: Play): string {
  if (rack.length === 0) return say("step.all_laid");
  if (hand.tile !== null) return say(lit.length > 0 ? "step.next_where" : "step.not_after");
  return say(following && fitting.size === 0 ? "step.chain_ends" : "step.onward");
}

import { t } from "../../lib/language.svelte";
import type { Play } from "./play.svelte";
import { nameOf, say } from "./speech";

/** What the status line says when there is nothing to explain. */
export function prompt(play: Play): string {
  const { blocked, view } = play;
  if (blocked === "not_your_turn" || blocked === "watching") return others(play);
  if (blocked !== null) return t(`why.${blocked}`);
  if (view.phase === "between") return say("step.between");
  if (view.phase === "draw") return say("step.draw");
  if (play.mustPass) return say("step.pass");
  return play.draft.chain.length > 0 ? onward(play) : beginning(play);
}

function others({ view, table }: Play): string {
  if (view.phase === "between") return say("step.others_ready");
  const name = nameOf(table.state.seats, view.turn);
  return say(view.phase === "draw" ? "step.other_draws" : "step.other", { name });
}

function beginning({ draft, lit, fitting, view, onward }: Play): string {
  if (draft.tile !== null && draft.take !== null) return say("step.swap");
  if (draft.take !== null) return say("step.give");
  if (draft.tile !== null && lit.length > 0) return say("step.where");
  if (draft.tile !== null) return say(onward ? "step.nowhere.onward" : "step.nowhere");
  if (view.phase === "second") return second(fitting.size > 0, onward);
  return say(fitting.size > 0 ? "step.act" : "step.nothing_fits");
}

function second(fits: boolean, onward: boolean): string {
  if (!fits) return say("step.second.nothing_fits");
  return say(onward ? "step.second.onward" : "step.second");
}

function onward({ draft, lit, fitting, following, rack }: Play): string {
  if (rack.length === 0) return say("step.all_laid");
  if (draft.tile !== null) return say(lit.length > 0 ? "step.next_where" : "step.not_after");
  return say(following && fitting.size === 0 ? "step.chain_ends" : "step.onward");
}

import { t } from "../../lib/language.svelte";
import { look } from "./look.svelte";
import type { Play } from "./play.svelte";
import { listed, nameOf, pieceName, say } from "./speech";
import { isTied } from "./tie";

/** What the status line says when there is nothing to explain. */
export function prompt(play: Play): string {
  const { blocked, view } = play;
  if (blocked !== null && blocked !== "watching") return t(`why.${blocked}`);
  switch (view.phase) {
    case "choosing":
      return choosing(play);
    case "rolling":
      return honour(play, view.roller, "step.roll", "die.rolls");
    case "turning":
      return honour(play, view.turner, "step.turn", "glass.turns");
    case "building":
      return building(play);
    default:
      if (isTied(view)) return say("step.tied");
      return say(view.round < view.options.rounds ? "step.between" : "step.last");
  }
}

function choosing({ view, you, side }: Play): string {
  if (you === null || side?.level) return say("step.chosen");
  return say(view.alone && view.options.solo === "daily" ? "step.daily" : "step.choose");
}

function honour(
  { you, table }: Play,
  seat: number | null,
  own: "step.roll" | "step.turn",
  other: "die.rolls" | "glass.turns",
): string {
  return seat === you ? say(own) : say(other, { name: nameOf(table.state.seats, seat ?? 0) });
}

function building({ you, view, solved, held, lying, table }: Play): string {
  if (you === null) return say("step.watching");
  if (view.playoff.length > 0 && !view.playoff.includes(you)) {
    return say("step.looking_on", {
      names: listed(view.playoff.map((seat) => nameOf(table.state.seats, seat))),
    });
  }
  if (solved) return say("step.solved");
  if (held) {
    const piece = pieceName(held.piece);
    return say(look.inSpace ? "step.place.space" : "step.place", { piece });
  }
  if (view.playoff.length > 0) return say("step.playoff");
  return say(view.again && lying.length === 0 ? "step.again" : "step.build");
}

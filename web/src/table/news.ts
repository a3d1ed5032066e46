import type { Playing } from "../games/face";
import { say } from "../lib/say";
import { chime, fanfare } from "../lib/sound.svelte";
import type { ClientOut, Heard } from "../lib/wire";
import type { TableState } from "./state";

export type News = (before: TableState, after: TableState, message: ClientOut) => void;

/** Tells those who listen what happened: each move, the end, and a chime when it is your turn. */
export function announcer(playing: Playing): News {
  return (before, state, message) => {
    const missed = message.type === "sync" && before.seq > 0;
    if (message.type !== "update" && !missed) return;
    const sentences = fresh(before, state).map((heard) =>
      playing.tell(heard, state.view, state.seats),
    );
    if (state.outcome && !before.outcome) {
      sentences.push(playing.tellEnd(state.outcome, state.view, state.you, state.seats));
      fanfare();
    } else if (turnOf(state, playing) && !turnOf(before, playing)) chime();
    const spoken = sentences.filter((sentence) => sentence !== null).join(" ");
    if (spoken) say(spoken);
  };
}

function fresh(before: TableState, { heard }: TableState): Heard[] {
  const known = before.heard.at(-1)?.seq ?? 0;
  return heard.filter((event) => event.seq > known);
}

function turnOf({ view, you, pending }: TableState, playing: Playing): boolean {
  return view !== null && you !== null && pending.length === 0 && playing.toAct(view).includes(you);
}

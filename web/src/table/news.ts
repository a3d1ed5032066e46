import type { GameFace, Playing } from "../games/face";
import { announce } from "../lib/announce";
import { lookUp, t } from "../lib/language.svelte";
import { notify } from "../lib/notices.svelte";
import type { Told } from "../lib/outbox";
import { chime, fanfare } from "../lib/sound.svelte";
import type { Heard, SeatNews, SeatWord } from "../lib/wire";
import { newsLine } from "./framed";
import type { TableState } from "./state";

export type News = (before: TableState, after: TableState, message: Told) => void;

/** Tells those who listen what happened: each move, the end, who comes and goes; a chime for your turn. */
export function announcer(playing: Playing, words: GameFace["words"]): News {
  return (before, state, message) => {
    const sentences = atSeats(before, state).map((news) => newsLine(news, words));
    sentences.push(...nowReady(before, state));
    const missed = message.type === "sync" && before.seq > 0;
    const came = cameToPlay(before, state);
    const turn = !playing.keepsTime && turnOf(state) && !turnOf(before);
    if (message.type === "update" || missed) sentences.push(...inGame(before, state, playing));
    else if (came || (turn && message.type === "accepted")) chime();
    const told = sentences.join(" ");
    if (told) announce(told);
    if ((turn && state.outcome === null && before.seats.length > 0) || came) {
      const body = turn ? t("notice.turn") : told;
      notify(lookUp("name", {}, words) ?? "", body, state.table);
    }
  };
}

function inGame(before: TableState, state: TableState, playing: Playing): string[] {
  const sentences = fresh(before, state).map((heard) =>
    playing.tell(heard, state.view, state.seats),
  );
  if (state.outcome && !before.outcome) {
    sentences.push(playing.tellEnd(state.outcome, state.view, state.you, state.seats));
    fanfare();
  } else if (!playing.keepsTime && turnOf(state) && !turnOf(before)) chime();
  return sentences.filter((sentence) => sentence !== null);
}

function fresh(before: TableState, { heard }: TableState): Heard[] {
  return heard.after(before.heard.last);
}

/** What happened at the seats since; who has only just come in is told nothing old. */
function atSeats(before: TableState, state: TableState): readonly SeatNews[] {
  const known = before.seats.length > 0;
  const fresh = known ? state.seatNews.slice(before.seatNews.length) : [];
  return fresh.filter(({ what, seat }) => seat !== state.you || !OWN.has(what));
}

const OWN = new Set<SeatWord>(["sat_down", "agreed", "declined", "came_back"]);

/** Others who have said that the game may begin. */
function nowReady(before: TableState, state: TableState): string[] {
  if (state.status !== "open") return [];
  return state.seats.flatMap(({ name, ready }, seat) => {
    const news = ready && before.seats[seat]?.ready === false && seat !== state.you;
    return news && name !== null ? [t("news.ready", { name })] : [];
  });
}

/** Somebody has sat down at a table that waits for players. */
function cameToPlay(before: TableState, state: TableState): boolean {
  if (state.status !== "open") return false;
  return atSeats(before, state).some(({ what }) => what === "sat_down");
}

function turnOf({ awaited, you, pending }: TableState): boolean {
  return you !== null && pending.length === 0 && awaited.includes(you);
}

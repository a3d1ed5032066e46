import type { GameEntry } from "../board/game";
import { eventsAfter, type TableState } from "../board/table";
import { lookUp, t } from "../i18n/language.svelte";
import type { Told } from "../net/outbox";
import type { SeatNews, SeatWord, TableEvent } from "../startup/types";
import { announce } from "../ui/announce";
import { notify } from "../ui/notices.svelte";
import { chime, fanfare } from "../ui/sound.svelte";
import { type CompleteGame, newsLine } from "./system-lines";

export type News = (before: TableState, after: TableState, message: Told) => void;

/** Announces what happened, with sounds: moves, the end, players who come and go; a chime for your turn. */
export function announcer(
  game: CompleteGame,
  words: GameEntry["words"],
  sound: (event: unknown) => void = () => undefined,
): News {
  return (before, state, message) => {
    const sentences = atSeats(before, state).map((news) => newsLine(news, words));
    sentences.push(...nowReady(before, state));
    const missed = message.type === "sync" && before.seq > 0;
    const came = cameToPlay(before, state);
    const turn = !game.keepsTime && turnOf(state) && !turnOf(before);
    if (message.type === "update" || missed) sentences.push(...inGame(before, state, game));
    else if (came || (turn && message.type === "accepted")) chime();
    if (message.type === "update") for (const { event } of fresh(before, state)) sound(event);
    const told = sentences.join(" ");
    if (told) announce(told);
    if ((turn && state.outcome === null && before.seats.length > 0) || came) {
      const body = turn ? t("notice.turn") : told;
      notify(lookUp("name", {}, words) ?? "", body, state.table);
    }
  };
}

function inGame(before: TableState, state: TableState, game: CompleteGame): string[] {
  const sentences = fresh(before, state).map((logged) =>
    game.tell(logged, state.view, state.seats),
  );
  if (state.outcome && !before.outcome) {
    sentences.push(game.tellEnd(state.outcome, state.view, state.you, state.seats));
    fanfare();
  } else if (!game.keepsTime && turnOf(state) && !turnOf(before)) chime();
  return sentences.filter((sentence) => sentence !== null);
}

function fresh(before: TableState, { events }: TableState): TableEvent[] {
  return eventsAfter(events, before.events.at(-1)?.seq ?? 0);
}

/** What happened at the seats since; nothing on the first sync. */
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

/** A player has sat down at a table that waits for players. */
function cameToPlay(before: TableState, state: TableState): boolean {
  if (state.status !== "open") return false;
  return atSeats(before, state).some(({ what }) => what === "sat_down");
}

function turnOf({ awaited, you, pending }: TableState): boolean {
  return you !== null && pending.length === 0 && awaited.includes(you);
}

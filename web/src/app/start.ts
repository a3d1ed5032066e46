import { mount } from "svelte";
import { GAMES, gameNamed, openGame } from "../games";
import { hallWords } from "../i18n/language.svelte";
import type { Pages } from "../main";
import { hallConnection } from "../net/connection";
import { route } from "../ui/route.svelte";
import { show } from "../ui/theme.svelte";
import App from "./App.svelte";
import "../ui/hall.css";

/** Loads a game's code early, and opens the connection to its table. */
export function preloadGame(game: string | null): void {
  const entry = game === null ? null : gameNamed(game);
  // The page that needs it shows the error.
  if (entry) openGame(entry).catch(() => undefined);
  if (route.now.page === "table") hallConnection().open();
}

/** The page in place of its first frame. */
export async function start(pages: Pages): Promise<void> {
  await Promise.all([hallWords.load(), ...GAMES.map(({ words }) => words.lobby.load())]);
  show();
  document.getElementById("skeleton")?.remove();
  mount(App, { target: document.body, props: { pages } });
}

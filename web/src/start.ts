import { mount } from "svelte";
import App from "./App.svelte";
import { FACES, faceOf } from "./games";
import { openGame } from "./games/open";
import { house } from "./lib/language.svelte";
import { theLine } from "./lib/line";
import { route } from "./lib/route.svelte";
import { show } from "./lib/theme.svelte";
import "./hall.css";

/** Begins to load a game that is going to be needed, and opens the line to its table. */
export function openAhead(game: string | null): void {
  const face = game === null ? null : faceOf(game);
  // Whoever needs it hears why it did not come.
  if (face) openGame(face).catch(() => undefined);
  if (route.now.page === "table") theLine().open();
}

/** The page in place of its first frame. */
export async function start(): Promise<void> {
  await Promise.all([house.load(), ...FACES.map(({ words }) => words.shelf.load())]);
  show();
  document.getElementById("skeleton")?.remove();
  mount(App, { target: document.body });
}

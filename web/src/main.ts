import { read } from "./startup/address";
import { inTime, preload } from "./startup/api";
import { FIRST_WORDS, firstLanguage } from "./startup/language";
import { recall } from "./startup/stored";

/** Each page's code, loaded when it is visited. */
const PAGES = {
  lobby: () => import("./lobby/Lobby.svelte"),
  table: () => import("./table/TablePage.svelte"),
  position: () => import("./table/position/PositionPage.svelte"),
  analysis: () => import("./table/analysis/AnalysisPage.svelte"),
  learn: () => import("./learn/LearnPage.svelte"),
  device: () => import("./share/device/DevicePage.svelte"),
  nowhere: () => import("./board/NotFound.svelte"),
};
export type Pages = typeof PAGES;

// Small, so that it runs soon: it requests everything this address needs, in parallel.
const route = read(location.pathname, location.search);
const WORDS = import.meta.glob("./i18n/words/*.json");
const language = firstLanguage(recall("language"), navigator.languages);
document.documentElement.lang = language;
document.documentElement.dataset.theme = recall("theme") ?? "auto";

async function begin(): Promise<void> {
  const game = preload(route);
  // The page shows the error itself.
  PAGES[route.page]().catch(() => undefined);
  const words = WORDS[`./i18n/words/${language}.json`]?.();
  const { preloadGame, start } = await import("./app/start");
  void game.then(preloadGame);
  await words;
  // Tables that come later would move what is about to be touched.
  if (route.page === "lobby") await inTime(game);
  await start(PAGES);
}

function apologise(): void {
  const words = FIRST_WORDS[language];
  const sorry = document.createElement("div");
  sorry.id = "sorry";
  sorry.role = "alert";
  const text = document.createElement("p");
  text.textContent = words["load.failed"];
  const again = document.createElement("button");
  again.textContent = words["load.again"];
  again.addEventListener("click", () => location.reload());
  sorry.append(text, again);
  document.getElementById("skeleton")?.append(sorry);
}

begin().catch((lost: unknown) => {
  apologise();
  throw lost;
});

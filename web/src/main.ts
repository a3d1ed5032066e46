import { read } from "./lib/address";
import { askAhead, inTime } from "./lib/ahead";
import { FIRST_WORDS } from "./lib/first";
import { recall } from "./lib/stored";
import { firstLanguage } from "./lib/words";
import { PAGES } from "./pages";

// Small, so that it runs soon: everything that this address needs is asked for at once, side by side.
const route = read(location.pathname, location.search);
const WORDS = import.meta.glob("./lib/words/*.json");
const language = firstLanguage(recall("language"), navigator.languages);
document.documentElement.lang = language;
document.documentElement.dataset.theme = recall("theme") ?? "auto";

async function begin(): Promise<void> {
  const game = askAhead(route);
  const page = PAGES[route.page]();
  // It says itself that it did not come.
  page.catch(() => undefined);
  const words = WORDS[`./lib/words/${language}.json`]?.();
  const { openAhead, start } = await import("./start");
  void game.then(openAhead);
  await words;
  // Tables that came later would push away what somebody is about to touch.
  if (route.page === "lobby") await inTime(game);
  await start();
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

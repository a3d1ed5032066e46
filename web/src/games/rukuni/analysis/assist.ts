import type { Assist } from "../../../board/game";
import HintButton from "./HintButton.svelte";
import { Hints } from "./hints.svelte";
import { say, words } from "./messages";

/** Hints for a table, and the ways to the page that analyses. */
export async function loadAssist(): Promise<Assist> {
  await words.load();
  return {
    hintsAt: (table) => new Hints(table),
    HintButton: HintButton as Assist["HintButton"],
    linkFrom: (table, key) => linkTo({ t: table, ...(key ? { watch: key } : {}) }),
    linkAt: (position) => linkTo({ at: position }),
    page: () => import("./AnalysisPage.svelte"),
  };
}

function linkTo(query: Record<string, string>) {
  return { href: `/a/rukuni?${new URLSearchParams(query)}`, label: say("open") };
}

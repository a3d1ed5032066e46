import { hallConnection } from "../net/connection";
import { route } from "../ui/route.svelte";

/** Which build this page is; null where it was not built, while it is being worked on. */
const own = document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? null;
const TRIED = "ukumbi.reloaded";

let served = $state.raw<string | null>(own);

/** Whether the hall serves a newer page than this one. */
export const updateBar = {
  get waits(): boolean {
    return own !== null && served !== null && served !== own;
  },
  hear(build: string | null | undefined): void {
    served = build ?? own;
  },
  reload(): void {
    location.reload();
  },
  /** Loads the page anew if nobody would notice: once for each build, in case the old one comes again. */
  reloadUnnoticed(): void {
    if (!updateBar.waits || !losesNothing() || tried() === served) return;
    try {
      sessionStorage.setItem(TRIED, served ?? "");
    } catch {
      return; // Who cannot remember might do it for ever.
    }
    location.reload();
  },
};

function tried(): string | null {
  try {
    return sessionStorage.getItem(TRIED);
  } catch {
    return served;
  }
}

/** On the start page, with nothing begun there and no move on its way. */
function losesNothing(): boolean {
  if (route.now.page !== "lobby" || hallConnection().unanswered().length > 0) return false;
  return (
    document.querySelector("dialog[open], details[open], :is(input, select, textarea):focus") ===
    null
  );
}

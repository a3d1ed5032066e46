import { type Route, read } from "../startup/address";

let here = $state.raw<Route>(read(location.pathname, location.search));
let came = 0;

export const route = {
  get now(): Route {
    return here;
  },
  /** For how many milliseconds somebody has been on their way here. */
  get age(): number {
    return performance.now() - came;
  },
};

function look(): void {
  const next = read(location.pathname, location.search);
  if (JSON.stringify(next) !== JSON.stringify(here)) {
    came = performance.now();
    focusHeading();
  }
  here = next;
}

/** The address of a position, to be sent to somebody. */
export function positionAddress(game: string, position: string): string {
  return `${location.origin}/p/${game}?${new URLSearchParams({ at: position })}`;
}

/** The address where a position is analysed. */
export function analysisAddress(game: string, position: string): string {
  return `${location.origin}/a/${game}?${new URLSearchParams({ at: position })}`;
}

/** The address that makes another device the same person; with a table, it leads on to that. */
export function deviceAddress(code: string, table: string | null): string {
  const on = table === null ? "" : `?${new URLSearchParams({ t: table })}`;
  return `${location.origin}/d/${code}${on}`;
}

export function go(address: string): void {
  history.pushState(null, "", address);
  look();
  scrollTo(0, 0);
}

addEventListener("popstate", look);

/** Plain clicks on links of the house stay on the page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
}

/** Whoever goes to another page inside the hall arrives at its heading: there reading begins, nothing scrolls. */
let stop: () => void = () => {};

/** Call it when the address has changed, and before the page has. */
export function focusHeading(): void {
  stop();
  let last = heading();
  let held = document.activeElement;
  // A page comes when its code and its table have come, and may be drawn twice until then.
  const changes = new MutationObserver(() => {
    const here = heading();
    const now = document.activeElement;
    if (!here || here === last || (now !== held && now !== document.body)) return;
    last = here;
    held = here;
    take(here);
  });
  changes.observe(document.body, { childList: true, subtree: true });
  // Whoever does something has arrived: from then on the focus is theirs.
  const own = new AbortController();
  stop = () => {
    changes.disconnect();
    own.abort();
  };
  addEventListener("keydown", stop, { signal: own.signal });
  addEventListener("pointerdown", stop, { signal: own.signal });
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main#content h1");
}

function take(node: HTMLElement): void {
  node.tabIndex = -1;
  node.focus({ preventScroll: true });
}

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

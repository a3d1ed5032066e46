/** The browser sends a click after a drag that ends on the element where it began: nobody gets it. */
export function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

const LATE = 700;

/** What was done when a finger was lifted is not done again by the click that may follow, before anything else. */
export function swallowTap(): void {
  const done = new AbortController();
  const swallow = (event: Event) => {
    done.abort();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, signal: done.signal });
  for (const next of ["pointerdown", "keydown"]) {
    addEventListener(next, () => done.abort(), { capture: true, signal: done.signal });
  }
  setTimeout(() => done.abort(), LATE);
}

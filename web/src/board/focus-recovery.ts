/** Whether the keyboard was used last; with a pointer the focus need not be recovered. */
let byKey = false;
/** Whether what had the focus last belonged to a table. */
let atTable = false;
/** The status line, while it holds the focus for a step that is still to come. */
let waiting: HTMLElement | null = null;

const TABLE = "main[data-table]";

document.addEventListener("keydown", () => (byKey = true), true);
document.addEventListener("pointerdown", () => (byKey = false), true);
document.addEventListener("focusin", ({ target }) => {
  atTable = target instanceof Element && target.closest(TABLE) !== null;
  if (target !== waiting) waiting = null;
});

/**
 * For keyboard players: when the button they pressed is gone, the focus goes to where the next step is,
 * and to the status line as long as there is none; never to nothing.
 */
export function recoverFocus(next: () => HTMLElement | SVGElement | null) {
  return (node: Element): (() => void) => {
    let frame = 0;
    const look = (): void => {
      cancelAnimationFrame(frame);
      // What the page changes at once has to be there before one can go to it.
      frame = requestAnimationFrame(() => {
        if (byKey && atTable && isLost()) place(next() ?? status());
      });
    };
    const changes = new MutationObserver(look);
    const table = node.closest(TABLE) ?? node;
    changes.observe(table, {
      childList: true,
      subtree: true,
      characterData: true, // the status line says that a move counts, and nothing else may change with it
      attributeFilter: ["disabled"],
    });
    look();
    return () => {
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  };
}

function isLost(): boolean {
  const { activeElement: on, body } = document;
  return on === null || on === body || on === waiting || on.matches(":disabled");
}

function place(goal: HTMLElement | SVGElement | null): void {
  if (goal === document.activeElement) return;
  goal?.focus({ preventScroll: true });
}

function status(): HTMLElement | null {
  const line = document.querySelector<HTMLElement>(`${TABLE} [data-testid="status"]`);
  if (line) line.tabIndex = -1;
  waiting = line;
  return line;
}

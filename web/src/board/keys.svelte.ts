import { onDestroy } from "svelte";
import { recall, remember } from "../startup/stored";

const STORED = "shortcuts";
let on = $state(recall(STORED) !== "off");

/** Shortcuts of a single character. They can be switched off: voice control and stray keys would trigger them. */
export const shortcuts = {
  get on(): boolean {
    return on;
  },
  set on(wanted: boolean) {
    on = wanted;
    remember(STORED, wanted ? "on" : "off");
  },
  /** Whether this key may do something now: arrows, Enter, Escape, space and the like always may. */
  allow(key: string): boolean {
    return on || !isSingle(key);
  },
};

function isSingle(key: string): boolean {
  return [...key].length === 1 && key !== " ";
}

/** Keys as the help writes them, and as the browser names them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "←": ["ArrowLeft"],
  "→": ["ArrowRight"],
  "↑": ["ArrowUp"],
  "↓": ["ArrowDown"],
  Arrows: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  Space: [" "],
};

/** Whether the help means single keys by this: "R", and also "1–8"; an arrow is a picture of a key. */
export function meansSingle(written: string): boolean {
  return (isSingle(written) && !(written in NAMES)) || /^\S–\S$/u.test(written);
}

export interface KeyBinding {
  /** As they are written on the keys: "R", "1–8", "Arrows", "Ctrl+Z"; all that stands after "Shift" needs it. */
  keys: readonly string[];
  /** The word for the help, in the game's catalogue or else in the page's; missing where another line says it. */
  word?: string;
  /** Handles the key; false where it does nothing now. Missing where the focused element handles it. */
  press?(event: KeyboardEvent): unknown;
}

interface Bound {
  /** A game's keys come before those of its page. */
  scope: "game" | "page";
  keys: readonly KeyBinding[];
  /** Elements that Enter and space do not press here. */
  presses?: string;
}

/** No state: while one board takes the place of another, the old one would remove both from what it sees. */
let bound: readonly Bound[] = [];
let suspended = 0;

/** The lines of the key help, in the order in which they were bound. */
export function keyHelp(scope: Bound["scope"]): KeyBinding[] {
  return bound
    .filter((one) => one.scope === scope)
    .toReversed()
    .flatMap(({ keys }) => keys.filter(({ word }) => word !== undefined));
}

/** Binds keys while this component is mounted. The latest bindings come first. */
export function bindKeys(keys: Bound): void {
  if (bound.length === 0) addEventListener("keydown", dispatch);
  bound = [keys, ...bound];
  onDestroy(() => {
    bound = bound.filter((one) => one !== keys);
    if (bound.length === 0) removeEventListener("keydown", dispatch);
  });
}

/** Suspends all keys but the one for help, until the returned function is called. */
export function suspendKeys(): () => void {
  suspended += 1;
  return () => {
    suspended -= 1;
  };
}

/** Fields that need the keys themselves. Sliders and radio buttons leave all but the arrow keys. */
const FIELDS = "select, textarea, input:not([type=range], [type=radio])";
const PRESSED = "a, button, summary";

function dispatch(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || target?.closest(FIELDS) || document.querySelector("dialog")) return;
  if (suspended > 0 && event.key !== "?") return;
  if (!event.ctrlKey && !event.metaKey && !shortcuts.allow(event.key)) return;
  for (const { keys, presses } of [...inScope("game"), ...inScope("page")]) {
    if (isPress(event) && target?.closest(PRESSED) && !(presses && target.closest(presses)))
      continue;
    if (!runKey(keys, event)) continue;
    event.preventDefault();
    return;
  }
}

/** Runs the first binding that handles the key; false when there is none. */
export function runKey(keys: readonly KeyBinding[], event: KeyboardEvent): boolean {
  return keys.some(
    (binding) => means(binding.keys, event) && binding.press && binding.press(event) !== false,
  );
}

function inScope(scope: Bound["scope"]): Bound[] {
  return bound.filter((one) => one.scope === scope);
}

/** Enter and space press what has the focus. */
function isPress({ key }: KeyboardEvent): boolean {
  return key === "Enter" || key === " ";
}

export function means(written: readonly string[], event: KeyboardEvent): boolean {
  const shift = written[0] === "Shift";
  if (event.altKey || (shift && !event.shiftKey)) return false;
  return written.slice(shift ? 1 : 0).some((one) => isOne(one, event));
}

function isOne(written: string, event: KeyboardEvent): boolean {
  const modified = event.ctrlKey || event.metaKey;
  const letter = /^Ctrl\+(\w)$/.exec(written)?.[1];
  if (letter) return modified && event.key.toUpperCase() === letter;
  if (modified) return false;
  const [first = "", last = ""] = /^(\S)–(\S)$/u.exec(written)?.slice(1) ?? [];
  const key = event.key.toUpperCase();
  if (first) return event.key.length === 1 && key >= first && key <= last;
  return written in NAMES
    ? (NAMES[written]?.includes(event.key) ?? false)
    : written.toUpperCase() === key;
}

import { recall, remember } from "./stored";

const KEPT = "shortcuts";
let on = $state(recall(KEPT) !== "off");

/** Shortcuts of a single letter, digit or sign; whoever speaks to the computer, or types by accident, has none. */
export const shortcuts = {
  get on(): boolean {
    return on;
  },
  set on(wanted: boolean) {
    on = wanted;
    remember(KEPT, wanted ? "on" : "off");
  },
  /** Whether this key may do something now: arrows, Enter, Escape, space and the like always may. */
  allow(key: string): boolean {
    return on || !isSingle(key);
  },
};

export function isSingle(key: string): boolean {
  return [...key].length === 1 && key !== " ";
}

const ARROWS = "←→↑↓";

/** Whether a list of keys means single ones by this: "R", and also "1–8"; an arrow is a picture of a key. */
export function meansSingle(written: string): boolean {
  return (isSingle(written) && !ARROWS.includes(written)) || /^\S–\S$/u.test(written);
}

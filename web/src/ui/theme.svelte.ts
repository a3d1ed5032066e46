import { recall, remember } from "../startup/stored";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

let chosen = $state<Theme>(THEMES.find((theme) => theme === recall("theme")) ?? "auto");

export const theme = {
  get now(): Theme {
    return chosen;
  },
  next(): void {
    chosen = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length] ?? "auto";
    remember("theme", chosen);
    show();
  },
};

export function show(): void {
  document.documentElement.dataset.theme = chosen;
}

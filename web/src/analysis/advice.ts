import { say } from "./words";

export { default as HintButton } from "./HintButton.svelte";
export { Hinting } from "./hinting.svelte";
export { words } from "./words";

export interface Way {
  href: string;
  label: string;
}

/** The way from a finished game to its analysis; who only watches it takes the key along. */
export function wayFrom(game: string, table: string, key: string | null): Way {
  const query = new URLSearchParams({ t: table, ...(key ? { watch: key } : {}) });
  return { href: `/a/${game}?${query}`, label: say("open") };
}

/** The way from a position to its analysis. */
export function wayAt(game: string, position: string): Way {
  return { href: `/a/${game}?${new URLSearchParams({ at: position })}`, label: say("open") };
}

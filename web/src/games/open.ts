import type { GameFace, Playing } from "./face";

const asked = new Map<string, Promise<Playing>>();

/** A game's code and words: asked for once, and again only when they did not come. */
export function openGame({ name, load, words }: GameFace): Promise<Playing> {
  const known = asked.get(name);
  if (known) return known;
  const coming = Promise.all([load(), words.table?.load()]).then(([playing]) => playing);
  asked.set(name, coming);
  coming.catch(() => asked.delete(name));
  return coming;
}

import type { GameFace } from "../face";
import Cover from "./Cover.svelte";
import { words } from "./words";

export const ukuma: GameFace = {
  name: "ukuma",
  Cover,
  words,
  load: async () => (await import("./playing")).playing,
};

import type { GameFace } from "../face";
import Cover from "./Cover.svelte";
import { words } from "./words";

export const unikato: GameFace = {
  name: "unikato",
  Cover,
  words,
  load: async () => (await import("./playing")).playing,
};

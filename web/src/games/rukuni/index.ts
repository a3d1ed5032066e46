import type { GameFace } from "../face";
import Cover from "./Cover.svelte";
import { words } from "./words";

export const rukuni: GameFace = {
  name: "rukuni",
  Cover,
  words,
  load: async () => (await import("./playing")).playing,
};

import type { GameFace } from "../face";
import Cover from "./Cover.svelte";
import { words } from "./words";

export const zuma: GameFace = {
  name: "zuma",
  Cover,
  words,
  load: async () => (await import("./playing")).playing,
};

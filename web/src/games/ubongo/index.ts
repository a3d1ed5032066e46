import type { GameFace } from "../face";
import Cover from "./Cover.svelte";
import { words } from "./words";

export const ubongo: GameFace = {
  name: "ubongo",
  Cover,
  words,
  load: async () => (await import("./playing")).playing,
};

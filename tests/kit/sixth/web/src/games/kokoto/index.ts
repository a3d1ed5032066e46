import type { GameFace } from "../face";
import Cover from "./Cover.svelte";
import { words } from "./words";

export const kokoto: GameFace = {
  name: "kokoto",
  Cover,
  words,
  load: async () => (await import("./playing")).playing,
};

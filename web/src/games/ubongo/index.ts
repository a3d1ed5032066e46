import type { GameFace } from "../face";
import Cover from "./Cover.svelte";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";
import it from "./words/it.json";
import nl from "./words/nl.json";

export const ubongo: GameFace = {
  name: "ubongo",
  Cover,
  words: { de, en, fr, it, nl },
};

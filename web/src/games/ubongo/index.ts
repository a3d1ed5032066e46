import type { GameEntry } from "../../board/game";
import { GameWords, Words } from "../../i18n/language.svelte";
import Cover from "./Cover.svelte";
import type lobby from "./words/lobby/en.json";
import type table from "./words/table/en.json";

export const words = new GameWords(
  new Words<typeof lobby>((language) => import(`./words/lobby/${language}.json`)),
  new Words<typeof table>((language) => import(`./words/table/${language}.json`)),
);

export const ubongo: GameEntry = {
  name: "ubongo",
  Cover,
  words,
  load: async () => (await import("./client")).client,
};

import { GameWords, Words } from "../../../lib/catalogues.svelte";
import type shelf from "./shelf/en.json";
import type table from "./table/en.json";

export const words = new GameWords(
  new Words<typeof shelf>((language) => import(`./shelf/${language}.json`)),
  new Words<typeof table>((language) => import(`./table/${language}.json`)),
);

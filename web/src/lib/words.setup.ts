import { words as ofAnalysis } from "../analysis/words";
import type { GameWords } from "./catalogues.svelte";
import { house } from "./language.svelte";

/** Tests change from one language to another without waiting: every word is there from the start. */
const games = import.meta.glob<GameWords>("../games/*/words/index.ts", {
  eager: true,
  import: "words",
});

await Promise.all(
  [house, ofAnalysis, ...Object.values(games).flatMap(({ shelf, table }) => [shelf, table ?? []])]
    .flat()
    .map((words) => words.learnAll()),
);

import { GAMES } from "../games";
import { words as analysis } from "../games/rukuni/analysis/messages";
import { hallWords } from "./language.svelte";

/** Tests change from one language to another without waiting: every word is there from the start. */
const games = GAMES.flatMap(({ words: { lobby, table } }) => (table ? [lobby, table] : [lobby]));
await Promise.all([hallWords, analysis, ...games].map((words) => words.learnAll()));

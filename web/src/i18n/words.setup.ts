import { GAMES } from "../games";
import { words as analysis } from "../games/rukuni/analysis/messages";
import { hallWords } from "./language.svelte";

/** All languages are loaded before the tests, which switch between them synchronously. */
const games = GAMES.flatMap(({ words: { lobby, table } }) => (table ? [lobby, table] : [lobby]));
await Promise.all([hallWords, analysis, ...games].map((words) => words.learnAll()));

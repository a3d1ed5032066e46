import type { Play } from "./play.svelte";

/** What the keyboard does; true when it did something. Digits are cards, letters are poles: never both. */
export function typed(play: Play, key: string): boolean {
  const letter = key.toUpperCase();
  const pole = play.poles.find((one) => one.key === letter);
  if (/^[1-8]$/.test(key)) play.choose(Number(key) - 1);
  else if (pole) play.grab(pole.pole);
  else if (letter === "R") play.ready();
  else if (letter === "T" && play.isMaster && play.view.phase === "dealt") play.turnOn();
  else return false;
  return true;
}

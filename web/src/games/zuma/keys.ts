import type { KeyBinding } from "../../board/keys.svelte";
import type { ZumaSession } from "./session.svelte";

/** What the board does besides. */
interface Deeds {
  /** Along the hand, from card to card. */
  walked(key: string): boolean;
  openSheet(): void;
}

/** Digits are cards, letters are poles: never both. A key that is held down counts once. */
export function keysOf(session: ZumaSession, { walked, openSheet }: Deeds): readonly KeyBinding[] {
  const live =
    (act: (key: string) => unknown) =>
    ({ key, repeat }: KeyboardEvent) =>
      session.table.live && !repeat && act(key);
  return [
    { keys: ["1–8"], word: "keys.choose", press: live((key) => session.choose(Number(key) - 1)) },
    {
      keys: ["D", "F", "G", "H", "J"],
      word: "keys.grab",
      press: live((key) => grab(session, key)),
    },
    { keys: ["R"], word: "keys.ready", press: live(() => session.ready()) },
    { keys: ["T"], word: "keys.turn", press: live(() => turn(session)) },
    { keys: ["S"], word: "keys.sheet", press: ({ repeat }) => !repeat && openSheet() },
    { keys: ["Arrows"], word: "keys.walk", press: live(walked) },
    { keys: ["Enter"], word: "keys.enter" },
  ];
}

function grab(session: ZumaSession, key: string): boolean {
  const pole = session.poles.find((one) => one.key === key.toUpperCase());
  if (pole) session.grab(pole.pole);
  return pole !== undefined;
}

function turn(session: ZumaSession): boolean {
  const may = session.isMaster && session.view.phase === "dealt";
  if (may) session.turnOn();
  return may;
}

import type { KeyBinding } from "../../../board/keys.svelte";
import type { AnalysisSession } from "./session.svelte";

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/** The keys of the page that analyses; most mean nothing while a position is put together. */
export function keysOf(
  session: AnalysisSession,
  editing: () => boolean,
  help: () => void,
): readonly KeyBinding[] {
  const unlessEditing = (act: (event: KeyboardEvent) => boolean) => (event: KeyboardEvent) =>
    !editing() && act(event);
  const step = unlessEditing(({ key }) => go(session, STEPS[key] ?? 0));
  const undo = unlessEditing(({ key, shiftKey }) =>
    go(session, key.toLowerCase() === "y" || shiftKey ? 1 : -1),
  );
  const line = unlessEditing(({ key }) => {
    const found = session.analysis?.lines[Number(key) - 1];
    if (session.practice) return false;
    if (found) void session.try(found.moves.slice(0, 1));
    return found !== undefined;
  });
  return [
    { keys: ["←", "→"], word: "keys.step", press: step },
    { keys: ["Home", "End"], word: "keys.ends", press: step },
    { keys: ["Ctrl+Z", "Ctrl+Y"], word: "keys.undo", press: undo },
    { keys: ["1", "2", "3"], word: "keys.line", press: line },
    { keys: ["Tab"], word: "keys.onward" },
    { keys: ["?"], word: "keys.this", press: help },
    // On the editor's board.
    { keys: ["T", "W", "G", "Delete"], word: "edit.letters" },
  ];
}

function go(session: AnalysisSession, by: number): boolean {
  session.by(by);
  return true;
}

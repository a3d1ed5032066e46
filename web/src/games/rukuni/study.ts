import { studyOf } from "../face";
import Editor from "./Editor.svelte";
import { after, OPENING } from "./notation";
import StudySign from "./StudySign.svelte";
import { say } from "./speech";
import { COLOURS, type Colour, readTurn } from "./turn";
import type { RukuniView } from "./wire";

function colourToMove(position: string): Colour {
  return position.endsWith("g") ? "grey" : "white";
}

export const study = studyOf<RukuniView>({
  opening: OPENING,
  after,
  toMove: (position) => (colourToMove(position) === "white" ? 0 : 1),
  sideName: (side) => say(COLOURS[side] ?? "white"),
  Sign: StudySign,
  awaited: (view) => view.to_move,
  withLast: (view, last) => ({ ...view, last }),
  standing: ({ white, grey }) => say("told.score", { white: white.points, grey: grey.points }),
  tell(position, move) {
    const turn = readTurn(move);
    return turn ? say("told.turn", { colour: say(colourToMove(position)), ...turn }) : move;
  },
  keys: [{ keys: ["T", "W", "G", "Delete"], word: "edit.letters" }],
  Editor,
});

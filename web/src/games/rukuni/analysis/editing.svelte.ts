import { errorText } from "../../../i18n/language.svelte";
import * as api from "../../../startup/api";
import { say, words } from "../messages";
import {
  COLOURS,
  type Colour,
  count,
  NOTHING,
  OPENING,
  type Piece,
  type Placed,
  readPosition,
  withPiece,
  writePosition,
} from "../moves";

const TOWERS = 6;
const PEGS = 25;
/** Debounce: the hall is asked so many milliseconds after the last key. */
const DEBOUNCE_MS = 400;

/** A position that is put together by hand, and its notation: what changes one changes the other. */
export class Editing {
  placed = $state.raw<Placed>(NOTHING);
  text = $state.raw("");
  /** What the hall says of a text that is no position. */
  private unreadable = $state.raw<api.Refusal | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(position: string) {
    this.show(readPosition(position) ?? NOTHING);
  }

  /** The notation of what stands on the board. */
  readonly position = $derived.by(() => writePosition(this.placed));

  /** What is wrong with it; null when it can be analysed. */
  readonly lack: string | null = $derived.by(() => {
    if (this.unreadable) return errorText(this.unreadable.code, this.unreadable.facts, words);
    const towers = count(this.placed, "tower");
    if (towers < TOWERS) return say("edit.lacks_towers", { n: TOWERS - towers });
    if (towers > TOWERS) return say("edit.too_many_towers", { n: towers - TOWERS });
    const many = COLOURS.some((colour) => count(this.placed, colour) > PEGS);
    if (many) return errorText("too_many_pegs", { pegs: PEGS }, words);
    return readPosition(this.text) ? null : errorText("not_a_position", { text: this.text }, words);
  });

  /** Takes a piece away where it stands already. */
  touch(hollow: string, piece: Piece | null): void {
    this.put(hollow, this.placed.pieces.get(hollow) === piece ? null : piece);
  }

  put(hollow: string, piece: Piece | null): void {
    this.show(withPiece(this.placed, hollow, piece));
  }

  handTo(toMove: Colour): void {
    this.show({ ...this.placed, toMove });
  }

  clear(): void {
    this.show(NOTHING);
  }

  begin(): void {
    this.show(readPosition(OPENING) ?? NOTHING);
  }

  /** A position was typed or pasted: what can be read is shown at once. */
  type(text: string): void {
    this.forget();
    this.text = text;
    const placed = readPosition(text);
    if (placed) this.placed = placed;
    else this.timer = setTimeout(() => void this.ask(text.trim()), DEBOUNCE_MS);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private show(placed: Placed): void {
    this.forget();
    this.placed = placed;
    this.text = writePosition(placed);
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.unreadable = null;
  }

  /** The hall says why it is no position. */
  private async ask(text: string): Promise<void> {
    try {
      await api.position("rukuni", text);
    } catch (refusal) {
      if (!(refusal instanceof api.Refusal)) throw refusal;
      if (this.text.trim() === text) this.unreadable = refusal;
    }
  }
}

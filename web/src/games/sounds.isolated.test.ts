import { afterEach, expect, it, vi } from "vitest";
import { knock } from "../ui/sound.svelte";
import { sound as rukuniSound } from "./rukuni/sounds";
import { sound as unikatoSound } from "./unikato/sounds";

vi.mock("../ui/sound.svelte", () => ({ knock: vi.fn() }));
afterEach(() => vi.mocked(knock).mockReset());

const TURNED = { type: "turned", turn: "a1-a4/b4" } as const;
const LAID = { type: "laid", seat: 0, chain: ["co1w@0,1", "co2w@0,2"] } as const;

it.each([
  ["a turn of Rukuni", (played: string | null) => rukuniSound(TURNED, { played }), "a1-a4/b4"],
  [
    "a chain of Unikato",
    (played: string | null) => unikatoSound(LAID, { played }),
    "lay co1w@0,1 co2w@0,2",
  ],
])("%s sounds with its event, unless it has sounded on this page", (_, sound, move) => {
  sound(move);
  expect(knock).not.toHaveBeenCalled();
  sound(null);
  expect(knock).toHaveBeenCalledTimes(2);
});

import { afterEach, expect, it, vi } from "vitest";
import { cardOf, gameList } from "./game-list";

const CARD = { name: "kokoto", seats: [2, 2], bots: [], options: [] };
const answer = vi.fn();
vi.stubGlobal("fetch", answer);
afterEach(() => answer.mockReset());

it("asks again after no answer, and never after one", async () => {
  answer.mockRejectedValueOnce(new TypeError("no line"));
  await expect(gameList()).rejects.toMatchObject({ code: "unreachable" });
  answer.mockResolvedValueOnce(Response.json([CARD]));
  expect(await cardOf("kokoto")).toEqual(CARD);
  expect(await cardOf("chess")).toBeNull();
  expect(answer).toHaveBeenCalledTimes(2);
});

import { afterEach, expect, it, vi } from "vitest";
import * as api from "./api";
import { preload } from "./api";

const answer = vi.fn();
vi.stubGlobal("fetch", answer);
afterEach(() => {
  vi.useRealTimers();
  answer.mockReset();
});

const CARD = { table: "abc", game: "kokoto" };
const NO_KEYS = { key: null, seat: null };
const route = { page: "table", table: "abc", ...NO_KEYS } as const;

it("gives the early answer to the first who asks, and to nobody else", async () => {
  answer.mockImplementation(async () => Response.json(CARD));
  expect(await preload(route)).toBe("kokoto");
  expect(await api.tableCard("abc", NO_KEYS)).toEqual(CARD);
  expect(answer).toHaveBeenCalledTimes(1);
  await api.tableCard("abc", NO_KEYS);
  expect(answer).toHaveBeenCalledTimes(2);
});

it("tells whoever asks why there is no answer", async () => {
  answer.mockRejectedValueOnce(new TypeError("no line"));
  expect(await preload(route)).toBeNull();
  await expect(api.tableCard("abc", NO_KEYS)).rejects.toMatchObject({ code: "unreachable" });
  expect(answer).toHaveBeenCalledTimes(1);
});

it("asks anew when an answer has grown old", async () => {
  vi.useFakeTimers();
  answer.mockImplementation(async () => Response.json(CARD));
  await preload(route);
  vi.advanceTimersByTime(60_000);
  await api.tableCard("abc", NO_KEYS);
  expect(answer).toHaveBeenCalledTimes(2);
});

it("does not run ahead of the cookie on the start page", async () => {
  let come: (games: Response) => void = () => undefined;
  answer.mockImplementation(async () => Response.json([]));
  answer.mockImplementationOnce(() => new Promise((resolve) => (come = resolve)));
  const asked = preload({ page: "lobby" });
  expect(answer.mock.calls.map(([path]) => path)).toEqual(["/api/games"]);
  come(Response.json([]));
  await asked;
  expect(answer.mock.calls.map(([path]) => path)).toEqual([
    "/api/games",
    "/api/me",
    "/api/me/tables",
  ]);
});

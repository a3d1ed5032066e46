import { beforeEach, expect, it, vi } from "vitest";
import type { TableSession } from "./table-session.svelte";

const frames = vi.fn(() => 1);
const ask = vi.fn();
vi.stubGlobal("requestAnimationFrame", frames);
vi.stubGlobal("cancelAnimationFrame", vi.fn());
vi.stubGlobal("fetch", ask);
const { Replay } = await import("./replay.svelte");

const moments = [1, 2].map((seq) => ({ seq, at: seq * 1_000, actor: 0, event: {}, view: {} }));
const page = (some: typeof moments) =>
  Response.json({ moments: some, last: 2, simultaneous: true, remarks: [], seat_news: [] });
const game = { notation: () => "a", tell: () => null, headline: () => "" };

function finished() {
  const table = { state: { table: "T", looking: null }, remarks: [] };
  return Object.assign(table, { layOpen: vi.fn(), showMoment: vi.fn(), now: vi.fn() });
}

beforeEach(() => {
  frames.mockClear();
  ask.mockReset();
});

it("plays once it has come", async () => {
  ask.mockResolvedValueOnce(page(moments));
  const table = finished();
  const replay = new Replay(table as unknown as TableSession, game as never, {} as never, null);
  await replay.load();
  replay.play();
  expect(table.layOpen).toHaveBeenCalledOnce();
  expect(frames).toHaveBeenCalledOnce();
  expect(replay.now.playing).toBe(true);
});

it("shows no pauses, and takes none", async () => {
  const pauses = [
    { seq: 2, at: 1_500, actor: 0, event: { type: "paused", seat: 0 }, view: {} },
    { seq: 3, at: 1_500, actor: 0, event: { type: "resumed", seat: 0, behind: 9 }, view: {} },
    { seq: 4, at: 2_000, actor: 0, event: {}, view: {} },
  ];
  const all = [...moments.slice(0, 1), ...pauses];
  ask.mockResolvedValueOnce(Response.json({ ...(await page(all).json()), moments: all, last: 4 }));
  const replay = new Replay(
    finished() as unknown as TableSession,
    game as never,
    {} as never,
    null,
  );
  await replay.load();
  expect(replay.stops.map(({ seq, start }) => [seq, start])).toEqual([
    [1, 0],
    [4, 1_000],
  ]);
});

it("does nothing more for somebody who has left while it was loading", async () => {
  let arrive: (answer: Response) => void = () => undefined;
  ask.mockReturnValueOnce(
    new Promise((came) => {
      arrive = came;
    }),
  );
  const table = finished();
  const replay = new Replay(table as unknown as TableSession, game as never, {} as never, null);
  const loading = replay.load();
  replay.close();
  arrive(page(moments.slice(0, 1)));
  await loading;
  replay.play();
  expect(ask).toHaveBeenCalledOnce();
  expect(table.layOpen).not.toHaveBeenCalled();
  expect(frames).not.toHaveBeenCalled();
});

import { expect, it, vi } from "vitest";
import { hallClock } from "../lib/hallclock";
import { positionSync } from "./positionline";
import { fresh, hear } from "./state";
import { Table } from "./table.svelte";

it("runs later for a spectator of a race, by as much as the race is shown later", () => {
  vi.spyOn(hallClock, "now").mockReturnValue(9_000);
  const table = Object.assign(Object.create(Table.prototype) as Table, { state: fresh("") });
  expect(table.time()).toBe(9_000);
  table.state = hear(fresh("T"), { ...positionSync("ukuma", null, 2), table: "T", late: 2_000 });
  expect(table.time()).toBe(7_000);
  vi.restoreAllMocks();
});

import { expect, it, vi } from "vitest";
import { assistFor } from "./assist";

vi.mock("../net/game-list", () => ({ cardOf: async () => ({ analysis: true }) }));

it("is done without where it does not come", async () => {
  const assist = () => Promise.reject(new Error("the hall is gone"));
  expect(await assistFor("rukuni", { assist })).toBeNull();
});

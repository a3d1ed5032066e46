import { expect, it, vi } from "vitest";
import { adviceOn } from "./advice";

vi.mock("../lib/shelf", () => ({ cardOf: async () => ({ analysis: true }) }));
vi.mock("../analysis/advice", () => ({
  words: { load: () => Promise.reject(new Error("the hall is gone")) },
}));

it("is done without where it does not come", async () => {
  expect(await adviceOn("rukuni")).toBeNull();
});

import { expect, it, vi } from "vitest";
import { newRef } from "./outbox";

it("is new every time, also where the line is not secure", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const refs = Array.from({ length: 100 }, newRef);
  expect(new Set(refs).size).toBe(100);
  for (const ref of refs) expect(ref).toMatch(/^[0-9a-f]{32}$/);
});

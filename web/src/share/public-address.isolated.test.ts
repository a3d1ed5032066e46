import { expect, it, vi } from "vitest";

vi.stubGlobal("location", new URL("http://127.0.0.1:8000/"));
const { isLoopback, movedTo } = await import("./public-address.svelte");

it.each(["localhost", "hall.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])(
  "%s is this machine",
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

it.each(["192.168.1.20", "hall.example", "localhost.example", "127.example", "[fd00::1]"])(
  "%s is another",
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);

it("moves a link to another address", () => {
  const link = "http://127.0.0.1:8000/t/abc?watch=key#x";
  expect(movedTo(link, "http://192.168.1.20:8000")).toBe(
    "http://192.168.1.20:8000/t/abc?watch=key#x",
  );
});

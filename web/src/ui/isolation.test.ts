import { expect, test } from "vitest";

const shared = import.meta.glob<string>(["../**/*.test.ts", "!../**/*.isolated.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});

test("files that share their world with others leave it as it was", () => {
  const changing = /\bvi\.(do)?(mock|stubGlobal|stubEnv|resetModules)\(/i;
  const guilty = Object.entries(shared).filter(([, text]) => changing.test(text));
  expect(guilty.map(([file]) => file)).toEqual([]);
  expect(Object.keys(shared).length).toBeGreaterThan(40);
});

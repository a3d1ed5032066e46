import { expect, it } from "vitest";
import { FREE_SEAT } from "../../i18n/seat-names";
import type { Outcome } from "../../startup/types";
import { clock, explained, headline, shortName, tell, tellEnd, timeOf } from "./messages";
import { notation } from "./moves";
import type { UbongoEvent, UbongoView } from "./types";

const SEATS = [
  { ...FREE_SEAT, name: "Ana" },
  { ...FREE_SEAT, name: "Ben" },
];
const BOARD = { outline: "##/##", tasks: Array<string>(6).fill("AC") };
const VIEW = {
  you: 0,
  alone: false,
  options: { rounds: 9, limit: 5, hourglass: 60 },
  sides: [
    { board: BOARD, points: 7 },
    { board: BOARD, points: 4 },
  ],
} as unknown as UbongoView;

function told(event: Partial<UbongoEvent>, view = VIEW): string | null {
  return tell({ seq: 1, at: 0, actor: 0, event: event as UbongoEvent }, view, SEATS);
}

it("tells what matters to who listens", () => {
  expect(told({ type: "rolled", seat: 1, die: 3, until: null })).toBe(
    "The die shows 3. Your blocks: A (small red) and C (small green).",
  );
  expect(told({ type: "placed", seat: 0, piece: "A", cubes: ["c3", "c3+"], count: 1 })).toBe(
    "A (small red) lies on c3 and c3 above.",
  );
  expect(told({ type: "solved", seat: 1, after: 23_456, drawn: "ruby", bonus: "sapphire" })).toBe(
    "Ubongo! Ben, after 23.4\u00a0s. Ben gets sapphire and ruby.",
  );
  expect(told({ type: "turned", seat: null, again: true, since: 0, until: 1 })).toContain(
    "second chance",
  );
});

it("speaks of sand only where there is an hourglass, and never calls a bot by its level alone", () => {
  const turned = { type: "turned", seat: null, again: false, since: 0 } as const;
  expect(told({ ...turned, until: 60_000 })).toBe("The sand is running!");
  expect(told({ ...turned, until: 600_000 })).toBe("The clock is running!");
  const bot = { ...FREE_SEAT, bot: "1" };
  expect([0, 2].map((seat) => shortName([...SEATS, bot], seat).name)).toEqual(["Ana", "Bot"]);
});

it("is silent about what others lay, as long as it is their secret", () => {
  const placed = {
    type: "placed",
    seat: 1,
    piece: null,
    cubes: null,
    count: 2,
    helped: false,
  } as const;
  expect(told(placed)).toBeNull();
  expect(notation(placed)).toBeNull();
  expect(told({ type: "lifted", seat: 1, piece: null, count: 1 })).toBeNull();
});

it("tells in a replay who builds what", () => {
  const placed = { type: "placed", seat: 1, piece: "A", cubes: ["c3", "c4"], count: 1 } as const;
  const lifted = { type: "lifted", seat: 1, piece: "A", count: 0 } as const;
  expect(told(placed)).toBe("Ben: A (small red) lies on c3 and c4.");
  expect(told(lifted)).toBe("Ben: A (small red) is back in the tray.");
  expect(told({ ...lifted, seat: 0 })).toBe("A (small red) is back in the tray.");
  expect(told({ ...placed, seat: 0 }, { ...VIEW, you: null })).toBe(
    "Ana: A (small red) lies on c3 and c4.",
  );
});

it("names who has won, and what somebody alone has done", () => {
  const outcome = { ending: "rounds", places: [1, 2], points: [7, 4] } as unknown as Outcome;
  expect(headline(outcome, VIEW, 0, SEATS)).toBe("You win!");
  expect(headline(outcome, VIEW, 1, SEATS)).toBe("Ana wins.");
  const shared = { ...outcome, places: [1, 1] } as Outcome;
  expect(headline(shared, VIEW, 1, SEATS)).toBe("Shared victory: Ana and Ben.");
  expect(tellEnd(outcome, { ...VIEW, ending: "rounds" }, 0, SEATS)).toContain("Ben: 4 points.");
  const alone = { ...VIEW, alone: true, ending: "tasks", done: 5, spent: 125_000 };
  expect(headline(outcome, alone, 0, SEATS)).toBe("5 tasks in 2:05");
});

it("explains refusals in the player's words", () => {
  expect(explained("not_yours_to_roll", { seat: 1 }, SEATS)).toContain("Ben");
  expect(explained("occupied", { piece: "B", by: ["A", "C"] }, SEATS)).toBe(
    "B (big red) doesn’t fit there, because of A (small red) and C (small green).",
  );
  expect(explained("not_now", { phase: "between" }, SEATS)).toBe("Too late: the sand has run out.");
});

it("writes times", () => {
  expect([timeOf(999), timeOf(60_000), clock(3_599_999)]).toEqual(["0.9\u00a0s", "1:00", "59:59"]);
});

import { expect, it } from "vitest";
import { FREE_SEAT } from "../../i18n/seat-names";
import type { Outcome, SeatCard } from "../../startup/types";
import { faster, nameOf, secondsOf, shortName, tell, tellEnd } from "./messages";
import { notation } from "./moves";
import type { Line, ZumaEvent, ZumaView } from "./types";

const SEATS: readonly SeatCard[] = [
  { ...FREE_SEAT, name: "Anna" },
  { ...FREE_SEAT, bot: "3" },
  { ...FREE_SEAT, bot: "3" },
];
const VIEW = { you: 0, cycle: 1 } as ZumaView;
const LINE: Line = {
  hand: ["sun"],
  combination: null,
  pole: "red2",
  why: "foul",
  points: 0,
  foul: 2,
  zumas: 1,
};

function told(event: ZumaEvent, view = VIEW): string | null {
  return tell({ seq: 1, at: 0, actor: null, event }, view, SEATS);
}

it("tells bots of one level apart", () => {
  expect(nameOf(SEATS, 1)).not.toBe(nameOf(SEATS, 2));
  expect(shortName(SEATS, 2)).toEqual({ name: "Bot\u00a02", level: "adult" });
  expect(shortName(SEATS, 0).name).toBe("Anna");
});

it("counts one point as one, and the others as many", () => {
  const outcome = { ending: "cycles", places: [1, 2, 3], points: [2, 1, -1] } as unknown as Outcome;
  const sentence = tellEnd(outcome, { ...VIEW, totals: [2, 1, -1] }, 0, SEATS);
  expect(sentence).toMatch(/ 2 points\..* 1 point\..* −1 point\./);
});

it("says by how much, and to the thousandth where it was close", () => {
  expect(secondsOf(120)).toContain("0.12");
  expect(secondsOf(4)).toContain("0.004");
});

it("says in a sentence who was faster", () => {
  const late = (seat: number, by: number) => faster({ seat, by, late: 120 }, 0, SEATS);
  const [, bot, other] = SEATS.map((_, seat) => nameOf(SEATS, seat));
  expect(late(1, 0)).toBe(`You were 0.12\u00a0s faster than ${bot}.`);
  expect(late(0, 1)).toBe(`${bot} was 0.12\u00a0s faster than you.`);
  expect(late(2, 1)).toBe(`${bot} was 0.12\u00a0s faster than ${other}.`);
});

it("tells a hand with its letters, and whose turn it is to call", () => {
  const hands = [["zuma", "eagle", "eagle"], null, null] as const;
  const sentence = told({ type: "dealt", round: 2, cycle: 1, master: 1, hands, at: 0, until: 9 });
  expect(sentence).toContain("eagle (C)");
  expect(sentence).toContain(nameOf(SEATS, 1));
});

it("tells what one has passed on and taken up, and to others only the beat", () => {
  const event: ZumaEvent = {
    type: "passed",
    beat: 3,
    cards: ["sun", null, "rain"],
    drawn: [],
    at: 0,
    until: 9,
  };
  expect(told(event)).toMatch(/sun.*rain/);
  expect(told({ ...event, drawn: [0] })).not.toBe(told(event));
  expect(told(event, { ...VIEW, you: null })).toContain("3");
});

it("tells of a contested pole who was faster, from every side", () => {
  const event = { type: "missed", pole: "blue", at: 0, late: 120 } as const;
  expect(told({ ...event, seat: 0, by: 1 })).toContain(nameOf(SEATS, 1));
  expect(told({ ...event, seat: 2, by: 0 })).toContain(nameOf(SEATS, 2));
  expect(told({ ...event, seat: 2, by: 1 })).toContain("0.12");
});

it("tells of a count what everybody got, and why", () => {
  const sentence = told({
    type: "counted",
    closing: "held",
    lines: [LINE, { ...LINE, why: "grabbed", points: 1, foul: 0, zumas: 0 }],
    closed: true,
    at: 0,
    until: 9,
    ending: null,
  });
  expect(sentence).toContain("without a combination");
  expect(sentence).toContain("2 strokes");
  expect(sentence).toContain("1 point");
});

it("has a line in the history for whatever changes the table", () => {
  const silent: readonly ZumaEvent["type"][] = ["opened", "readied", "chose", "hurried"];
  for (const type of silent) expect(notation({ type } as ZumaEvent)).toBeNull();
  const lines: readonly ZumaEvent["type"][] = [
    "dealt",
    "turned",
    "called",
    "passed",
    "reached",
    "held",
    "missed",
    "counted",
  ];
  for (const type of lines) expect(notation({ type } as ZumaEvent)).not.toBeNull();
});

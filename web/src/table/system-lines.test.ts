import { describe, expect, it } from "vitest";
import type { GameClient } from "../board/game";
import { brokenOff, declined, hasMoved, standing, systemEvent } from "../board/system-events";
import { words } from "../games/rukuni/messages";
import { unusual } from "../i18n/option-names";
import { FREE_SEAT, isMissed, seatLabel } from "../i18n/seat-names";
import type { SeatNews, SeatWord } from "../startup/types";
import { beginsByItself, waitsFor } from "./seats";
import { withSystemEvents } from "./system-lines";

const outcome = (ending: string, places: number[], points: number[] = []) => ({
  ending,
  places,
  points,
});
const jonas = { ...FREE_SEAT, name: "Jonas", here: true };
const mira = { ...FREE_SEAT, name: "Mira", here: true };
const bot = { ...FREE_SEAT, bot: "1", here: true };
const back = (to: number) => ({ type: "taken_back", to });
const logged = (...events: [number | null, unknown][]) =>
  events.map(([actor, event], index) => ({ seq: index + 1, at: 0, actor, event }));

describe("what the hall writes", () => {
  it("is told from what a game writes", () => {
    expect(systemEvent(back(3))).toEqual(back(3));
    expect(systemEvent({ type: "turned" })).toBeNull();
    expect(systemEvent(null)).toBeNull();
  });

  it("makes what was taken back not count", () => {
    const log = logged([null, "setup"], [0, "a"], [1, "b"], [0, back(1)]);
    expect(standing(log).map(({ seq }) => seq)).toEqual([1]);
    expect(hasMoved(log, 0)).toBe(false);
    expect(hasMoved(log.slice(0, 3), 0)).toBe(true);
  });
});

describe("a game that was broken off", () => {
  it("is one whose points nobody has counted", () => {
    expect(brokenOff(outcome("resigned", [2, 1]))).toEqual({
      ending: "resigned",
      seat: 0,
      winner: 1,
    });
    expect(brokenOff(outcome("resigned", [2, 1], [0, 1]))).toBeNull();
    expect(brokenOff(outcome("no_peg_left", [2, 1], [9, 12]))).toBeNull();
  });

  const never = () => {
    throw new Error("a game knows nothing of this");
  };
  const game = { notation: never, tell: never, headline: never, tellEnd: never };
  const frame = withSystemEvents(game as unknown as GameClient, words);
  const told = (ending: string, you: number | null) =>
    frame.headline(outcome(ending, [1, 2]), null, you, [mira, jonas]);

  it("is explained by the hall, from everybody's side", () => {
    expect(told("resigned", 0)).toBe("Jonas resigned. You win!");
    expect(told("resigned", 1)).toBe("You resigned. Mira wins.");
    expect(told("left", 0)).toBe("Jonas was away; you ended the game.");
    expect(told("left", null)).toBe("Jonas was away; Mira ended the game.");
    expect(frame.tellEnd(outcome("left", [1, 2]), null, 1, [mira, jonas])).toBe(
      "You were away; Mira ended the game.",
    );
  });

  it("does not ask the game about what it has not written", () => {
    const [one] = logged([0, back(1)]);
    const [other] = logged([0, { type: "resigned", seat: 0, away: false }]);
    if (!one || !other) throw new Error("no sentence");
    expect(frame.tell(one, null, [])).toBe("A move was taken back.");
    expect(frame.tell(other, null, [])).toBeNull();
    expect(frame.notation(one.event)).toBe("taken_back");
  });
});

describe("somebody who is away", () => {
  it("is missed until a bot plays for them", () => {
    expect(isMissed(jonas)).toBe(false);
    expect(isMissed({ ...jonas, here: false, away_since: 5 })).toBe(true);
    expect(isMissed({ ...jonas, away_since: 5, stand_in: "1" })).toBe(false);
    expect(isMissed(bot)).toBe(false);
  });

  it("keeps the seat while a bot plays on it", () => {
    expect(seatLabel({ ...jonas, stand_in: "1" })).toBe("Bot (1) for Jonas");
  });
});

describe("a wish that was declined", () => {
  const news = (what: SeatWord, seat: number, name: string): SeatNews => ({
    after: 4,
    at: 0,
    what,
    seat,
    name,
    level: null,
  });
  const seatNews = [news("asked_back", 0, "Mira"), news("declined", 1, "Jonas")];

  it("is told to who had it, until the game goes on", () => {
    expect(declined({ seatNews, seq: 4, you: 0 })).toBe("Jonas");
    expect(declined({ seatNews, seq: 5, you: 0 })).toBeNull();
    expect(declined({ seatNews, seq: 4, you: 1 })).toBeNull();
    expect(declined({ seatNews: seatNews.slice(0, 1), seq: 4, you: 0 })).toBeNull();
  });
});

describe("before the game", () => {
  const ready = { ready: true };

  it("says what is still missing", () => {
    expect(waitsFor([mira, FREE_SEAT], 0)).toBe("One seat is still free.");
    expect(waitsFor([mira, FREE_SEAT, FREE_SEAT], 0)).toBe("2 seats are still free.");
    expect(waitsFor([mira, jonas], 0)).toBe("Not ready yet: Mira, Jonas.");
    expect(waitsFor([mira, { ...jonas, ...ready }], 0)).toContain("waiting for you");
    expect(
      waitsFor(
        [
          { ...mira, ...ready },
          { ...jonas, ...ready, here: false },
        ],
        0,
      ),
    ).toContain("Away: Jonas.");
  });

  it("begins by itself against bots alone", () => {
    expect(beginsByItself([mira, bot, bot])).toBe(true);
    expect(beginsByItself([mira, FREE_SEAT])).toBe(false);
    expect(beginsByItself([mira, jonas])).toBe(false);
  });

  it("names the options that are not as usual", () => {
    const cards = [
      { name: "rounds", values: [1, 2, 3], default: 1, seats: null, unless: {} },
      { name: "starter", values: ["drawn", "first"], default: "drawn", seats: null, unless: {} },
    ];
    expect(unusual(cards, { rounds: 3, starter: "drawn", secret: 1 })).toEqual([
      { option: "rounds", value: 3 },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { HallClock } from "./hall-clock";

const NOON = 1_794_733_200_000;
const HOUR = 3_600_000;

/** A device and a hall: true time goes on, and each has its own way of counting it. */
function setting() {
  const device = { now: 0, count: 5_000, wall: NOON - HOUR };
  const clock = new HallClock(
    () => device.count,
    () => device.wall,
  );
  const pass = (milliseconds: number) => {
    device.now += milliseconds;
    device.count += milliseconds;
    device.wall += milliseconds;
  };
  const hall = () => NOON + device.now;
  let pings = 0;
  const compare = (there: number, back: number) => {
    const ref = `ping-${pings++}`;
    clock.asks(ref);
    pass(there);
    const told = hall();
    pass(back);
    clock.answers(ref, told);
  };
  return { device, clock, pass, hall, compare };
}

describe("the hall's clock", () => {
  it("is the device's until the hall has said its time", () => {
    const { clock, device } = setting();
    expect(clock.now()).toBe(device.wall);
    clock.told(undefined);
    clock.answers("never asked", NOON);
    expect(clock.now()).toBe(device.wall);
  });

  it("is right to half the round trip, and nothing is lost when both ways are equal", () => {
    const { clock, hall, compare } = setting();
    compare(40, 40);
    expect(clock.now()).toBe(hall());
    compare(0, 90);
    expect(clock.now()).toBe(hall());
  });

  it("goes by the shortest of the latest round trips", () => {
    const { clock, hall, compare } = setting();
    compare(10, 200);
    expect(hall() - clock.now()).toBe(95);
    compare(5, 5);
    compare(10, 300);
    compare(300, 10);
    expect(clock.now()).toBe(hall());
  });

  it("does not mind when somebody sets the device's clock", () => {
    const { clock, device, hall, compare, pass } = setting();
    compare(10, 10);
    device.wall += 3 * HOUR;
    pass(1_000);
    expect(clock.now()).toBe(hall());
    expect(clock.here(hall() + 60_000)).toBe(device.wall + 60_000);
  });

  it("is put right by the first answer after the device has slept", () => {
    const { clock, device, hall, compare } = setting();
    for (let times = 0; times < 8; times += 1) compare(5, 5);
    device.now += HOUR; // and the count stands still
    expect(hall() - clock.now()).toBe(HOUR);
    compare(60, 60);
    expect(clock.now()).toBe(hall());
  });

  it("is put right by a sync too, if that is later than could be", () => {
    const { clock, device, hall, compare, pass } = setting();
    compare(5, 5);
    const late = hall();
    pass(400);
    clock.told(late);
    expect(clock.now()).toBe(hall());
    device.now += HOUR;
    clock.told(hall());
    expect(clock.now()).toBe(hall());
  });

  it("begins anew with a new line", () => {
    const { clock, hall, compare } = setting();
    compare(5, 5);
    clock.reconnected();
    expect(clock.now()).toBe(hall());
    compare(20, 60);
    expect(clock.now()).toBe(hall() - 20);
  });
});

import { describe, expect, it } from "vitest";
import { formatBits, type Matrix, outline, penalty, qr, remainder, versionBits } from "./qr";

describe("what the standard works out by hand", () => {
  it("has these check bytes for 01234567 in version 1-M", () => {
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11];
    while (data.length < 16) data.push(0xec, 0x11);
    expect(remainder(data, 10)).toEqual([
      0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55,
    ]);
  });

  it("has these bits for level M with mask 5, and for version 7", () => {
    expect(formatBits(0b101)).toBe(0b100000011001110);
    expect(versionBits(7)).toBe(0b000111110010010100);
  });
});

/** A second way to read a code, which shares nothing with the first: by where things stand on the paper. */
function read(matrix: Matrix): string {
  const size = matrix.length;
  const number = (size - 17) / 4;
  const at = (row: number, column: number) => (matrix[row]?.[column] ? 1 : 0);
  const beside = [0, 1, 2, 3, 4, 5, 7, 8];
  let format = 0;
  for (const column of beside) format = format * 2 + at(8, column);
  for (const row of [...beside].reverse().slice(1)) format = format * 2 + at(row, 8);
  let copy = 0;
  for (let step = 0; step < 7; step++) copy = copy * 2 + at(size - 1 - step, 8);
  for (let step = 0; step < 8; step++) copy = copy * 2 + at(8, size - 8 + step);
  expect(copy).toBe(format);
  expect(at(size - 8, 8)).toBe(1);
  const told = (format ^ 0b101010000010010) >> 10;
  expect(told >> 3).toBe(0);
  const masks: ((i: number, j: number) => number)[] = [
    (i, j) => (i + j) % 2,
    (i) => i % 2,
    (_, j) => j % 3,
    (i, j) => (i + j) % 3,
    (i, j) => ((i >> 1) + Math.trunc(j / 3)) % 2,
    (i, j) => ((i * j) % 2) + ((i * j) % 3),
    (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
    (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
  ];
  const mask = masks[told & 7] ?? (() => 1);
  const bits: number[] = [];
  let upwards = true;
  for (const right of columns(size)) {
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!reserved(number, row, column))
          bits.push(at(row, column) ^ (mask(row, column) === 0 ? 1 : 0));
    }
    upwards = !upwards;
  }
  return unpacked(number, bits);
}

function columns(size: number): number[] {
  const pairs: number[] = [];
  for (let right = size - 1; right > 6; right -= 2) pairs.push(right);
  return [...pairs, 5, 3, 1];
}

/** From the tables of the standard: where no data lies. */
const SMALL_SQUARES: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [],
  2: [[18, 18]],
  3: [[22, 22]],
  4: [[26, 26]],
  5: [[30, 30]],
  6: [[34, 34]],
  7: pairs(22, 38),
  8: pairs(24, 42),
  9: pairs(26, 46),
  10: pairs(28, 50),
};

function pairs(middle: number, far: number): [number, number][] {
  return [
    [6, middle],
    [middle, 6],
    [middle, middle],
    [middle, far],
    [far, middle],
    [far, far],
  ];
}

function reserved(number: number, row: number, column: number): boolean {
  const size = 17 + 4 * number;
  if (row === 6 || column === 6) return true;
  if (row < 9 && (column < 9 || column >= size - 8)) return true;
  if (row >= size - 8 && column < 9) return true;
  if (number >= 7 && row < 6 && column >= size - 11) return true;
  if (number >= 7 && column < 6 && row >= size - 11) return true;
  return (SMALL_SQUARES[number] ?? []).some(
    ([r, c]) => Math.abs(r - row) < 3 && Math.abs(c - column) < 3,
  );
}

/** Blocks, data bytes of the first of them, check bytes of each; from the standard's table 9. */
const TABLE: Readonly<Record<number, readonly [number, number, number]>> = {
  1: [1, 16, 10],
  2: [1, 28, 16],
  3: [1, 44, 26],
  4: [2, 32, 18],
  5: [2, 43, 24],
  6: [4, 27, 16],
  7: [4, 31, 18],
  8: [4, 38, 22],
  9: [5, 36, 22],
  10: [5, 43, 26],
};

function unpacked(number: number, bits: readonly number[]): string {
  const [count, short, check] = TABLE[number] ?? [0, 0, 0];
  const bytes: number[] = [];
  for (let from = 0; from + 8 <= bits.length; from += 8)
    bytes.push(bits.slice(from, from + 8).reduce((all, bit) => all * 2 + bit, 0));
  const extra = bytes.length - count * (short + check);
  const data = Array.from({ length: count }, (): number[] => []);
  let next = 0;
  for (let place = 0; place < short; place++)
    for (const block of data) block.push(bytes[next++] ?? 0);
  for (let block = count - extra; block < count; block++) data[block]?.push(bytes[next++] ?? 0);
  const blocks = data.map((block) => [...block]);
  for (let place = 0; place < check; place++)
    for (const block of blocks) block.push(bytes[next++] ?? 0);
  for (const block of blocks)
    for (let root = 0; root < check; root++) expect(value(block, root)).toBe(0);
  const text = data.flat().flatMap((byte) => [byte >> 4, byte & 15]);
  const nibble = (from: number, long: number) =>
    text.slice(from, from + long).reduce((all, one) => all * 16 + one, 0);
  expect(text[0]).toBe(4);
  const long = number < 10 ? 2 : 4;
  const length = nibble(1, long);
  const said = Array.from({ length }, (_, place) => nibble(1 + long + 2 * place, 2));
  return new TextDecoder().decode(new Uint8Array(said));
}

/** The block as a polynomial, at the generator's root: zero for a whole block. Multiplied bit by bit. */
function value(block: readonly number[], root: number): number {
  let point = 1;
  for (let step = 0; step < root; step++) point = product(point, 2);
  return block.reduce((all, byte) => product(all, point) ^ byte, 0);
}

function product(one: number, other: number): number {
  let all = 0;
  for (let bit = 7; bit >= 0; bit--) {
    all <<= 1;
    if (all > 255) all ^= 0x11d;
    if ((other >> bit) & 1) all ^= one;
  }
  return all;
}

/** The most bytes that each version holds at level M. */
const MOST = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];

describe("a second reader", () => {
  it.each(MOST.map((most, at) => [at + 1, most]))(
    "reads version %i, full to the brim",
    (number, most) => {
      for (const length of [most, most - 1]) {
        const text = "http://192.168.1.20:8000/t/".repeat(9).slice(0, length);
        const matrix = qr(text) as Matrix;
        expect(matrix.length).toBe(17 + 4 * number);
        expect(read(matrix)).toBe(text);
      }
    },
  );

  it("reads what is no ASCII", () => {
    expect(read(qr("Zuri spielt mit Jérôme – ●") as Matrix)).toBe("Zuri spielt mit Jérôme – ●");
  });
});

it("has nothing for a text that is too long", () => {
  expect(qr("a".repeat(214))).toBeNull();
});

it("has three corners and a line of dots between them", () => {
  const matrix = qr("ukumbi") as Matrix;
  const lines = matrix.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
  const corner = [
    "#######.",
    "#.....#.",
    "#.###.#.",
    "#.###.#.",
    "#.###.#.",
    "#.....#.",
    "#######.",
  ];
  expect(lines.slice(0, 7).map((line) => line.slice(0, 8))).toEqual(corner);
  expect(lines.slice(-7).map((line) => line.slice(0, 8))).toEqual(corner);
  expect(lines[6]?.slice(6, 15)).toBe("#.#.#.#.#");
});

it("takes the mask that is read most easily", () => {
  const stripes = Array.from({ length: 21 }, () =>
    Array.from({ length: 21 }, (_, c) => c % 2 === 0),
  );
  const black = Array.from({ length: 21 }, () => Array<boolean>(21).fill(true));
  expect(penalty(stripes)).toBe(21 * 19);
  expect(penalty(black)).toBe(2 * 21 * 19 + 3 * 400 + 100);
});

it("is drawn as one path with quiet around it", () => {
  const { path, size } = outline([
    [true, true, false],
    [false, false, true],
  ]);
  expect(size).toBe(10);
  expect(path).toBe("M4 4h2v1h-2zM6 5h1v1h-1z");
});

/** QR codes by ISO/IEC 18004: bytes, error correction M, versions 1 to 10. True is dark. */
export type Matrix = readonly (readonly boolean[])[];

interface Version {
  /** How many check bytes each block has. */
  check: number;
  /** How many data bytes each block has; longer ones come last. */
  blocks: readonly number[];
  /** The middles of the small squares that hold a large code straight. */
  align: readonly number[];
}

const fill = (...runs: readonly (readonly [number, number])[]): number[] =>
  runs.flatMap(([count, size]) => Array<number>(count).fill(size));

const VERSIONS: readonly Version[] = [
  { check: 10, blocks: fill([1, 16]), align: [] },
  { check: 16, blocks: fill([1, 28]), align: [6, 18] },
  { check: 26, blocks: fill([1, 44]), align: [6, 22] },
  { check: 18, blocks: fill([2, 32]), align: [6, 26] },
  { check: 24, blocks: fill([2, 43]), align: [6, 30] },
  { check: 16, blocks: fill([4, 27]), align: [6, 34] },
  { check: 18, blocks: fill([4, 31]), align: [6, 22, 38] },
  { check: 22, blocks: fill([2, 38], [2, 39]), align: [6, 24, 42] },
  { check: 22, blocks: fill([3, 36], [2, 37]), align: [6, 26, 46] },
  { check: 26, blocks: fill([4, 43], [1, 44]), align: [6, 28, 50] },
];

export const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The code of a text; null when it is longer than version 10 can hold. */
export function qr(text: string): Matrix | null {
  const bytes = new TextEncoder().encode(text);
  const number = VERSIONS.findIndex(({ blocks }, n) => room(blocks, n + 1) >= bytes.length) + 1;
  const version = VERSIONS[number - 1];
  if (!version) return null;
  const bits = interleaved(packed(bytes, number, sum(version.blocks)), version);
  const drafts = MASKS.map((_, mask) => drawn(number, version.align, bits, mask));
  return drafts.reduce((best, draft) => (penalty(draft) < penalty(best) ? draft : best));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** How many bytes of text fit: beside them stand the mode, and their number in 8 or 16 bits. */
function room(blocks: readonly number[], number: number): number {
  return sum(blocks) - (number < 10 ? 2 : 3);
}

/** Mode, length, text, end, and filling up to the brim. */
function packed(bytes: Uint8Array, number: number, size: number): number[] {
  const bits = [...inBits(0b0100, 4), ...inBits(bytes.length, number < 10 ? 8 : 16)];
  for (const byte of bytes) bits.push(...inBits(byte, 8));
  bits.push(0, 0, 0, 0);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    data.push(
      Number.parseInt(
        bits
          .slice(at, at + 8)
          .join("")
          .padEnd(8, "0"),
        2,
      ),
    );
  }
  for (let filling = 0xec; data.length < size; filling ^= 0xec ^ 0x11) data.push(filling);
  return data.slice(0, size);
}

function inBits(value: number, length: number): number[] {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

/** Blocks with their check bytes, byte by byte in turn: a stain hurts each of them only a little. */
function interleaved(data: readonly number[], { blocks, check }: Version): number[] {
  const parts = blocks.map((size, at) => {
    const from = sum(blocks.slice(0, at));
    return data.slice(from, from + size);
  });
  const checks = parts.map((part) => remainder(part, check));
  return [...inTurn(parts), ...inTurn(checks)].flatMap((byte) => inBits(byte, 8));
}

function inTurn(rows: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...rows.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
}

const EXP: number[] = [];
for (let at = 0, value = 1; at < 255; at++) {
  EXP.push(value);
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number): number =>
  a && b ? (EXP[(EXP.indexOf(a) + EXP.indexOf(b)) % 255] ?? 0) : 0;

/** The check bytes of a block: what is left of it after division by the generator (Reed-Solomon). */
export function remainder(block: readonly number[], length: number): number[] {
  let generator = [1];
  for (let root = 0; root < length; root++) {
    const moved = [...generator, 0];
    generator = moved.map((one, at) => one ^ times(generator[at - 1] ?? 0, EXP[root] ?? 0));
  }
  const rest = [...block, ...Array<number>(length).fill(0)];
  block.forEach((_, at) => {
    const lead = rest[at] ?? 0;
    generator.forEach((one, step) => {
      rest[at + step] = (rest[at + step] ?? 0) ^ times(one, lead);
    });
  });
  return rest.slice(block.length);
}

/** A number with the bits that keep it readable (BCH). */
function guarded(value: number, length: number, generator: number): number {
  let rest = value << length;
  for (let bit = 31 - Math.clz32(rest); rest >> length; bit = 31 - Math.clz32(rest)) {
    rest ^= generator << (bit - length);
  }
  return (value << length) | rest;
}

/** What stands beside the corners: level M, which is 00, and the mask. */
export const formatBits = (mask: number): number => guarded(mask, 10, 0x537) ^ 0x5412;
export const versionBits = (number: number): number => guarded(number, 12, 0x1f25);

function drawn(
  number: number,
  align: readonly number[],
  bits: readonly number[],
  mask: number,
): Matrix {
  const size = 17 + 4 * number;
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () => Array(size));
  const put = (row: number, column: number, dark: boolean) => {
    const line = grid[row];
    if (line && column >= 0 && column < size) line[column] = dark;
  };
  const square = (row: number, column: number, reach: number, light: (far: number) => boolean) => {
    for (let r = -reach; r <= reach; r++)
      for (let c = -reach; c <= reach; c++)
        put(row + r, column + c, !light(Math.max(Math.abs(r), Math.abs(c))));
  };
  for (let at = 8; at < size - 8; at++) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  for (const row of align)
    for (const column of align) {
      // Three corners have their own, larger square.
      const large = [row, column].filter((at) => at === 6).length;
      const far = [row, column].includes(size - 7);
      if (large === 0 || (large === 1 && !far))
        square(row, column, 2, (distance) => distance === 1);
    }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    square(row, column, 4, (far) => far === 2 || far === 4);
  }
  const format = formatBits(mask);
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((format >> bit) & 1) === 1;
    put(bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, 8, dark);
    put(8, bit < 8 ? size - 1 - bit : bit === 8 ? 7 : 14 - bit, dark);
  }
  put(size - 8, 8, true);
  if (number >= 7) {
    const sign = versionBits(number);
    for (let bit = 0; bit < 18; bit++) {
      const dark = ((sign >> bit) & 1) === 1;
      put(Math.floor(bit / 3), size - 11 + (bit % 3), dark);
      put(size - 11 + (bit % 3), Math.floor(bit / 3), dark);
    }
  }
  return filled(grid, bits, MASKS[mask] ?? (() => false));
}

/** Upwards and downwards in columns of two, from the right, around everything that stands already. */
function filled(
  grid: readonly (readonly (boolean | undefined)[])[],
  bits: readonly number[],
  masked: (row: number, column: number) => boolean,
): Matrix {
  const size = grid.length;
  const full = grid.map((row) => [...row]);
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (grid[row]?.[column] !== undefined) continue;
        const dark = (bits[next++] ?? 0) === 1;
        (full[row] as boolean[])[column] = dark !== masked(row, column);
      }
    }
  }
  return full as boolean[][];
}

/** How hard a code is to read: long runs, blocks, what looks like a corner, and too much of one shade. */
export function penalty(matrix: Matrix): number {
  const lines = [...matrix, ...matrix.map((_, c) => matrix.map((row) => row[c] ?? false))].map(
    (line) => line.map((dark) => (dark ? "1" : "0")).join(""),
  );
  let points = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (line.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  const at = (row: number, column: number) => matrix[row]?.[column];
  const size = matrix.length;
  for (let row = 0; row + 1 < size; row++)
    for (let column = 0; column + 1 < size; column++) {
      const dark = at(row, column);
      const same = [at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
      if (same.every((other) => other === dark)) points += 3;
    }
  const dark = matrix.flat().filter(Boolean).length;
  return points + 10 * Math.floor(Math.abs((dark * 20) / size ** 2 - 10));
}

/** The code as one path, each module a unit wide, with four units of quiet around it. */
export function outline(matrix: Matrix): { path: string; size: number } {
  const quiet = 4;
  const runs = matrix.flatMap((row, r) => {
    const line = row.map((dark) => (dark ? "1" : "0")).join("");
    return [...line.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + quiet} ${r + quiet}h${run.length}v1h-${run.length}z`,
    );
  });
  return { path: runs.join(""), size: matrix.length + 2 * quiet };
}

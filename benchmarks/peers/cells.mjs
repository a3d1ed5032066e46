// The rule of benchmarks/cells.py: a move is three small integers and sets one of 61 cells.
export const CELLS = 61;

export const isLegal = (cell, b, c) =>
  [cell, b, c].every(Number.isInteger) && cell >= 0 && cell < CELLS && b >= 1 && b <= 3 && c >= 0 && c <= 5;

export const value = (b, c) => b * 6 + c;

// No move sets a cell to what it was.
export const nthMove = (n) => [n % CELLS, 1 + (n % 3), n % 6];

export const BARS = 4;
const STEPS = [40, 100, 200];

/** How many bars a line shows: all of them when it is short, one when it is long. */
export function bars(lag: number): number {
  return BARS - STEPS.filter((step) => lag >= step).length;
}

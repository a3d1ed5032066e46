/** The colours of poles; each has a head, ears and a pattern of its own, so that nobody needs the colour. */
export const POLES = ["red", "blue", "violet"] as const;
export type Pole = (typeof POLES)[number];

export interface Carving {
  readonly paint: string;
  readonly trim: string;
  /** What stands on top: a crown of teeth, a dome, a diamond. */
  readonly head: string;
  /** Painted on the head. */
  readonly crest: string;
  readonly ears: string;
  readonly eyes: string;
  readonly mouth: string;
  /** Runs around the pole: teeth, waves, diamonds. */
  readonly bands: string;
  /** Bands are lines instead of fields. */
  readonly drawn?: boolean;
}

/** A pole stands with its foot on 0,0 and is 110 high. */
export const CARVINGS: Readonly<Record<Pole, Carving>> = {
  red: {
    paint: "#cf3f2b",
    trim: "#f8cf4e",
    head: "M-21 -74V-101L-10 -90 0 -111 10 -90 21 -101V-74Z",
    crest: "M0 -101 6 -88-6 -88Z",
    ears: "M-20 -74-31 -62-20 -50ZM20 -74 31 -62 20 -50Z",
    eyes: "M-14 -68-3 -62-3 -57H-14ZM14 -68 3 -62 3 -57H14Z",
    mouth: "M-13 -49H13L8 -41 4 -47 0 -41-4 -47-8 -41Z",
    bands: "M-20 -13V-30L-13 -15-6 -27 0 -12 6 -27 13 -15 20 -30V-13Q0 -4-20 -13Z",
  },
  blue: {
    paint: "#2c6fbe",
    trim: "#f6edd8",
    head: "M-21 -74C-24 -104-10 -109 0 -109C10 -109 24 -104 21 -74Z",
    crest: "M-14 -90Q-7 -101 0 -93T14 -96V-88Q7 -79 0 -86T-14 -83Z",
    ears: "M-21 -72A10 10 0 1 0-21 -52ZM21 -72A10 10 0 1 1 21 -52Z",
    eyes: "M-14 -62A5 5 0 1 0-4 -62A5 5 0 1 0-14 -62ZM4 -62A5 5 0 1 0 14 -62A5 5 0 1 0 4 -62Z",
    mouth: "M-12 -49Q0 -39 12 -49Q10 -38 0 -38Q-10 -38-12 -49Z",
    bands:
      "M-15.5 -24Q-11 -28-7.5 -22T0 -20 7.5 -22 15.5 -23M-15.5 -11Q-11 -15-7.5 -9T0 -7 7.5 -9 15.5 -10",
    drawn: true,
  },
  violet: {
    paint: "#8450b8",
    trim: "#bfe38a",
    head: "M0 -112 19 -93 8 -80H-8L-19 -93Z",
    crest: "M0 -102 9 -93 0 -85-9 -93Z",
    ears: "M-20 -70H-30V-54H-20ZM20 -70H30V-54H20Z",
    eyes: "M-9 -70-2 -62-9 -55-16 -62ZM9 -70 16 -62 9 -55 2 -62Z",
    mouth: "M0 -49 9 -43 0 -37-9 -43Z",
    bands: "M-12 -29-5 -17-12 -6-19 -18ZM0 -27 7 -15 0 -3-7 -15ZM12 -29 19 -18 12 -6 5 -17Z",
  },
};

/** Each seat's sleeve. The seat's sign tells the same without colour. */
const SLEEVES = ["#ef8a3c", "#4fb3d9", "#8cc152", "#e57ba6", "#f4d35e", "#b39ddb"] as const;

export function sleeveOf(seat: number): string {
  return SLEEVES[seat % SLEEVES.length] ?? SLEEVES[0];
}

import type { SignName } from "./cards";

/** A field with a dark outline; with width 0 a bare field; with another a line in this paint, perhaps in dashes. */
export type Layer = readonly [paint: string, path: string, width?: number, dashes?: string];

export interface Drawing {
  /** The colour behind it. */
  readonly ground: string;
  /** From the back to the front, in a square from -50 to 50. */
  readonly layers: readonly Layer[];
}

export const INK = "#1c110b";
const BONE = "#fbf1d8";
const GOLD = "#f6bd2c";
const RED = "#d63b25";
const TEAL = "#2ba39a";
const LEAF = "#55b058";
const SKY = "#7cc7ea";
const OCHRE = "#f0a934";
const BROWN = "#8a4a22";
const PINK = "#f890ba";
const LIME = "#b4d866";

function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

function drop(x: number, y: number): string {
  return `M${x} ${y}c7 10 9.5 15 9.5 20a9.5 9.5 0 0 1-19 0c0-5 2.5-10 9.5-20Z`;
}

const COIL = "M-16 -26C8 -40 36 -34 34 -16C31 4 -22 -8 -29 12C-34 31 -8 36 12 31L26 27";

export const DRAWINGS: Readonly<Record<SignName, Drawing>> = {
  sun: {
    ground: "#cf4a2e",
    layers: [
      [TEAL, "M0 -24 32 -32 24 0 32 32 0 24-32 32-24 0-32 -32Z"],
      [GOLD, "M0 -48 14 -20 48 0 20 14 0 48-14 20-48 0-20 -14Z"],
      [BONE, disc(0, 0, 25)],
      [INK, disc(0, 0, 20.5), 4, "2 10.88"],
      [RED, disc(0, 0, 15.5)],
      [GOLD, disc(0, 0, 6.5)],
    ],
  },
  jaguar: {
    ground: "#7fa843",
    layers: [
      [RED, "M-38 -4 4 2-4 26-32 28Z"],
      [
        OCHRE,
        "M37 47C46 28 45 6 38 -10C47 -22 46 -38 38 -43C29 -46 19 -39 15 -31C2 -35-12 -31-20 -24L-37 -22C-47 -21-49 -8-43 -2C-35 2-26 0-20 -1L2 8-2 18C-12 22-24 20-32 20C-39 22-38 34-30 36C-18 40-8 40 0 47Z",
      ],
      [BONE, "M-40 0-34 15-27 0ZM-31 21-26 10-20 21Z"],
      [INK, "M-37 -22C-47 -21-49 -13-45 -8L-34 -12Z"],
      [RED, "M33 -15C39 -22 39 -31 35 -36C30 -35 26 -31 24 -26Z"],
      [BONE, disc(-9, -15, 7)],
      [INK, disc(-10, -15, 3.2), 0],
      [
        INK,
        `${disc(14, -13, 5)}${disc(29, -1, 5)}${disc(13, 5, 5)}${disc(29, 17, 5)}${disc(14, 24, 5)}${disc(28, 35, 5)}`,
        0,
      ],
      [
        OCHRE,
        `${disc(14, -13, 1.7)}${disc(29, -1, 1.7)}${disc(13, 5, 1.7)}${disc(29, 17, 1.7)}${disc(14, 24, 1.7)}${disc(28, 35, 1.7)}`,
        0,
      ],
    ],
  },
  eagle: {
    ground: "#64a8d8",
    layers: [
      [BONE, "M-6 22-19 43-8 42 0 48 8 42 19 43 6 22Z"],
      [
        BONE,
        "M-4 -16C-16 -34-34 -39-48 -33V11L-37 7-36 22-26 18-24 31-10 22ZM4 -16C16 -34 34 -39 48 -33V11L37 7 36 22 26 18 24 31 10 22Z",
      ],
      [
        BROWN,
        "M-4 -16C-16 -34-34 -39-48 -33V-8L-35 -3-10 14ZM4 -16C16 -34 34 -39 48 -33V-8L35 -3 10 14Z",
      ],
      [INK, "M-37 6-35 -22M-26 17-23 -14M37 6 35 -22M26 17 23 -14", 4],
      [OCHRE, "M0 -20C16 -14 17 14 0 33C-17 14-16 -14 0 -20Z"],
      [BONE, "M-8 -19C-12 -36-4 -45 6 -44L23 -48 16 -38 23 -33 13 -29 9 -17Z"],
      [GOLD, "M-6 -38C-22 -42-28 -30-23 -18C-20 -26-14 -25-7 -26Z"],
      [INK, disc(1, -33, 3.6), 0],
      [INK, "M-6 -3 0 3 6 -3M-5 10 0 15 5 10", 4],
    ],
  },
  serpent: {
    ground: "#efdca6",
    layers: [
      [
        RED,
        "M-14 -38C-13 -47-3 -50 5 -47C1 -44 1 -42 1 -40C7 -44 15 -42 18 -37C10 -36 2 -30-6 -26Z",
      ],
      [INK, COIL, 22],
      [TEAL, COIL, 13],
      [BONE, COIL, 5, "5 9"],
      [GOLD, "M24 16 34 14 37 36 27 38ZM35 16 44 16 46 32 37 34Z"],
      [RED, "M-34 -23-41 -9-48 -9M-41 -9-39 -2", 4.5],
      [TEAL, "M-8 -42C-24 -48-45 -43-48 -31L-32 -27-45 -20C-36 -9-18 -8-9 -14Z"],
      [BONE, disc(-22, -33, 6)],
      [INK, disc(-23, -33, 2.6), 0],
    ],
  },
  maize: {
    ground: "#8c4a2f",
    layers: [
      [GOLD, "M0 -49C14 -41 20 -14 15 20H-15C-20 -14-14 -41 0 -49Z"],
      [INK, "M-6 -40V20M6 -40V20M-12 -31H12M-16 -19H16M-17 -7H17M-17 5H17", 4],
      [
        LEAF,
        "M0 47C-34 44-45 14-41 -23C-28 -12-20 4-14 10C-10 22-4 34 0 47ZM0 47C34 44 45 14 41 -23C28 -12 20 4 14 10C10 22 4 34 0 47Z",
      ],
      [LIME, "M0 47C-12 36-16 20-14 10L0 20 14 10C16 20 12 36 0 47Z"],
      [INK, "M-32 2C-30 14-26 24-18 33M32 2C30 14 26 24 18 33M0 30V38", 3.5],
    ],
  },
  rain: {
    ground: "#2d5f9c",
    layers: [
      [
        BONE,
        "M-32 4C-50 4-51 -19-35 -21C-36 -40-12 -47-3 -34C6 -48 33 -42 31 -23C50 -23 51 4 33 4Z",
      ],
      [
        INK,
        "M-34 -8C-28 -2-18 -6-20 -14C-22 -20-31 -18-29 -12M-4 -8C4 -2 14 -7 12 -16C9 -23-2 -20 0 -13M28 -6C37 -6 37 -16 29 -15",
        4,
      ],
      [SKY, `${drop(-28, 9)}${drop(0, 15)}${drop(28, 9)}`],
      [BONE, "M-32 28C-32 31-30 33-28 34M-4 34C-4 37-2 39 0 40M24 28C24 31 26 33 28 34", 3],
    ],
  },
  flower: {
    ground: "#276e50",
    layers: [
      [INK, "M0 10V44", 12],
      [LIME, "M0 10V44", 4],
      [LIME, "M0 45C-6 28-24 22-42 24C-38 41-18 49 0 45ZM0 45C6 28 24 22 42 24C38 41 18 49 0 45Z"],
      [INK, "M-30 30C-22 32-16 35-10 40M30 30C22 32 16 35 10 40", 3.5],
      [
        PINK,
        `${disc(0, -33, 14)}${disc(21, -18, 14)}${disc(13, 6, 14)}${disc(-13, 6, 14)}${disc(-21, -18, 14)}`,
      ],
      [RED, "M0 -33V-12M21 -18 0 -12M13 6 0 -12M-13 6 0 -12M-21 -18 0 -12", 5],
      [GOLD, disc(0, -12, 11.5)],
      [INK, disc(0, -12, 4), 0],
    ],
  },
  monkey: {
    ground: "#f0a13c",
    layers: [
      [TEAL, `${disc(-36, 20, 7)}${disc(36, 20, 7)}`],
      [BROWN, `${disc(-35, -4, 13)}${disc(35, -4, 13)}`],
      [PINK, `${disc(-36, -4, 6)}${disc(36, -4, 6)}`, 0],
      [
        BROWN,
        "M-13 -35C-18 -44-8 -50 -3 -44C0 -51 12 -50 11 -42C24 -37 32 -24 31 -6C30 4 27 10 23 14C29 36 14 47 0 47C-14 47-29 36-23 14C-27 10-30 4-31 -6C-32 -22-25 -32-13 -35Z",
      ],
      [
        BONE,
        "M0 -19C8 -30 26 -26 24 -8C24 0 20 6 14 9C24 30 14 41 0 41C-14 41-24 30-14 9C-20 6-24 0-24 -8C-26 -26-8 -30 0 -19Z",
      ],
      [INK, `${disc(-11, -8, 6)}${disc(11, -8, 6)}${disc(-4.5, 13, 2.8)}${disc(4.5, 13, 2.8)}`, 0],
      [BONE, `${disc(-12.5, -9.5, 1.8)}${disc(9.5, -9.5, 1.8)}`, 0],
      [INK, "M-12 25C-6 32 6 32 12 25", 4.5],
    ],
  },
  moon: {
    ground: "#54418f",
    layers: [
      [BONE, "M8 -47A48 48 0 1 0 47 8A37 37 0 1 1 8 -47Z"],
      [
        INK,
        `${disc(-34, -8, 4.5)}${disc(-30, 13, 4.5)}${disc(-16, 29, 4.5)}${disc(5, 36, 4.5)}`,
        0,
      ],
      [
        SKY,
        "M6 17C-9 17-9 -3 5 -5C2 -15 3 -27 8 -34C13 -28 15 -20 15 -14C18 -22 25 -29 31 -31C31 -20 28 -12 23 -8C32 -6 34 3 27 7C29 12 29 15 27 17Z",
      ],
      [INK, disc(22, -1, 2.6), 0],
    ],
  },
  skull: {
    ground: "#b8457f",
    layers: [
      [
        BONE,
        "M0 -47C29 -47 43 -29 43 -8C43 6 36 14 29 17L26 47H-26L-29 17C-36 14-43 6-43 -8C-43 -29-29 -47 0 -47Z",
      ],
      [INK, `${disc(-18, -4, 14)}${disc(18, -4, 14)}M0 6-7.5 21H7.5Z`, 0],
      [RED, `${disc(-18, -4, 5.5)}${disc(18, -4, 5.5)}`, 0],
      [INK, "M-26 28H26M-13 28V46M0 28V46M13 28V46", 4],
      [GOLD, "M0 -41 7 -32 0 -23-7 -32Z"],
      [INK, `${disc(-18, -30, 2.6)}${disc(18, -30, 2.6)}`, 0],
    ],
  },
  zuma: {
    ground: "#17130f",
    layers: [
      [TEAL, "M-20 -14-49 2C-51 -12-48 -22-42 -30ZM20 -14 49 2C51 -12 48 -22 42 -30Z"],
      [GOLD, "M-14 -18-42 -30C-38 -39-31 -45-22 -48ZM14 -18 42 -30C38 -39 31 -45 22 -48Z"],
      [RED, "M-8 -20-22 -48C-16 -50-8 -51 0 -51C8 -51 16 -50 22 -48L8 -20Z"],
      [GOLD, disc(0, -37, 6)],
      [GOLD, `${disc(-34, 16, 11)}${disc(34, 16, 11)}`],
      [INK, `${disc(-34, 16, 4)}${disc(34, 16, 4)}`, 0],
      [GOLD, "M-26 -12H26V18C26 38 13 49 0 49C-13 49-26 38-26 18Z"],
      [TEAL, "M-29 -24H29V-10H-29Z"],
      [BONE, "M-20 2H-7V11H-20ZM7 2H20V11H7ZM-13 29H13V39H-13Z"],
      [INK, "M-15 2H-10V11H-15ZM10 2H15V11H10Z", 0],
      [INK, "M-4 29V39M5 29V39M-3 0-7 20H7L3 0M-16 -17H-12M-2 -17H2M12 -17H16", 4],
    ],
  },
};

/** The colours of poles; each has a head, ears and a pattern of its own: no fact by colour alone. */
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

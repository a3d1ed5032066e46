import { BufferGeometry, type Group, type Mesh, MeshBasicMaterial, Vector3 } from "three";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Held, Placed } from "../bench";
import {
  moved,
  PIECES,
  readOutline,
  SHAPES,
  TURNS,
  type Turn,
  tumbled,
  turned,
  turnLying,
  UPRIGHT,
} from "../layout";
import { middleOf } from "./body";
import { Cast, centre, rotation, turnedOn } from "./cast";

vi.mock("../../../ui/motion", () => ({ duration: (milliseconds: number) => milliseconds }));
vi.mock("./stock", () => {
  const [body, paint] = [new BufferGeometry(), new MeshBasicMaterial()];
  const made = {
    body,
    paint,
    carried: paint,
    ghost: paint,
    behind: paint,
    wire: body,
    line: paint,
  };
  return { stockOf: () => made };
});

const A: Placed = {
  piece: "A",
  cubes: [
    { x: 0, y: 0, z: 0 },
    { x: 0, y: 1, z: 0 },
  ],
};
const ASIDE = { x: 9, y: 9 };
/** Upside down it looks the same, but for its letters. */
const OTHER: Turn = tumbled(tumbled(UPRIGHT, "right"), "right");

let cast: Cast;
beforeEach(() => {
  cast = new Cast();
});

function show(lying: readonly Placed[], held: Held | null, turn = UPRIGHT): void {
  const scene = { outline: readOutline("###"), task: [], mayBuild: true, turnOf: () => turn };
  cast.show({ ...scene, lying, held }, null, ASIDE);
}

function rest(): number {
  let steps = 0;
  while (cast.step(16)) steps += 1;
  return steps;
}

/** The pieces that are drawn; the first part of the picture is where one would land. */
function drawn(): Mesh[] {
  return cast.group.children.slice(1) as Mesh[];
}

function ghosts(): number {
  return (cast.group.children[0] as Group).children.length;
}

function held(more: Partial<Held> = {}): Held {
  return { piece: "A", turn: UPRIGHT, at: null, target: null, ...more };
}

test("a piece comes, comes to rest, and is told the same again without moving", () => {
  show([A], null);
  expect(rest()).toBeGreaterThan(3);
  const [mesh] = drawn();
  expect(mesh?.position.toArray()).toEqual([0, 0.5, 0.5]);
  expect(mesh?.scale.x).toBe(1);
  show([{ ...A, cubes: [...A.cubes] }], null);
  expect(cast.step(16)).toBe(false);
});

test("in the hand it hovers above what lies, and there is a ghost where it would land", () => {
  const under: Placed = { piece: "B", cubes: [{ x: 2, y: 0, z: 0 }] };
  show([under], held({ at: { x: 1, y: 1 }, target: A.cubes }));
  rest();
  const mesh = drawn().at(-1);
  expect(mesh?.position.x).toBe(1);
  expect((mesh?.position.z ?? 0) - 0.5).toBeGreaterThan(1);
  expect(ghosts()).toBe(3);
  show([under], held({ at: { x: 1, y: 1 } }));
  expect(ghosts()).toBe(0);
});

test("beside the board it is small, and picked where it is drawn", () => {
  show([], held());
  rest();
  expect(drawn()[0]?.position.x).toBe(ASIDE.x);
  expect(drawn()[0]?.scale.x).toBeLessThan(0.9);
  const [[piece, cubes] = []] = [...cast.standing()];
  expect(piece).toBe("A");
  expect(cubes?.map(({ x }) => x)).toEqual([9, 9]);
});

test("taken up, a piece does not turn just errorText the bench calls it otherwise", () => {
  show([A], null, OTHER);
  rest();
  const before = drawn()[0]?.quaternion.clone();
  show([], held({ at: { x: 0, y: 0.5 } }));
  rest();
  expect(drawn()[0]?.quaternion.angleTo(before ?? rotation(UPRIGHT))).toBeCloseTo(0, 6);
  show([], held({ at: { x: 0, y: 0.5 }, turn: tumbled(UPRIGHT, "right") }));
  rest();
  expect(drawn()[0]?.quaternion.angleTo(before ?? rotation(UPRIGHT))).toBeCloseTo(Math.PI / 2, 6);
});

test("a piece that is gone leaves the picture, and can come again", () => {
  show([A], null);
  rest();
  show([], null);
  expect(rest()).toBeGreaterThan(3);
  expect(drawn()).toEqual([]);
  show([A], null);
  expect(drawn()).toHaveLength(1);
});

test("there are 24 ways to turn a piece", () => {
  expect(TURNS).toHaveLength(24);
});

describe.each(PIECES)("piece %s", (piece) => {
  test("is drawn where its cubes are, however it is turned", () => {
    for (const turn of TURNS) {
      const cubes = moved(turned(piece, turn), { x: 2, y: 1, z: 0 });
      const [x, y, z] = middleOf(SHAPES[piece]);
      const drawn = SHAPES[piece].map((cube) => {
        const at = new Vector3(cube.x + 0.5 - x, cube.y + 0.5 - y, cube.z + 0.5 - z);
        const there = at.applyQuaternion(rotation(turn)).add(centre(cubes));
        return [there.x, there.y, there.z - 0.5].map((value) => Math.round(value * 1e6) / 1e6 + 0);
      });
      expect(drawn.map(String).sort()).toEqual(cubes.map(({ x, y, z }) => `${x},${y},${z}`).sort());
    }
  });

  test("keeps its turn when it is put down, and has one that fits when it comes from elsewhere", () => {
    for (const turn of TURNS) {
      const cubes = turned(piece, turn);
      expect(turnLying(piece, cubes, [turn])).toBe(turn);
      expect(new Set(turned(piece, turnLying(piece, cubes, [null])).map(String))).toEqual(
        new Set(cubes.map(String)),
      );
    }
  });
});

test("a turn that does not fit is not kept", () => {
  const standing = turned("A", tumbled(UPRIGHT, "away"));
  expect(turnLying("A", standing, [UPRIGHT])).not.toBe(UPRIGHT);
});

test("a piece tumbles on as the bench does, however it was drawn before", () => {
  for (const drawn of TURNS) {
    for (const way of ["left", "away", "clockwise"] as const) {
      for (const before of [UPRIGHT, tumbled(tumbled(UPRIGHT, "near"), "right")]) {
        const after = tumbled(before, way);
        // Written out, as there is a zero below zero.
        expect(JSON.stringify(turnedOn(drawn, before, after))).toBe(
          JSON.stringify(tumbled(drawn, way)),
        );
      }
    }
  }
});

import { BufferGeometry, type Group, type Mesh, MeshBasicMaterial } from "three";
import { beforeEach, expect, test, vi } from "vitest";
import type { Held, Placed } from "../bench";
import { readOutline, type Turn, tumbled, UPRIGHT } from "../geometry";
import { Cast } from "./cast";
import { rotation } from "./pose";

vi.mock("../../../lib/motion", () => ({ duration: (milliseconds: number) => milliseconds }));
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

test("taken up, a piece does not turn just because the bench calls it otherwise", () => {
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

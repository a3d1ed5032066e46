import { Group, LineSegments, Mesh, Vector3 } from "three";
import type { Bench, Held, Placed } from "../bench";
import { type Cell, type Cube, extent, type Piece, turned } from "../geometry";
import { turnLying } from "../placing";
import { Actor } from "./actor";
import { centre, rotation, turnedOn } from "./pose";
import { stockOf } from "./stock";

/** The bench at one moment. */
export type Scene = Pick<Bench, "outline" | "task" | "lying" | "held" | "mayBuild" | "turnOf">;

/** So high above what lies a piece is carried. */
const CLEAR = 0.4;
/** In the hand, but not over the board: small and aside, so that the board can be seen. */
const ASIDE = { size: 0.62, height: 0.9 } as const;

/** The pieces on the board and in the hand, and where the one in the hand would land. */
export class Cast {
  readonly group = new Group();
  #actors = new Map<Piece, Actor>();
  #ghost = new Group();
  #lying: readonly Placed[] = [];
  #held: Held | null = null;
  #carried: Piece | null = null;

  constructor() {
    this.group.add(this.#ghost);
  }

  /** All pieces where the bench says; the one in the hand under the finger that carries it, or aside. */
  show({ lying, held, turnOf }: Scene, carried: Cell | null, aside: Cell): void {
    const before = this.#held;
    this.#lying = lying;
    this.#held = held;
    const there = new Set<Piece>();
    for (const { piece, cubes } of lying) {
      if (piece === held?.piece) continue;
      there.add(piece);
      const drawn = this.#actors.get(piece)?.turn ?? null;
      const turn = turnLying(piece, cubes, [drawn, turnOf(piece)]);
      const actor = this.#actor(piece, centre(cubes), turn);
      actor.tumble(turn);
      actor.go(centre(cubes));
    }
    if (held !== null) {
      there.add(held.piece);
      const over = carried ?? held.at;
      const { x, y } = over ?? aside;
      const at = new Vector3(x, y, over ? this.height : ASIDE.height);
      const actor = this.#actor(held.piece, at, held.turn);
      const same = before?.piece === held.piece;
      const drawn = same ? turnedOn(actor.turn, before.turn, held.turn) : actor.turn;
      // Taken up, it does not turn just because it could be called otherwise.
      actor.tumble(turnLying(held.piece, turned(held.piece, held.turn), [drawn, held.turn]));
      if (carried) actor.follow(at, this.#carried !== held.piece);
      else actor.go(at);
      actor.rise(over ? 1 : ASIDE.size);
    }
    for (const [piece, actor] of this.#actors) {
      if (!there.has(piece)) actor.leave();
      else if (piece !== held?.piece) actor.rest();
    }
    this.#carried = carried && (held?.piece ?? null);
    this.#haunt(held);
  }

  /** The height at which the middle of the piece in the hand is carried: just above all that lies. */
  get height(): number {
    if (this.#held === null) return 0;
    const { piece, turn } = this.#held;
    const others = this.#lying.filter((placed) => placed.piece !== piece);
    const top = Math.max(0, ...others.flatMap(({ cubes }) => cubes.map(({ z }) => z + 1)));
    return top + CLEAR + extent(turned(piece, turn)).z / 2;
  }

  /** The cubes of every piece where it is drawn just now, for picking. */
  *standing(): Iterable<readonly [Piece, readonly Cube[]]> {
    for (const { piece, cubes } of this.#lying)
      if (piece !== this.#held?.piece) yield [piece, cubes];
    const actor = this.#held && this.#actors.get(this.#held.piece);
    if (this.#held === null || !actor) return;
    const cubes = turned(this.#held.piece, this.#held.turn);
    const [from, to] = [centre(cubes), actor.at];
    const by = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
    yield [
      this.#held.piece,
      cubes.map(({ x, y, z }) => ({ x: x + by.x, y: y + by.y, z: z + by.z })),
    ];
  }

  /** Where the middle of a piece is drawn. */
  where(piece: Piece): Cell | null {
    return this.#actors.get(piece)?.at ?? null;
  }

  step(milliseconds: number): boolean {
    let moving = false;
    for (const [piece, actor] of this.#actors) {
      if (actor.step(milliseconds)) moving = true;
      if (!actor.gone) continue;
      this.group.remove(actor.mesh);
      this.#actors.delete(piece);
    }
    return moving;
  }

  #actor(piece: Piece, at: Vector3, turn: Actor["turn"]): Actor {
    const known = this.#actors.get(piece);
    if (known) return known;
    const actor = new Actor(piece, at, turn);
    this.#actors.set(piece, actor);
    this.group.add(actor.mesh);
    return actor;
  }

  #haunt(held: Held | null): void {
    this.#ghost.clear();
    if (!held?.target) return;
    const { body, ghost, behind, wire, line } = stockOf(held.piece);
    const parts = [new Mesh(body, ghost), new Mesh(body, behind), new LineSegments(wire, line)];
    for (const [order, part] of parts.entries()) {
      part.position.copy(centre(held.target));
      part.quaternion.copy(rotation(held.turn));
      part.renderOrder = 1 + order;
      this.#ghost.add(part);
    }
  }
}

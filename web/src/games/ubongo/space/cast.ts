import { Group, LineSegments, Matrix4, Mesh, Quaternion, Vector3 } from "three";
import { duration } from "../../../ui/motion";
import type { Bench, Held, Placed } from "../bench";
import { type Cell, type Cube, extent, type Piece, type Turn, turned, turnLying } from "../layout";
import { middleOf } from "./body";
import { ARRIVING, FALLING, Glide } from "./glide";
import { stockOf } from "./stock";

/** How a body stands in space. The middle of a cell is at its own numbers, the board's surface at height 0. */
export interface Pose {
  at: Vector3;
  turn: Quaternion;
}

export function rotation([right, away, up]: Turn): Quaternion {
  const axis = ({ x, y, z }: Cube) => new Vector3(x, y, z);
  const basis = new Matrix4().makeBasis(axis(right), axis(away), axis(up));
  return new Quaternion().setFromRotationMatrix(basis);
}

/** The middle of the box around cubes on the board. */
export function centre(cubes: readonly Cube[]): Vector3 {
  const [x, y, z] = middleOf(cubes);
  return new Vector3(x - 0.5, y - 0.5, z);
}

/**
 * How a piece is drawn that the bench has turned on: by as much as the bench did. It may have been drawn otherwise than
 * the bench has it, as a piece that looks the same from two sides has letters on it.
 */
export function turnedOn(drawn: Turn, before: Turn, after: Turn): Turn {
  const [right, away, up] = drawn.map((axis) => {
    const [a, b, c] = before.map((old) => axis.x * old.x + axis.y * old.y + axis.z * old.z);
    return combined(after, a ?? 0, b ?? 0, c ?? 0);
  });
  return right && away && up ? [right, away, up] : after;
}

function combined([right, away, up]: Turn, a: number, b: number, c: number): Cube {
  return {
    x: a * right.x + b * away.x + c * up.x,
    y: a * right.y + b * away.y + c * up.y,
    z: a * right.z + b * away.z + c * up.z,
  };
}

export const TUMBLE_MS = 150;
export const LIFT_MS = 130;
export const FALL_MS = 150;

/** One piece of the scene, animated to its place. */
export class Actor {
  readonly mesh: Mesh;
  /** How it is turned, or is turning to. */
  turn: Turn;
  #x: Glide;
  #y: Glide;
  #z: Glide;
  #size = new Glide(0);
  #turned = new Glide(1);
  #from = new Quaternion();
  #to = new Quaternion();

  constructor(
    readonly piece: Piece,
    at: Vector3,
    turn: Turn,
  ) {
    const { body, paint } = stockOf(piece);
    this.mesh = new Mesh(body, paint);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.turn = turn;
    this.#to.copy(rotation(turn));
    this.#x = new Glide(at.x);
    this.#y = new Glide(at.y);
    this.#z = new Glide(at.z);
    this.#pose();
  }

  get gone(): boolean {
    return this.#size.goal === 0 && !this.#size.moving;
  }

  get at(): { x: number; y: number; z: number } {
    return { x: this.#x.now, y: this.#y.now, z: this.#z.now };
  }

  /** Is in the hand. */
  rise(size: number): void {
    this.#size.to(size, duration(LIFT_MS));
    // Aside, its shadow would leave the shadow map.
    this.mesh.castShadow = size === 1;
    this.mesh.material = stockOf(this.piece).carried;
    this.mesh.renderOrder = 9;
  }

  /** Lies on the board. */
  rest(): void {
    this.#size.to(1, duration(LIFT_MS));
    this.mesh.castShadow = true;
    this.mesh.material = stockOf(this.piece).paint;
    this.mesh.renderOrder = 0;
  }

  /** Back to the tray: it is drawn there. */
  leave(): void {
    this.#size.to(0, duration(LIFT_MS));
    this.#z.to(this.#z.goal + 0.4, duration(LIFT_MS));
  }

  /** Under the finger at once; it comes there when it is grabbed. */
  follow(at: Vector3, grabbed: boolean): void {
    if (grabbed) {
      this.#x.to(at.x, duration(LIFT_MS));
      this.#y.to(at.y, duration(LIFT_MS));
    }
    this.#x.follow(at.x);
    this.#y.follow(at.y);
    this.#z.to(at.z, duration(LIFT_MS));
  }

  /** Glides there; a thing that comes down falls. */
  go(at: Vector3): void {
    const down = at.z < this.#z.goal;
    this.#x.to(at.x, duration(LIFT_MS));
    this.#y.to(at.y, duration(LIFT_MS));
    this.#z.to(at.z, duration(down ? FALL_MS : LIFT_MS), down ? FALLING : ARRIVING);
  }

  tumble(turn: Turn): void {
    const to = rotation(turn);
    this.turn = turn;
    if (Math.abs(to.dot(this.#to)) > 0.9999) return;
    this.#from.copy(this.mesh.quaternion);
    this.#to.copy(to);
    this.#turned.run(0, 1, duration(TUMBLE_MS));
  }

  /** Goes on; false when it has arrived. */
  step(milliseconds: number): boolean {
    const parts = [this.#x, this.#y, this.#z, this.#size, this.#turned];
    const moving = parts.some((part) => part.moving);
    for (const part of parts) part.step(milliseconds);
    this.#pose();
    return moving;
  }

  #pose(): void {
    this.mesh.position.set(this.#x.now, this.#y.now, this.#z.now);
    this.mesh.quaternion.slerpQuaternions(this.#from, this.#to, this.#turned.now);
    this.mesh.scale.setScalar(Math.max(0.001, this.#size.now));
  }
}

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

import type { Attachment } from "svelte/attachments";
import { DRAG_SLACK_PX, swallowClick } from "../drag";
import { shortcuts } from "../keys.svelte";
import { distance, type Point } from "../points";
import {
  ARROWS,
  type Box,
  beyond,
  type Camera,
  panned,
  pinched,
  type Room,
  revealing,
  type Side,
  type Sides,
  toward,
  zoomed,
} from "./camera";

const STEP = 1.3;

/** The camera over a table: stands where the game wants it, until the player moves it. */
export class Viewport {
  private own = $state.raw<{ camera: Camera; scene: unknown; dragged: boolean } | null>(null);

  /** In another scene (a new round) the camera stands there again. */
  constructor(
    private readonly fitted: () => Camera,
    readonly room: () => Room,
    /** All there is to see. */
    private readonly extent: () => Box,
    private readonly scene: () => unknown = () => null,
  ) {}

  /** Whether the player has moved it. */
  readonly moved = $derived.by(() => this.own !== null && this.own.scene === this.scene());
  readonly camera: Camera = $derived.by(() =>
    this.own !== null && this.moved ? this.own.camera : this.fitted(),
  );

  /** Whether it is dragged: then it follows at once, otherwise it glides. */
  readonly dragged = $derived.by(() => this.moved && this.own?.dragged === true);
  /** How much is out of sight on each side. */
  readonly beyond: Sides = $derived.by(() => beyond(this.extent(), this.camera, this.room()));

  /** Moved by a drag. */
  look(camera: Camera): void {
    this.own = { camera, scene: this.scene(), dragged: true };
  }

  pan(side: Side): void {
    this.glide(toward(side, this.camera, this.beyond, this.room()));
  }

  /** A place that the keyboard goes to comes into sight. */
  reveal(point: Point, margin: number): void {
    const { x, y } = this.camera;
    const camera = revealing(this.camera, point, margin, this.room());
    if (camera.x !== x || camera.y !== y) this.glide(camera);
  }

  /** On the camera's own buttons the arrow keys are free: they move the view. */
  arrow(event: KeyboardEvent): void {
    const side = ARROWS[event.key];
    if (!side || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.pan(side);
  }

  nearer(): void {
    this.zoom(STEP);
  }

  farther(): void {
    this.zoom(1 / STEP);
  }

  showAll(): void {
    this.own = null;
  }

  /** The keys of a table that can be zoomed; true when it was one of them. */
  onKey(key: string): boolean {
    if (!shortcuts.allow(key)) return false;
    if (key === "+" || key === "=") this.nearer();
    else if (key === "-") this.farther();
    else return false;
    return true;
  }

  private zoom(factor: number): void {
    const { width, height } = this.room();
    this.glide(zoomed(this.camera, factor, { x: width / 2, y: height / 2 }));
  }

  private glide(camera: Camera): void {
    this.own = { camera, scene: this.scene(), dragged: false };
  }
}

const WHEEL = 0.0016;

/** Drag to move the table, two fingers or the wheel to come nearer. A press without a way stays a click. */
export function gestures(viewport: Viewport): Attachment<SVGSVGElement> {
  return (table) => {
    const fingers = new Map<number, Point>();
    let start: { camera: Camera; fingers: Map<number, Point> } | null = null;
    let moving = false;
    const stop = new AbortController();
    const { signal } = stop;

    const at = (event: MouseEvent): Point => {
      const { left, top } = table.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const begin = () => {
      start = fingers.size > 0 ? { camera: viewport.camera, fingers: new Map(fingers) } : null;
    };

    table.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button !== 0) return;
        fingers.set(event.pointerId, at(event));
        moving = fingers.size > 1;
        begin();
      },
      { signal },
    );
    addEventListener(
      "pointermove",
      (event) => {
        if (!start || !fingers.has(event.pointerId)) return;
        fingers.set(event.pointerId, at(event));
        moving ||= farthest(start.fingers, fingers) > DRAG_SLACK_PX;
        if (moving) viewport.look(followed(start.camera, start.fingers, fingers));
      },
      { signal },
    );
    for (const kind of ["pointerup", "pointercancel"] as const) {
      addEventListener(
        kind,
        (event) => {
          if (!fingers.delete(event.pointerId)) return;
          if (moving) swallowClick();
          begin();
        },
        { signal },
      );
    }
    table.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        viewport.look(zoomed(viewport.camera, Math.exp(-event.deltaY * WHEEL), at(event)));
      },
      { signal, passive: false },
    );
    return () => stop.abort();
  };
}

function farthest(from: ReadonlyMap<number, Point>, to: ReadonlyMap<number, Point>): number {
  return Math.max(0, ...[...to].map(([finger, at]) => distance(from.get(finger) ?? at, at)));
}

/** Where the camera stands when these fingers have moved from there to here. */
function followed(
  camera: Camera,
  from: ReadonlyMap<number, Point>,
  to: ReadonlyMap<number, Point>,
): Camera {
  const [one, other] = [...from.keys()];
  const ways = [one, other].flatMap((finger) => {
    const [before, after] = [from.get(finger ?? -1), to.get(finger ?? -1)];
    return before && after ? [{ before, after }] : [];
  });
  const [first, second] = ways;
  if (!first) return camera;
  if (!second) {
    return panned(camera, { x: first.after.x - first.before.x, y: first.after.y - first.before.y });
  }
  return pinched(camera, [first.before, second.before], [first.after, second.after]);
}

import { shortcuts } from "../keys.svelte";
import type { Point } from "../points";
import {
  ARROWS,
  type Box,
  beyond,
  type Camera,
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

  /** Whether somebody has moved it. */
  readonly moved = $derived.by(() => this.own !== null && this.own.scene === this.scene());
  readonly camera: Camera = $derived.by(() =>
    this.own !== null && this.moved ? this.own.camera : this.fitted(),
  );

  /** Whether a hand moves it, which it follows at once; otherwise it glides. */
  readonly dragged = $derived.by(() => this.moved && this.own?.dragged === true);
  /** How much is out of sight on each side. */
  readonly beyond: Sides = $derived.by(() => beyond(this.extent(), this.camera, this.room()));

  /** As a hand moves it. */
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

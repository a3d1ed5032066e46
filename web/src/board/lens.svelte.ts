import { shortcuts } from "../lib/shortcuts.svelte";
import { type Camera, type Room, zoomed } from "./camera";

const STEP = 1.3;

/** The camera over a table: shows everything by itself, until somebody moves it. */
export class Lens {
  private own = $state.raw<{ camera: Camera; scene: unknown } | null>(null);

  /** In another scene (a new round) the camera shows everything again. */
  constructor(
    private readonly fitted: () => Camera,
    readonly room: () => Room,
    private readonly scene: () => unknown = () => null,
  ) {}

  /** Whether somebody has moved it. */
  readonly moved = $derived.by(() => this.own !== null && this.own.scene === this.scene());
  readonly camera: Camera = $derived.by(() =>
    this.own !== null && this.moved ? this.own.camera : this.fitted(),
  );

  look(camera: Camera): void {
    this.own = { camera, scene: this.scene() };
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
  typed(key: string): boolean {
    if (!shortcuts.allow(key)) return false;
    if (key === "+" || key === "=") this.nearer();
    else if (key === "-") this.farther();
    else return false;
    return true;
  }

  private zoom(factor: number): void {
    const { width, height } = this.room();
    this.look(zoomed(this.camera, factor, { x: width / 2, y: height / 2 }));
  }
}

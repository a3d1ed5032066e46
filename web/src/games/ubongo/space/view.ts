import { Scene as Space } from "three";
import type { Bench } from "../bench";
import type { Cell } from "../layout";
import { Orbit } from "./camera";
import { Cast, type Scene } from "./cast";
import { listen } from "./gestures";
import { Hand } from "./hand";
import { DAY, followTheme, Light, type Palette } from "./light";
import { Plate } from "./plate";
import { atHeight } from "./pointing";
import { useStock } from "./stock";
import { ownSurface, Sharpness, type Surface, sharedSurface } from "./surface";

/** Room above the building, for the piece in the hand. */
const HAND_ROOM = 1.8;
const SHOW_ROOM = 0.1;
/** A frame that comes so much later than the one before begins a new movement, with a plain step. */
const PAUSE_MS = 200;
const PLAIN_FRAME_MS = 16;

export interface Wishes {
  /** One of several views that are only looked at. */
  shared: boolean;
  /** WebGL is missing, or was lost. */
  onlost(): void;
  /** After every picture that was drawn. */
  ondrawn(frames: number, usual: boolean): void;
}

/** The board in space on a canvas. It draws when something has changed, and until all stand still. */
export class SpaceView {
  readonly hand: Hand;
  #space = new Space();
  #orbit = new Orbit();
  #plate = new Plate();
  #cast = new Cast();
  #light = new Light();
  #palette: Palette = DAY;
  #sharpness = new Sharpness();
  #surface: Surface | null;
  #scene: Scene | null = null;
  #size = { width: 0, height: 0 };
  #shown: { ground?: string; sight?: string; pieces?: string } = {};
  #frames = 0;
  #asked = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #ratio = 0;
  #last = 0;
  #moved = true;
  #ends: (() => void)[] = [];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    bench: Bench,
    private readonly wishes: Wishes,
  ) {
    this.#surface = (wishes.shared ? sharedSurface : ownSurface)(canvas, wishes.onlost);
    this.hand = new Hand(bench, canvas, this.#orbit, this.#plate, this.#cast, () => this.#redo());
    this.#space.add(this.#plate.group, this.#cast.group, this.#light.group);
    this.#ends.push(useStock(), listen(canvas, this.hand));
    this.#ends.push(followTheme(canvas, (palette) => this.#paint(palette)));
    const room = new ResizeObserver(() => this.#resize());
    room.observe(canvas);
    this.#ends.push(() => room.disconnect());
    if (this.#surface === null) queueMicrotask(wishes.onlost);
  }

  /** How far the view is turned about the upright axis. */
  get angle(): number {
    return this.#orbit.angle;
  }

  /** Shows the bench as it is now. */
  show(scene: Scene): void {
    this.#scene = scene;
    const { outline, lying, held, mayBuild } = scene;
    const ground = JSON.stringify(outline);
    const sight = `${ground} ${mayBuild}`;
    const pieces = JSON.stringify([lying, held]);
    const shown = this.#shown;
    this.#shown = { ground, sight, pieces };
    // Whatever else has happened at the table: what looks the same is not drawn again.
    if (ground !== shown.ground) this.#lay();
    if (sight !== shown.sight) this.#look();
    if (sight !== shown.sight || pieces !== shown.pieces) this.#redo();
  }

  back(): void {
    this.#orbit.back();
    this.#ask();
  }

  dispose(): void {
    cancelAnimationFrame(this.#asked);
    clearTimeout(this.#rest);
    for (const end of this.#ends) end();
    this.#plate.dispose();
    this.#light.dispose();
    this.#surface?.dispose();
    this.#surface = null;
  }

  #redo(): void {
    if (this.#scene === null) return;
    const { held, lying, outline } = this.#scene;
    const { carried } = this.hand;
    this.#cast.show(this.#scene, carried, this.#aside());
    const filled = lying.reduce((sum, { cubes }) => sum + cubes.length, 0) === outline.length * 2;
    this.#plate.framed = !filled || held !== null;
    this.#moved = true;
    this.#ask();
  }

  /** A held piece that is not over the board is drawn between board and tray. */
  #aside(): Cell {
    const { width, height } = this.#size;
    const [x, y] = width > height * 1.2 ? [0.13, 0.6] : [0.5, 0.87];
    return atHeight(this.#orbit.ray(width * x, height * y), 0.9) ?? this.#plate.middle;
  }

  #paint(palette: Palette): void {
    this.#palette = palette;
    this.#light.paint(palette);
    this.#lay();
    this.#moved = true;
    this.#ask();
  }

  #lay(): void {
    if (this.#scene === null) return;
    this.#plate.lay(this.#scene.outline, this.#palette);
    const { middle, width, depth } = this.#plate;
    this.#light.aim(middle, width, depth);
  }

  #look(): void {
    this.#orbit.look(this.#plate.sight(this.#scene?.mayBuild ? HAND_ROOM : SHOW_ROOM));
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    this.#ratio = 0;
    this.#orbit.resize(width, height);
    this.#redo();
    // At once: a canvas that was resized is empty until it is drawn.
    this.#draw(this.#sharpness.still);
  }

  #ask(): void {
    if (this.#asked !== 0 || this.#surface === null) return;
    const since = performance.now();
    this.#asked = requestAnimationFrame(() => {
      this.#sharpness.after(performance.now() - since);
      this.#draw(this.#sharpness.moving);
    });
  }

  #draw(ratio: number): void {
    cancelAnimationFrame(this.#asked);
    clearTimeout(this.#rest);
    this.#asked = 0;
    const { width, height } = this.#size;
    if (this.#surface === null || width === 0 || this.#scene === null) return;
    const now = performance.now();
    const passed = now - this.#last > PAUSE_MS ? PLAIN_FRAME_MS : now - this.#last;
    this.#last = now;
    const turning = this.#orbit.step(passed);
    const moving = this.#cast.step(passed);
    if (ratio !== this.#ratio) this.#surface.resize(width, height, ratio);
    this.#ratio = ratio;
    this.#surface.draw(this.#space, this.#orbit.camera, this.#moved || moving);
    this.#moved = false;
    this.#frames += 1;
    this.wishes.ondrawn(this.#frames, this.#orbit.usual);
    const { still } = this.#sharpness;
    if (turning || moving) this.#ask();
    else if (ratio < still) this.#rest = setTimeout(() => this.#draw(still), PAUSE_MS);
  }
}

import { Scene as Space } from "three";
import type { Bench } from "../bench";
import type { Cell } from "../geometry";
import { Orbit } from "./camera";
import { Cast, type Scene } from "./cast";
import { listen } from "./gestures";
import { Hand } from "./hand";
import { Light } from "./light";
import { DAY, followTheme, type Palette } from "./palette";
import { atHeight } from "./picking";
import { Plate } from "./plate";
import { Sharpness } from "./sharpness";
import { useStock } from "./stock";
import { ownSurface, type Surface, sharedSurface } from "./surface";

/** Room above the building, for the piece in the hand. */
const HAND_ROOM = 1.1;
const SHOW_ROOM = 0.1;
/** The first frame after a rest counts as a plain one, and no frame as a long one. */
const PLAIN_FRAME = 16;
const LONG_FRAME = 50;

export interface Wishes {
  /** One of several views that are only looked at. */
  shared: boolean;
  /** There is no drawing card, or not any more. */
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
  #frames = 0;
  #asked = 0;
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
    const before = this.#scene;
    this.#scene = scene;
    if (before?.outline !== scene.outline) this.#lay();
    if (before?.mayBuild !== scene.mayBuild || before.outline !== scene.outline) this.#look();
    this.#redo();
  }

  back(): void {
    this.#orbit.back();
    this.#ask();
  }

  dispose(): void {
    cancelAnimationFrame(this.#asked);
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
    this.#cast.show(this.#scene, carried ?? held?.at ?? this.#waiting(), carried !== null);
    const filled = lying.reduce((sum, { cubes }) => sum + cubes.length, 0) === outline.length * 2;
    this.#plate.framed = !filled || held !== null;
    this.#moved = true;
    this.#ask();
  }

  /** Where a piece is in the hand that is not over the board: beside it, or before it on a high picture. */
  #waiting(): Cell {
    const { width, height } = this.#size;
    const [x, y] = width > height * 1.2 ? [0.84, 0.7] : [0.5, 0.86];
    return atHeight(this.#orbit.ray(width * x, height * y), 1.5) ?? this.#plate.middle;
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
    this.#light.aim(this.#plate.middle);
  }

  #look(): void {
    this.#orbit.look(this.#plate.sight(this.#scene?.mayBuild ? HAND_ROOM : SHOW_ROOM));
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    this.#surface?.resize(width, height, this.#sharpness.ratio);
    this.#orbit.resize(width, height);
    this.#redo();
    // At once: a canvas that was resized is empty until it is drawn.
    this.#draw(performance.now());
  }

  #ask(): void {
    if (this.#asked === 0 && this.#surface !== null) {
      this.#asked = requestAnimationFrame((now) => this.#draw(now));
    }
  }

  #draw(now: number): void {
    cancelAnimationFrame(this.#asked);
    this.#asked = 0;
    if (this.#surface === null || this.#size.width === 0 || this.#scene === null) return;
    const passed = now - this.#last;
    this.#last = now;
    const lasted = passed > 4 * LONG_FRAME ? PLAIN_FRAME : Math.min(LONG_FRAME, passed);
    const turning = this.#orbit.step(lasted);
    const moving = this.#cast.step(lasted);
    this.#surface.draw(this.#space, this.#orbit.camera, this.#moved || moving);
    this.#moved = false;
    this.#frames += 1;
    this.wishes.ondrawn(this.#frames, this.#orbit.usual);
    if (this.#sharpness.after(passed)) this.#resize();
    if (turning || moving) this.#ask();
  }
}

import { type Camera, type Scene, WebGLRenderer } from "three";

/** The surface that a view renders to. */
export interface Surface {
  resize(width: number, height: number, ratio: number): void;
  /** Draws, with new shadows if something has moved. */
  draw(scene: Scene, camera: Camera, moved: boolean): void;
  dispose(): void;
}

function rendererOn(canvas: HTMLCanvasElement): WebGLRenderer | null {
  const context = canvas.getContext("webgl2", { alpha: true, antialias: true, stencil: false });
  if (context === null || context.isContextLost()) return null;
  const renderer = new WebGLRenderer({ canvas, context, alpha: true, antialias: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.autoUpdate = false;
  return renderer;
}

/** Frees the WebGL context at once: browsers allow only a few for a page. */
function give(renderer: WebGLRenderer): void {
  renderer.dispose();
  if (!renderer.getContext().isContextLost()) renderer.forceContextLoss();
}

/** A WebGL context of its own, for the view that pieces are moved in; null where there is none. */
export function ownSurface(canvas: HTMLCanvasElement, onlost: () => void): Surface | null {
  const renderer = rendererOn(canvas);
  if (renderer === null) return null;
  const stop = new AbortController();
  canvas.addEventListener("webglcontextlost", onlost, { signal: stop.signal });
  return {
    resize(width, height, ratio) {
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height, false);
    },
    draw(scene, camera, moved) {
      renderer.shadowMap.needsUpdate = moved;
      renderer.render(scene, camera);
    },
    dispose() {
      stop.abort();
      give(renderer);
    },
  };
}

interface Shared {
  renderer: WebGLRenderer;
  lost: Set<() => void>;
}

let shared: Shared | null = null;

function share(): Shared | null {
  if (shared !== null) return shared;
  const renderer = rendererOn(document.createElement("canvas"));
  if (renderer === null) return null;
  const all: Shared = { renderer, lost: new Set() };
  renderer.domElement.addEventListener("webglcontextlost", () => {
    if (shared === all) shared = null;
    for (const tell of all.lost) tell();
  });
  shared = all;
  return all;
}

/** Read-only views share one WebGL context, and each keeps its picture. */
export function sharedSurface(canvas: HTMLCanvasElement, onlost: () => void): Surface | null {
  const all = share();
  const pen = canvas.getContext("2d");
  if (all === null || pen === null) return null;
  all.lost.add(onlost);
  const { renderer } = all;
  return {
    resize(width, height, ratio) {
      canvas.width = Math.max(1, Math.round(width * ratio));
      canvas.height = Math.max(1, Math.round(height * ratio));
    },
    draw(scene, camera) {
      const { domElement: drawn } = renderer;
      if (drawn.width !== canvas.width || drawn.height !== canvas.height) {
        renderer.setSize(canvas.width, canvas.height, false);
      }
      // Each view has a lamp of its own, whose shadows may never have been drawn.
      renderer.shadowMap.needsUpdate = true;
      renderer.render(scene, camera);
      pen.clearRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(drawn, 0, 0);
    },
    dispose() {
      all.lost.delete(onlost);
      if (all.lost.size > 0 || shared !== all) return;
      shared = null;
      give(renderer);
    },
  };
}

/** At most so many points for a pixel of the page. */
const FINEST = 2;
const STEPS = [1.5, 1, 0.75, 0.5] as const;
/** If pictures have to wait longer than this, on the average of so many, they are too fine for the device. */
const SLOW_MS = 24;
const ROW = 10;

/**
 * How many points a pixel of the page gets: as many as the screen has while all stands still. While something moves
 * it may be fewer: slow devices get a coarser picture instead of a jerky one.
 */
export class Sharpness {
  #moving = FINEST;
  #row = 0;
  #sum = 0;

  get still(): number {
    return Math.min(FINEST, globalThis.devicePixelRatio ?? 1);
  }

  get moving(): number {
    return Math.min(this.#moving, this.still);
  }

  /** Takes note of how long a picture had to wait for its turn. */
  after(milliseconds: number): void {
    this.#row += 1;
    this.#sum += milliseconds;
    if (this.#row < ROW) return;
    if (this.#sum / this.#row > SLOW_MS) this.#coarsen();
    this.#row = 0;
    this.#sum = 0;
  }

  #coarsen(): void {
    this.#moving = STEPS.find((step) => step < this.moving) ?? this.moving;
  }
}

import { DirectionalLight, Group, HemisphereLight, type Vector3 } from "three";

/** The page's theme as the view needs it: light or dark. */
export interface Palette {
  wood: string;
  grain: string;
  edge: string;
  cell: string;
  cellGrain: string;
  line: string;
  groove: string;
  frame: string;
  frameOpacity: number;
  sky: string;
  ground: string;
  ambient: number;
  lamp: string;
  lampPower: number;
  fill: number;
  shadow: number;
}

export const DAY: Palette = {
  wood: "#d0a672",
  grain: "#9a6a34",
  edge: "#b98a55",
  cell: "#fbf1dc",
  cellGrain: "#e6d2ab",
  line: "#c4a06a",
  groove: "#7d5427",
  frame: "#5c3b16",
  frameOpacity: 0.42,
  sky: "#fffaf0",
  ground: "#d8b48a",
  ambient: 1.55,
  lamp: "#fff3df",
  lampPower: 2.1,
  fill: 0.8,
  shadow: 0.24,
};

export const NIGHT: Palette = {
  wood: "#7d5836",
  grain: "#4a3018",
  edge: "#63432a",
  cell: "#e9d9b8",
  cellGrain: "#cdb68a",
  line: "#a3825a",
  groove: "#2e1b0b",
  frame: "#f3dcb4",
  frameOpacity: 0.34,
  sky: "#d8c8b4",
  ground: "#3a2a1e",
  ambient: 0.95,
  lamp: "#ffe2b8",
  lampPower: 2.15,
  fill: 0.9,
  shadow: 0.5,
};

/** The element's theme, reported again whenever it changes. */
export function followTheme(element: Element, told: (palette: Palette) => void): () => void {
  // Its style says `color: light-dark(#000, #fff)`: the page's own choice, whatever it is made of.
  const tell = () => told(getComputedStyle(element).color.startsWith("rgb(0, 0, 0") ? DAY : NIGHT);
  const stop = new AbortController();
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", tell, { signal: stop.signal });
  const page = new MutationObserver(tell);
  page.observe(document.documentElement, { attributeFilter: ["data-theme", "class", "style"] });
  tell();
  return () => {
    stop.abort();
    page.disconnect();
  };
}

/** The shadow map covers so many cells around the plate, with so many texels on each side. */
const AROUND = 1.6;
const POINTS = 1024;

/** A key light from the upper left with shadows, a weak fill light, and ambient light. */
export class Light {
  readonly group = new Group();
  #room = new HemisphereLight();
  #lamp = new DirectionalLight();
  #fill = new DirectionalLight("#dfe9ff");

  constructor() {
    // Up is along z here.
    this.#room.position.set(0, 0, 1);
    const { shadow } = this.#lamp;
    shadow.mapSize.set(POINTS, POINTS);
    shadow.radius = 3;
    shadow.normalBias = 0.02;
    shadow.bias = -0.0006;
    shadow.intensity = 0.85;
    this.#lamp.castShadow = true;
    this.group.add(this.#room, this.#lamp, this.#lamp.target, this.#fill, this.#fill.target);
  }

  /** Lights a plate around a middle, as wide and deep as that. */
  aim({ x, y }: Vector3, width: number, depth: number): void {
    const reach = Math.hypot(width, depth) / 2 + AROUND;
    const { camera } = this.#lamp.shadow;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    Object.assign(camera, { near: 1, far: 22 });
    camera.updateProjectionMatrix();
    this.#lamp.position.set(x - 2.3, y - 2.4, 9);
    this.#lamp.target.position.set(x, y, 0);
    this.#fill.position.set(x + 3, y - 9, 4);
    this.#fill.target.position.set(x, y, 0);
  }

  paint(palette: Palette): void {
    this.#room.color.set(palette.sky);
    this.#room.groundColor.set(palette.ground);
    this.#room.intensity = palette.ambient;
    this.#lamp.color.set(palette.lamp);
    this.#lamp.intensity = palette.lampPower;
    this.#fill.intensity = palette.fill;
  }

  dispose(): void {
    this.#lamp.dispose();
    this.#fill.dispose();
    this.#room.dispose();
  }
}

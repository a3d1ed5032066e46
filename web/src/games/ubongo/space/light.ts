import { DirectionalLight, Group, HemisphereLight, type Vector3 } from "three";
import type { Palette } from "./palette";

/** The lamp's shadows are reckoned for so many cells around the plate, and so many points on each side. */
const AROUND = 1.6;
const POINTS = 1024;

/** A lamp over the left shoulder that throws shadows, a weak one from the other side, and the room's own light. */
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

import { DirectionalLight, Group, HemisphereLight, type Vector3 } from "three";
import type { Palette } from "./palette";

/** Side of the square that the lamp's shadows are reckoned for, in cells, and in points. */
const REACH = 13;
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
    Object.assign(shadow.camera, {
      left: -REACH / 2,
      right: REACH / 2,
      top: REACH / 2,
      bottom: -REACH / 2,
      near: 1,
      far: 24,
    });
    this.#lamp.castShadow = true;
    this.group.add(this.#room, this.#lamp, this.#lamp.target, this.#fill, this.#fill.target);
  }

  set shadows(wanted: boolean) {
    this.#lamp.castShadow = wanted;
  }

  aim({ x, y }: Vector3): void {
    this.#lamp.position.set(x - 3.6, y - 2.2, 9);
    this.#lamp.target.position.set(x, y, 0);
    this.#fill.position.set(x + 6, y - 4, 4);
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

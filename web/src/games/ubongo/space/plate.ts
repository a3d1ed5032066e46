import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  PlaneGeometry,
  ShadowMaterial,
  Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { type Cell, LEVELS } from "../geometry";
import type { Sight } from "./camera";
import { bounds, frame } from "./contour";
import { drawTop } from "./grain";
import { picture } from "./lettering";
import type { Palette } from "./palette";

const MARGIN = 0.55;
const RIM = 0.12;
const THICK = 0.36;
/** So far around the plate a shadow can fall on the table; every point of it costs. */
const TABLE = 2.6;

/** The board: a wooden plate with the outline, the frame of both levels over it, and its shadow on the table. */
export class Plate {
  readonly group = new Group();
  readonly middle = new Vector3();
  #wood = new MeshLambertMaterial();
  #top = new MeshLambertMaterial();
  #lines = new LineBasicMaterial({ transparent: true, depthWrite: false });
  #table = new ShadowMaterial();
  #frame = new LineSegments(new BufferGeometry(), this.#lines);
  #sides = bounds([{ x: 0, y: 0 }], MARGIN);

  /** Builds it for an outline. */
  lay(outline: readonly Cell[], palette: Palette): void {
    this.#clear();
    // Before the first round there is no board yet.
    this.#sides = bounds(outline.length > 0 ? outline : [{ x: 0, y: 0 }], MARGIN);
    if (outline.length === 0) return;
    const { left, right, near, away } = this.#sides;
    const { width, depth } = this;
    this.middle.set((left + right) / 2, (near + away) / 2, 0);
    const { x, y } = this.middle;

    this.#wood.color.set(palette.edge);
    const slab = new Mesh(
      new RoundedBoxGeometry(width + 2 * RIM, depth + 2 * RIM, THICK, 4, RIM),
      this.#wood,
    );
    slab.position.set(x, y, -THICK / 2 - 0.002);
    this.#top.map = picture(drawTop(outline, MARGIN, palette));
    this.#top.needsUpdate = true;
    const top = new Mesh(new PlaneGeometry(width, depth), this.#top);
    top.position.set(x, y, 0);
    const table = new Mesh(new PlaneGeometry(width + 2 * TABLE, depth + 2 * TABLE), this.#table);
    table.position.set(x, y, -THICK);
    this.#table.opacity = palette.shadow;
    for (const thing of [slab, top, table]) thing.receiveShadow = true;
    slab.castShadow = true;

    const heights = Array.from({ length: LEVELS }, (_, level) => level + 1);
    const points = frame(outline, heights).flatMap(({ x, y, z }) => [x, y, z]);
    this.#frame = new LineSegments(new BufferGeometry(), this.#lines);
    this.#frame.geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
    this.#lines.color.set(palette.frame);
    this.#lines.opacity = palette.frameOpacity;
    this.#frame.renderOrder = 2;
    this.group.add(slab, top, table, this.#frame);
  }

  get width(): number {
    return this.#sides.right - this.#sides.left;
  }

  get depth(): number {
    return this.#sides.away - this.#sides.near;
  }

  /** The frame is there to be filled. */
  set framed(wanted: boolean) {
    this.#frame.visible = wanted;
  }

  /** What has to be seen of it, with so much room above the building. */
  sight(above: number): Sight {
    const { left, right, near, away } = this.#sides;
    const square = (wider: number, z: number) =>
      [left - wider, right + wider].flatMap((x) =>
        [near - wider, away + wider].map((y) => new Vector3(x, y, z)),
      );
    return [...square(RIM, -THICK), ...square(RIM, 0), ...square(-MARGIN, LEVELS + above)];
  }

  /** Whether a point is over the plate, or near enough to mean it. */
  over({ x, y }: Cell, near = 0.6): boolean {
    const sides = this.#sides;
    return (
      x > sides.left - near &&
      x < sides.right + near &&
      y > sides.near - near &&
      y < sides.away + near
    );
  }

  dispose(): void {
    this.#clear();
    for (const material of [this.#wood, this.#top, this.#lines, this.#table]) material.dispose();
  }

  #clear(): void {
    for (const thing of this.group.children) {
      if (thing instanceof Mesh || thing instanceof LineSegments) thing.geometry.dispose();
    }
    this.#top.map?.dispose();
    this.group.clear();
  }
}

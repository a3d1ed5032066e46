import { recall, remember } from "../../startup/stored";
import type { Way } from "./layout";
import type SpaceBench from "./space/SpaceBench.svelte";

export type SpaceBenchOf = typeof SpaceBench;
/** Turns a direction on the screen into one of the board. */
interface Seeing {
  seen<Any extends Way>(way: Any): Any;
}

const KEPT = "ubongo.look";
let wish = $state(recall(KEPT));

/** Names of software renderers: too slow for 3-D. */
const SLOW = /swiftshader|llvmpipe|software|basic render/i;

/** Whether this device draws in space, and whether it is quick at it. */
function drawing(): { possible: boolean; pleasant: boolean } {
  try {
    const found = document.createElement("canvas").getContext("webgl2");
    const debug = found?.getExtension("WEBGL_debug_renderer_info");
    const name = String(found?.getParameter(debug?.UNMASKED_RENDERER_WEBGL ?? 0x1f01) ?? "");
    found?.getExtension("WEBGL_lose_context")?.loseContext();
    return { possible: found !== null, pleasant: found !== null && !SLOW.test(name) };
  } catch {
    return { possible: false, pleasant: false };
  }
}

/** Nothing until a board is laid: to find it out takes a while. */
let device = $state.raw<ReturnType<typeof drawing> | null>(null);
let gone = $state(false);
/** The 3-D view, while there is one: it may be turned. */
let through: Seeing | null = null;

export function seeThrough(view: Seeing): () => void {
  through = view;
  return () => {
    if (through === view) through = null;
  };
}

/** Directions are those of the screen: left is left on the screen. */
export function asSeen<Any extends Way>(way: Any): Any {
  return through ? through.seen(way) : way;
}

function possible(): boolean {
  return device?.possible === true && !gone;
}

/** How the board is looked at: in space, where the device can, or flat. */
export const look = {
  /** Whether it is known what this device can. */
  get known(): boolean {
    return device !== null;
  },
  /** Finds it out after what is being done now; the answer is how to leave it. */
  find(): () => void {
    const soon = setTimeout(() => {
      device ??= drawing();
    });
    return () => clearTimeout(soon);
  },
  get canChoose(): boolean {
    return possible();
  },
  /** WebGL was lost. */
  lost(): void {
    gone = true;
  },
  get inSpace(): boolean {
    return possible() && (wish === null ? device?.pleasant === true : wish === "space");
  },
  set inSpace(wanted: boolean) {
    wish = wanted ? "space" : "flat";
    remember(KEPT, wish);
  },
};

export async function spaceView(): Promise<SpaceBenchOf> {
  return (await import("./space/SpaceBench.svelte")).default;
}

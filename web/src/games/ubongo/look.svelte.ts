import type { Component } from "svelte";
import { recall, remember } from "../../lib/stored";
import type { Bench } from "./bench";

type SpaceView = Component<{ bench: Bench; label: string }>;

const KEPT = "ubongo.look";
const PATH = "./space/SpaceBench.svelte";
// Written so that the page can be built without it as well.
const loadSpace = import.meta.glob<{ default: SpaceView }>("./space/SpaceBench.svelte")[PATH];

let wish = $state(recall(KEPT));

/** Names of drawing programs that leave all the work to the processor: too slow for turning things. */
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

const { possible, pleasant } = loadSpace ? drawing() : { possible: false, pleasant: false };

/** How the board is looked at: in space, where the device can, or flat. */
export const look = {
  get canChoose(): boolean {
    return possible;
  },
  get inSpace(): boolean {
    return possible && (wish === null ? pleasant : wish === "space");
  },
  set inSpace(wanted: boolean) {
    wish = wanted ? "space" : "flat";
    remember(KEPT, wish);
  },
};

export async function spaceView(): Promise<SpaceView | null> {
  return loadSpace ? (await loadSpace()).default : null;
}

import type { Component } from "svelte";
import { recall, remember } from "../../lib/stored";
import type { Bench } from "./bench";

type SpaceView = Component<{ bench: Bench; label: string }>;

const KEPT = "ubongo.look";
const PATH = "./space/SpaceBench.svelte";
// Written so that the page can be built without it as well.
const loadSpace = import.meta.glob<{ default: SpaceView }>("./space/SpaceBench.svelte")[PATH];

let wish = $state(recall(KEPT));

/** Whether this device draws in space; `quick`: without its processor doing all the work. */
function draws(quick: boolean): boolean {
  try {
    const canvas = document.createElement("canvas");
    const found = canvas.getContext("webgl2", { failIfMajorPerformanceCaveat: quick });
    found?.getExtension("WEBGL_lose_context")?.loseContext();
    return found !== null;
  } catch {
    return false;
  }
}

const possible = loadSpace !== undefined && draws(false);
const pleasant = possible && draws(true);

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

import * as api from "../startup/api";

/**
 * Tries once more to load a part of the page. Some browsers remember that a file did not come, and after an
 * update of the hall it has another name: if the hall answers all the same, the page begins anew.
 */
export async function loadedAgain<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (lost) {
    await api.games();
    location.reload();
    throw lost;
  }
}

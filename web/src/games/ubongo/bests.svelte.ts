import * as api from "../../lib/api";
import type { PersonalBest } from "../../lib/forms";

/** What this person has done best so far, alone; nothing until the hall has said it. */
export class Bests {
  list = $state.raw<readonly PersonalBest[]>([]);

  constructor() {
    $effect(() => {
      void api.myBests("ubongo").then(
        (found) => {
          this.list = found;
        },
        () => undefined, // a record that cannot be looked up is not missed
      );
    });
  }
}

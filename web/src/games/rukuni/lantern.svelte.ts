import type { GroupView } from "./view";

/** The group that is pointed at, in the score or on the board: both show it. */
let group = $state.raw<GroupView | null>(null);

export const lantern = {
  get group(): GroupView | null {
    return group;
  },
  shine(on: GroupView | null): void {
    group = on;
  },
};

export function same(one: GroupView | null, other: GroupView | null): boolean {
  return one !== null && other !== null && one.pegs[0] === other.pegs[0];
}

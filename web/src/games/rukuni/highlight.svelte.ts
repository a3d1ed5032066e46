import type { GroupView } from "./turn";

/** The group that is pointed at, in the score or on the board: both show it. */
let group = $state.raw<GroupView | null>(null);

export const highlight = {
  get group(): GroupView | null {
    return group;
  },
  show(on: GroupView | null): void {
    group = on;
  },
};

export function same(one: GroupView | null, other: GroupView | null): boolean {
  return one !== null && other !== null && one.pegs[0] === other.pegs[0];
}

import type { Called } from "../startup/types";

export type Invite = Pick<Called, "table" | "game" | "name">;

let waiting = $state.raw<readonly Invite[]>([]);
let invited = $state.raw<string | null>(null);

/** Invitations to tables that the page does not show. */
export const invites = {
  /** The newest first. */
  get now(): readonly Invite[] {
    return waiting.filter(({ table }) => table !== invited);
  },
  add({ table, game, name }: Invite): void {
    waiting = [{ table, game, name }, ...waiting.filter((invite) => invite.table !== table)];
  },
  dismiss(table: string): void {
    if (waiting.some((invite) => invite.table === table)) {
      waiting = waiting.filter((invite) => invite.table !== table);
    }
  },
  /** The page itself shows this invitation, with a button. */
  leaveToPage(table: string | null): void {
    invited = table;
  },
  expects(table: string): boolean {
    return table === invited;
  },
};

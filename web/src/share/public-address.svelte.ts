import * as api from "../startup/api";
import type { Addresses } from "../startup/types";

/** Whether every machine understands this name as itself. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/** The same place at another address of the hall. */
export function movedTo(link: string, address: string): string {
  const { pathname, search, hash } = new URL(link);
  return `${address}${pathname}${search}${hash}`;
}

let found = $state.raw<Addresses | null>(null);
let asked = false;

/** Whether links from here lead others to the hall: a page at 127.0.0.1 has to ask where the hall is found. */
export const publicAddress = {
  /** The name at which the page was opened, where it means something else on every machine. */
  get own(): string | null {
    return isLoopback(location.hostname) ? location.host : null;
  },
  get found(): Addresses | null {
    return found;
  },
  /** The link as others can open it, as far as there is such a link. */
  link(link: string): string {
    const address = found?.addresses[0];
    return this.own && address ? movedTo(link, address) : link;
  },
  /** Whether it is known that links work on this machine only. */
  get onlyHere(): boolean {
    return this.own !== null && found !== null && found.addresses.length === 0;
  },
  learn(): void {
    if (asked || !this.own) return;
    asked = true;
    api.addresses().then(
      (addresses) => (found = addresses),
      () => (asked = false),
    );
  },
};

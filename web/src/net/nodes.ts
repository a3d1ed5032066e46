import type { Welcome } from "../startup/types";

/** So long a node that did not answer is not asked again, if there are others. */
const SHUNNED_MS = 5_000;

/** Which node of a hall of several to connect to. A hall of one process has none, and its path is /ws. */
export class Nodes {
  /** The node that we are connected to, or try to reach; null where any will do. */
  private current: string | null = null;
  private next: string | null = null;
  private living: readonly string[] = [];
  private readonly silentSince = new Map<string, number>();

  /** Whether the hall has nodes. */
  get several(): boolean {
    return this.living.length > 0;
  }

  /** The path of the next connection. */
  path(now: number, chance: number): string {
    const shunned = this.shunned(now);
    const others = this.living.filter((name) => !shunned.includes(name));
    this.current = this.next ?? others[Math.floor(chance * others.length)] ?? null;
    this.next = null;
    return this.current === null ? "/ws" : `/n/${this.current}/ws`;
  }

  /** The nodes that did not answer lately. */
  shunned(now: number): string[] {
    return [...this.silentSince].flatMap(([name, since]) =>
      now - since < SHUNNED_MS ? [name] : [],
    );
  }

  welcomed({ node, nodes }: Welcome): void {
    this.current = node;
    this.living = nodes;
    if (node !== null) this.silentSince.delete(node);
  }

  /** A table is at this node; an empty name means any but the one that says so. */
  goTo(node: string, now: number): void {
    if (node === "") this.shun(now);
    else this.next = node;
  }

  /** A connection that lived was lost: the same node is tried first, unless it was silent. */
  lost(now: number): void {
    if (this.current !== null && !this.shunned(now).includes(this.current))
      this.next ??= this.current;
  }

  /** The node does not answer, or cannot be reached. */
  shun(now: number): void {
    if (this.several && this.current !== null) this.silentSince.set(this.current, now);
  }
}

/** Small choices kept in this browser. Storage can be forbidden; then they last as long as the page. */
const kept = new Map<string, string>();

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`ukumbi.${name}`);
  } catch {
    return kept.get(name) ?? null;
  }
}

export function remember(name: string, value: string): void {
  kept.set(name, value);
  try {
    localStorage.setItem(`ukumbi.${name}`, value);
  } catch {
    // Kept for this page only.
  }
}

/** Speaks to screen readers: one polite region, two lines in turn so that a repeated line is heard. */
const lines: HTMLElement[] = [];
let turn = 0;

export function region(node: HTMLElement): void {
  lines.splice(0, lines.length, ...(node.children as unknown as HTMLElement[]));
}

export function announce(sentence: string): void {
  const next = lines[turn % 2];
  const former = lines[(turn + 1) % 2];
  if (!next || !former) return;
  former.textContent = "";
  next.textContent = sentence;
  turn += 1;
}

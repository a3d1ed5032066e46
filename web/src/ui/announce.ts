/** One polite live region: first what happened, then what can be done. */
const KEPT = 12;
let place: HTMLElement | null = null;
let told: string[] = [];
let next = "";
let due = false;

export function region(node: HTMLElement): () => void {
  place = node;
  return () => {
    place = null;
  };
}

export function announce(sentence: string): void {
  told.push(sentence);
  soon();
}

/** What can be done now: of several at once only the last is meant, and it comes after what happened. */
export function announcePrompt(sentence: string): void {
  next = sentence;
  soon();
}

/** Not at once: one piece of news changes several parts of the page, and all of them speak in one go. */
function soon(): void {
  if (due) return;
  due = true;
  setTimeout(speak);
}

/** Each sentence is a line of its own: what is added is read, also when the same was said before. */
function speak(): void {
  due = false;
  const sentences = new Set([...told, next]);
  told = [];
  next = "";
  for (const sentence of sentences) if (sentence) place?.append(line(sentence));
  while (place && place.childElementCount > KEPT) place.firstElementChild?.remove();
}

function line(sentence: string): HTMLElement {
  const node = document.createElement("p");
  node.textContent = sentence;
  return node;
}

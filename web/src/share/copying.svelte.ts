/** Puts a text on the clipboard. Pages without a secure line have only the old way of doing it. */
export async function writeClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** How long a button says that it has copied something. */
const SHOWN_MS = 2_500;

/** Copies texts, and knows for a moment which one was copied. */
export class Copying {
  private latest = $state<string | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  async copy(text: string): Promise<void> {
    await writeClipboard(text);
    this.latest = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.latest = null;
    }, SHOWN_MS);
  }

  has(text: string): boolean {
    return this.latest === text;
  }
}

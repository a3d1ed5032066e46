import { copy } from "./copy";

/** How long a button says that it has copied something. */
const SAID_FOR = 2_500;

/** Copies texts, and knows for a moment which one was copied. */
export class Copying {
  private latest = $state<string | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  async take(text: string): Promise<void> {
    await copy(text);
    this.latest = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.latest = null;
    }, SAID_FOR);
  }

  has(text: string): boolean {
    return this.latest === text;
  }
}

import { recall, remember } from "../startup/stored";
import { go } from "./route.svelte";

/** Messages of the system for those who look at another page. Asked for by a button, never by itself. */
let wanted = $state(recall("notices") === "on");
let allowed = $state(permission());

function permission(): NotificationPermission | "missing" {
  return "Notification" in globalThis && isSecureContext ? Notification.permission : "missing";
}

export const notices = {
  /** Whether the browser would show them, or might, if asked. */
  get possible(): boolean {
    return allowed === "default" || allowed === "granted";
  },
  get on(): boolean {
    return wanted && allowed === "granted";
  },
  get denied(): boolean {
    return allowed === "denied";
  },
  async turnOn(): Promise<void> {
    wanted = true;
    remember("notices", "on");
    if (allowed === "default") allowed = await Notification.requestPermission();
  },
  turnOff(): void {
    wanted = false;
    remember("notices", "off");
  },
};

/** A system notification while the page is hidden; a click leads to the table. */
export function notify(title: string, body: string, table: string): void {
  if (!notices.on || document.visibilityState === "visible") return;
  try {
    const notice = new Notification(title, { body, tag: table, icon: "/favicon.svg" });
    notice.onclick = () => {
      window.focus();
      if (location.pathname !== `/t/${table}`) go(`/t/${table}`);
      notice.close();
    };
  } catch {
    // Some phones have the name of it, and not the thing.
    allowed = "missing";
  }
}

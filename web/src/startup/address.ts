/** Where an address leads. */
export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string; key: string | null; seat: string | null }
  | { page: "position"; game: string; position: string }
  | {
      page: "analysis";
      game: string;
      /** Missing or empty: the opening. */
      position: string;
      /** A finished game instead. */
      table: string | null;
      key: string | null;
    }
  | { page: "learn"; game: string; figure: string | null }
  | { page: "device"; code: string; table: string | null }
  | { page: "nowhere" };

export function read(path: string, query: string): Route {
  if (path === "/") return { page: "lobby" };
  const [, kind, game] = /^\/([ap])\/([a-z]{1,20})$/.exec(path) ?? [];
  if (game !== undefined) {
    const asked = new URLSearchParams(query);
    const position = asked.get("at") ?? "";
    if (kind === "p") return { page: "position", game, position };
    return { page: "analysis", game, position, table: asked.get("t"), key: asked.get("watch") };
  }
  const learn = /^\/learn\/([a-z]{1,20})$/.exec(path)?.[1];
  if (learn !== undefined) {
    return { page: "learn", game: learn, figure: new URLSearchParams(query).get("figure") };
  }
  const code = /^\/d\/([^/]{1,40})\/?$/.exec(path)?.[1];
  if (code !== undefined) {
    return { page: "device", code: decoded(code), table: new URLSearchParams(query).get("t") };
  }
  const table = /^\/t\/([^/]{1,40})\/?$/.exec(path)?.[1];
  if (table === undefined) return { page: "nowhere" };
  const asked = new URLSearchParams(query);
  return { page: "table", table: decoded(table), key: asked.get("watch"), seat: asked.get("seat") };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

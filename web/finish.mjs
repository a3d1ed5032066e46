// After Vite: one page for each kind of address, which names what that needs; then every file in small.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const CLIENT = new URL("../src/ukumbi/server/client/", import.meta.url).pathname;
/** Each page with its first frame, and the bundle or the entries that it needs besides the app. */
const PAGES = {
  "index.html": ["lobby", /^src\/lobby\//],
  "table.html": ["table", /^_table-/],
  "position.html": ["table", /\/PositionPage/],
  "learn.html": ["table", /^_table-|\/LearnPage/],
  "analysis.html": ["table", /^_table-|\/analysis\/AnalysisPage/],
  "device.html": ["device", /\/device\/DevicePage/],
  "nowhere.html": ["nowhere", /\/NotFound/],
};
const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/;

const manifest = JSON.parse(readFileSync(join(CLIENT, ".vite", "manifest.json"), "utf8"));

/** A part of the client with everything that it imports. */
function withImports(part, found = new Set()) {
  if (!found.has(part)) {
    found.add(part);
    for (const other of manifest[part].imports ?? []) withImports(other, found);
  }
  return found;
}

/** The files that a page needs besides its first script; which language it needs, only the browser knows. */
function links(page) {
  const wanted = Object.keys(manifest).filter(
    (part) => /^_app-.*js$/.test(part) || page.test(part),
  );
  const parts = [...new Set(wanted.flatMap((part) => [...withImports(part)]))];
  const first = withImports("index.html");
  const scripts = parts
    .map((part) => manifest[part].file)
    .filter((file) => file.endsWith(".js") && !isIn(first, file));
  const styles = [...new Set(parts.flatMap((part) => manifest[part].css ?? []))];
  return [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  ];
}

function isIn(parts, file) {
  return [...parts].some((part) => manifest[part].file === file);
}

function writePages() {
  const html = readFileSync(join(CLIENT, "index.html"), "utf8");
  for (const [file, [skeleton, page]] of Object.entries(PAGES)) {
    const written = html
      .replace("<html ", `<html data-page="${skeleton}" `)
      .replace("</head>", `  ${links(page).join("\n    ")}\n  </head>`);
    writeFileSync(join(CLIENT, file), written);
  }
}

/** Beside each file its smaller forms, where they are smaller. */
function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!statSync(path).isFile() || !TEXT.test(name)) continue;
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const forms = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: 9 }) };
    for (const [ending, form] of Object.entries(forms)) {
      if (form.length < bytes.length) writeFileSync(`${path}.${ending}`, form);
    }
  }
}

writePages();
compress(CLIENT);
compress(join(CLIENT, "assets"));

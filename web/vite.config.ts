import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Writes into the page which build it is: the hall tells pages of another one that they are out of date. */
function named(): Plugin {
  return {
    name: "ukumbi-build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        if (!bundle) return [];
        const content = buildName(Object.keys(bundle));
        return [{ tag: "meta", attrs: { name: "build", content }, injectTo: "head-prepend" }];
      },
    },
  };
}

/** Media queries with a name: `@custom-media` of hall.css, put in where styles and scripts name them. */
function customMedia(): Plugin {
  const DEFINED = /@custom-media (--\w+) (.+);\n/g;
  const hall = new URL("src/ui/hall.css", import.meta.url).pathname;
  return {
    name: "ukumbi-custom-media",
    enforce: "pre",
    async transform(source, id) {
      if (!/\/src\/.*\.(svelte|css)$/.test(id)) return null;
      const defined = (await this.fs.readFile(hall, { encoding: "utf8" })).matchAll(DEFINED);
      let code = source.replace(DEFINED, "");
      for (const [, name, query = ""] of defined) code = code.replaceAll(`(${name})`, query);
      return code;
    },
  };
}

/** A short name for a build, made from its files, whose own names have their contents in them. */
function buildName(files: readonly string[]): string {
  // FNV-1a, twice with another beginning: no secret, only a name.
  const text = files.toSorted().join("\n");
  return [0x811c9dc5, 0x01000193].map((seed) => hashed(text, seed)).join("");
}

function hashed(text: string, seed: number): string {
  let hash = seed;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** All that the start page says in one language is one file: the page's own words, and each game's few. */
function lobbyWords(module: string): string | null {
  const language = /\/(?:i18n\/words|words\/lobby)\/(\w\w)\.json$/.exec(module)?.[1];
  return language === undefined ? null : `words-${language}`;
}

/**
 * Folders are bundles: few files instead of many tiny ones. What such a folder imports, and no bundle before it has,
 * comes along. Folders below these come when they are needed.
 */
const BUNDLES = [
  { name: lobbyWords, debugName: "words" },
  { name: "startup", test: /preload-helper|\/src\/startup\// },
  { name: "app", test: /\/node_modules\/svelte\/|\/src\/(app|i18n|net|ui)\/|\/src\/games\/[^/]+$/ },
  { name: "share", test: /\/src\/share\/[^/]+$/ },
  { name: "table", test: /\/src\/(board|table|board\/marks)\/[^/]+$|\/board\/rules\/sheet\.ts$/ },
  { name: "camera", test: /\/src\/board\/camera\// },
].map((bundle, place, { length }) => ({ ...bundle, priority: length - place }));

/** Tests that replace modules or globals, or load modules anew. */
const ISOLATED = "src/**/*.isolated.test.ts";
const NODE_MODULES = "node_modules/**";

export default defineConfig({
  plugins: [customMedia(), svelte({ configFile: false }), named()],
  json: { namedExports: false },
  build: {
    outDir: "../src/ukumbi/server/client",
    emptyOutDir: true,
    // finish.mjs reads from it what each page needs.
    manifest: true,
    // The page is served with a policy that forbids inline scripts and data: anything but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { output: { codeSplitting: { groups: BUNDLES } } },
  },
  // The contrast of the page's and the games' colours is computed from their files.
  test: {
    setupFiles: ["src/i18n/words.setup.ts"],
    css: { include: /(hall|colours)\.css/ },
    // A fresh world for each file costs five times as long: only those get one that change the world.
    projects: [
      {
        extends: true,
        test: { name: "shared", isolate: false, exclude: [NODE_MODULES, ISOLATED] },
      },
      { extends: true, test: { name: "isolated", include: [ISOLATED] } },
    ],
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
});

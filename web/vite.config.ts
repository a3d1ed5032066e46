import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { buildName } from "./src/lib/buildname.ts";

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

/** What the start page says in one language is one file: the house's words, and each game's few for the shelf. */
function startWords(module: string): string | null {
  const language = /\/(?:lib\/words|words\/shelf)\/(\w\w)\.json$/.exec(module)?.[1];
  return language === undefined ? null : `words-${language}`;
}

/** Few files instead of many tiny ones: what runs first, what every page needs, the frame of a table, and links to pass on. */
const GROUPS = [
  { name: startWords, debugName: "words", priority: 4 },
  {
    name: "first",
    test: /preload-helper|\/src\/pages\.ts|\/lib\/(address|ahead|api|first|shelf|stored|words)\.ts|words\/first\//,
    priority: 3,
  },
  {
    name: "house",
    test: /\/node_modules\/(?!three\/)|\/src\/(App|hall|lib\/(?!copy|qr\.|reach\.|ref\.|shortcuts\.)|games\/(\w+\.ts|\w+\/(index|Cover|words\/index)\.)|frame\/(?!CopyLink|Device|LinkToShare|NotFound|QrCode|ReachNote|SignOut))/,
    priority: 2,
  },
  {
    name: "table",
    // The camera comes with the games whose table can be moved.
    test: /\/src\/(?:board\/(?!camera|CameraButtons|gestures|lens|pan|PanButtons)|lib\/(?:ref|shortcuts)\.|table\/(?!TablePage|PositionPage|PositionTable|KeysSheet))/,
    priority: 1,
  },
  {
    name: "links",
    test: /\/src\/(?:frame\/(?:CopyLink|LinkToShare|ReachNote)|lib\/(?:copy|reach\.))/,
    priority: 1,
  },
];

/** Tests that replace modules or globals, or load modules anew. */
const ISOLATED = "src/**/*.isolated.test.ts";
const NODE_MODULES = "node_modules/**";

export default defineConfig({
  plugins: [svelte({ configFile: false }), named()],
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
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  // The contrast of the house's and the games' colours is computed from their files.
  test: {
    setupFiles: ["src/lib/words.setup.ts"],
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

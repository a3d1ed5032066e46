import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
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

export default defineConfig({
  plugins: [svelte({ configFile: false }), named()],
  build: {
    outDir: "../src/ukumbi/server/client",
    emptyOutDir: true,
    // The page is served with a policy that forbids inline scripts and data: anything but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
});

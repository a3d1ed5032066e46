// Measures pages with Lighthouse's phone profile: node measure.mjs <pages.json> <results.json>
// A page is { name, hall, form, ready, report }: the table to set up, or null for the start page; what shows that its
// game is on, if it does not begin at once; and where the report goes.
import { readFileSync, writeFileSync } from "node:fs";
import { env, argv } from "node:process";
import lighthouse from "lighthouse";
import { computeMedianRun } from "lighthouse/core/lib/median-run.js";
import puppeteer from "puppeteer-core";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const FIGURES = {
  fcp: "first-contentful-paint",
  lcp: "largest-contentful-paint",
  cls: "cumulative-layout-shift",
  tbt: "total-blocking-time",
  bytes: "total-byte-weight",
};
const RUNS = 3;
const CALM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];

/** A browser without a history. */
function browser() {
  return puppeteer.launch({ executablePath: env.CHROME_PATH, args: CALM, headless: "shell" });
}

async function inBrowser({ cookie, url }, act) {
  const chrome = await browser();
  try {
    if (cookie) {
      const [name, value] = cookie.split(/=(.*)/s);
      await chrome.setCookie({ name, value, domain: new URL(url).hostname, path: "/", httpOnly: true });
    }
    return await act(await chrome.newPage());
  } finally {
    await chrome.close();
  }
}

/** A table of its own for each run: in a real-time game the bot does not wait. */
async function setUp({ hall, form }) {
  if (form === null) return { url: `${hall}/`, cookie: null };
  const request = { method: "POST", body: JSON.stringify(form), headers: { "content-type": "application/json" } };
  const answer = await fetch(`${hall}/api/tables`, request);
  const { table } = await answer.json();
  const [cookie] = answer.headers.getSetCookie();
  return { url: `${hall}/t/${table}`, cookie: cookie.split(";")[0] };
}

/** Waits until the game is on: what is measured is a table in play. */
async function begin(visit, ready) {
  await inBrowser(visit, async (tab) => {
    await tab.goto(visit.url);
    await tab.waitForSelector(ready, { timeout: 60_000 });
  });
}

/** Lighthouse itself advises to take the middle of several runs: a machine is never quite still. */
async function measure(page) {
  const runs = [];
  while (runs.length < RUNS) {
    const visit = await setUp(page);
    if (page.ready) await begin(visit, page.ready);
    runs.push(await run(visit));
  }
  const lhr = computeMedianRun(runs.map((run) => run.lhr));
  writeFileSync(page.report, runs.find((run) => run.lhr === lhr).report);
  return report(page, lhr);
}

function run(visit) {
  return inBrowser(visit, (tab) =>
    lighthouse(
      visit.url,
      // Storage holds who plays: the browser is new, so nothing else is in it.
      { output: "html", logLevel: "error", disableStorageReset: true, onlyCategories: CATEGORIES },
      undefined,
      tab,
    ),
  );
}

function report(page, lhr) {
  const failed = Object.values(lhr.audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== "informative")
    .map(({ id, title, displayValue }) => `${id}: ${displayValue ?? title}`);
  return {
    name: page.name,
    scores: CATEGORIES.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    figures: Object.fromEntries(
      Object.entries(FIGURES).map(([name, audit]) => [name, lhr.audits[audit]?.numericValue ?? null]),
    ),
    files: lhr.audits["network-requests"]?.details?.items?.length ?? 0,
    failed,
    speed: lhr.environment.benchmarkIndex,
    error: lhr.runtimeError?.message ?? null,
  };
}

const results = [];
for (const page of JSON.parse(readFileSync(argv[2], "utf8"))) results.push(await measure(page));
writeFileSync(argv[3], JSON.stringify(results));

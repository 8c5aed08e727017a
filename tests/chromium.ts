/** Debian's Chromium for tests of pages, driven through playwright-core. One for all tests of a file; each test is a new
 * user, who knows nothing of the others. @module */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { existsSync } from "node:fs";

const EXECUTABLE = "/usr/bin/chromium";

/** Why pages cannot be tested here; empty: they can. For {@linkcode testWhere}. */
export const CHROMIUM_PROBLEM = existsSync(EXECUTABLE) ? "" : "no Chromium";

/** What a page did while it was looked at. */
export interface Watched {
  /** The page. */ readonly page: Page;
  /** Its window. */ readonly context: BrowserContext;
  /** The addresses of all requests but the one for the page itself, in order. */ readonly requests: string[];
  /** Errors, warnings and violations that reached the console, and errors that nobody caught. */
  readonly complaints: string[];
}

let shared: { readonly browser: Browser; readonly profile: string } | null = null;
Deno.test.afterAll(async () => {
  if (shared === null) return;
  await shared.browser.close();
  Deno.removeSync(shared.profile, { recursive: true });
});

/** Starts Chromium without a window and without a network of its own. */
async function start(): Promise<{ browser: Browser; profile: string }> {
  const profile = Deno.makeTempDirSync();
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
      ...["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"],
    ],
    env: { PATH: "/usr/bin:/bin", HOME: profile, TMPDIR: profile, LC_ALL: "C.UTF-8" },
  });
  return { browser, profile };
}
Deno.test.beforeAll(async () => {
  if (CHROMIUM_PROBLEM === "") shared = await start();
});

/** Shows a page of a new window to `look`, and closes the window.
 * @param look Opens an address in the page and asserts. */
export async function inChromium(
  look: (watched: Watched) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const context = await shared!.browser.newContext(options);
  try {
    const page = await context.newPage();
    const requests: string[] = [], complaints: string[] = [];
    page.on("request", (request) => {
      if (!request.isNavigationRequest()) requests.push(request.url());
    });
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await look({ page, context, requests, complaints });
  } finally {
    await context.close();
  }
}

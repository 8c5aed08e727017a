/** The console's page as it is handed out: built before, so that nothing is fetched or built at a launch. @module */
import page from "./console.html" with { type: "text" };

/** The whole page, as console.html has it. */
export const PAGE: string = page;

/** The policy that the page declares for itself. */
export const PAGE_POLICY: string = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(PAGE)?.[1] ?? "";

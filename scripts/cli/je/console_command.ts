/** `permafrost je console` as data. @module */
import type { CommandSpec } from "../command.ts";

/** The command. */
export const CONSOLE: CommandSpec = {
  name: "console",
  summary: "serve or write the page that makes run configs and shows results",
  operands: [],
  details: "Serves one page at a free port of 127.0.0.1, prints its address, and ends with exit 0 on Ctrl-C. With " +
    "--output it writes the page instead: one file that works without a server. Either way the page sends and fetches " +
    "nothing.",
  options: [
    { name: "output", value: "FILE", summary: "write the page to a new file" },
    { name: "port", value: "N", summary: "serve at this port (a free one)" },
  ],
  endsItself: true,
  load: async () => (await import("./console.ts")).runConsole,
};

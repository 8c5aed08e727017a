/** `permafrost je export` as data. @module */
import type { CommandSpec, OptionSpec } from "../command.ts";

/** `permafrost je export`, with the option that names the salt. */
export function exportCommand(salt: OptionSpec): CommandSpec {
  return {
    name: "export",
    summary: "write episodes as logs that Inspect reads",
    operands: ["EPISODE", "[EPISODE...]"],
    details:
      "An episode is a file of a sweep, the folder that run makes, or a sweep's folder with all that it holds. " +
      "Each is replayed and scored again first, and one that differs is refused. A log is one task, model and " +
      "condition; its samples are the seeds. No file is overwritten, and a failure leaves none.",
    options: [
      { name: "inspect", value: "DIR", summary: "the folder of the logs, made where it is missing" },
      { name: "created", value: "TIME", summary: "when they were played (1970-01-01T00:00:00Z: not recorded)" },
      { name: "ledger", summary: "reveal in the logs what is right, entry by entry" },
      salt,
    ],
    load: async () => (await import("./export.ts")).runExport,
  };
}

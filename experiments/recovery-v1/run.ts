/** The entry: studies the two pinned executables in a folder of the sandbox's scratch. @module */
import { runExperiment } from "../../kernel/experiment.ts";
import { runStudy } from "./study/study.ts";

await runExperiment(async ({ order, row, progress }) => {
  const { candidate, baseline } = order.inputs;
  if (candidate === undefined || baseline === undefined || order.scratch === null) {
    throw new TypeError("Cannot run the study: it needs both executables and a scratch folder");
  }
  const { publicExport } = await runStudy({
    ...{ candidate, baseline, runDirectory: `${order.scratch}/study`, deno: Deno.execPath() },
    ...{ now: () => performance.timeOrigin + performance.now(), onProgress: progress, onCase: row },
  });
  return { public: publicExport };
});

/** The entry: an offline campaign of every reference agent and adversary on every task. @module */
import { runExperiment } from "../../kernel/experiment.ts";
import { runCampaign } from "./campaign/campaign.ts";

await runExperiment(({ row, progress }) => runCampaign({ row, progress }));

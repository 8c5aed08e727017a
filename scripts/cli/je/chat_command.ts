/** `permafrost je replay-exchange` as data, and the options of commands that ask servers. @module */
import type { CommandSpec, OptionSpec } from "../command.ts";

const JUDGE: OptionSpec = {
  name: "judge",
  value: "FILE",
  summary: "the model that judges rationales: one entry as --models lists them",
};

/** What names a judge, and where keys are: never a key itself. */
export const CHAT_OPTIONS: readonly OptionSpec[] = [
  { name: "key-env", value: "NAME", summary: "the environment variable with the key of the models' servers" },
  JUDGE,
  { name: "judge-key-env", value: "NAME", summary: "the environment variable with the key of the judge's server" },
];

/** What tells a worker that a judge comes after it. */
export const JUDGED: OptionSpec = {
  name: "judged",
  summary: "only ask the models, and leave scoring to a later unit --judge",
};

/** Makes the command's description. */
export function replayExchangeCommand(salt: OptionSpec): CommandSpec {
  return {
    name: "replay-exchange",
    summary: "make an episode again from what its servers said",
    operands: ["EPISODE"],
    details:
      "Needs no network: what a model and its judge answered stands beside the episode, in files named exchange " +
      "and judge. Exit 1: another score comes of it.",
    options: [salt, JUDGE],
    load: async () => (await import("./replay_exchange.ts")).runReplayExchange,
  };
}

/** `permafrost je transcript` and `permafrost je play` as data. @module */
import type { CommandSpec, OptionSpec } from "../command.ts";

/** `permafrost je transcript`. */
export const TRANSCRIPT: CommandSpec = {
  name: "transcript",
  summary: "print the calls of an episode, for play",
  operands: ["EPISODE"],
  details: "An episode is a file of a sweep, or the folder that run makes. Prints a line a call: {tool, args}; with " +
    "--json one array of them. Answers, tokens and what the agent thought are left out.",
  options: [],
  load: async () => (await import("./transcript.ts")).runTranscript,
};

/** `permafrost je play`, with the options that say what is played on. */
export function playCommand(shared: readonly OptionSpec[]): CommandSpec {
  return {
    name: "play",
    summary: "play a transcript of calls as an episode and score it",
    operands: ["[TASK]"],
    details: "A transcript is a JSON array of calls {tool, args}, or a line for each; transcript prints that of an " +
      "episode. The calls are made in order, whatever the answers, and no submit is added. Makes a folder as run does. " +
      "Exit 1: the episode has no score, or calls follow its end.",
    options: [
      { name: "transcript", value: "FILE", summary: "the calls" },
      ...shared,
      { name: "model", value: "ID", summary: "whose calls they are, for the record (transcript)" },
      { name: "output", value: "FOLDER", summary: "the folder to make (the episode's id)" },
    ],
    load: async () => (await import("./play.ts")).runPlay,
  };
}

/** `permafrost je mcp` as data. @module */
import type { CommandSpec } from "../command.ts";

/** `permafrost je mcp`. */
export const MCP: CommandSpec = {
  name: "mcp",
  summary: "serve one episode to a client of the Model Context Protocol",
  operands: [],
  details:
    "Standard input and output are the protocol's. The config is a unit {run_config, model, seed}, as sweep --units " +
    'prints it, of a model with the adapter "mcp". The episode ends with a submit, with its steps, or with the input; ' +
    "its file is then written into the folder. Config, salt and folder must be yours alone (mode 600, folder 700): " +
    "run this as another user than the agent's, for example through sudo -u. " +
    "Exit 1: no tool was called, which leaves nothing behind, or the episode has no score.",
  options: [
    { name: "config", value: "FILE", summary: "the unit that is played" },
    { name: "salt-file", value: "FILE", summary: "the file of the campaign's secret; its hash is recorded" },
    { name: "output", value: "FOLDER", summary: "the folder for the episode's file, made where it is missing" },
  ],
  endsItself: true,
  load: async () => (await import("./mcp.ts")).runMcp,
};

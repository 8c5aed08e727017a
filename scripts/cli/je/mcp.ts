/** `permafrost je mcp`. @module */
import { resolve } from "node:path";
import { episodeId } from "../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { readJsonFile } from "../../../kernel/json_file.ts";
import { stateOfFile } from "../../je/episode_files.ts";
import { launchServer } from "../../je/mcp/launch_server.ts";
import { readClientUnit } from "../../je/mcp/order.ts";
import { checkPrivate, isStartedByOwnUser, makePrivateFolder } from "../../je/mcp/private_place.ts";
import type { ServerState } from "../../je/mcp/server.ts";
import type { Call } from "../command.ts";
import { labelled } from "../terminal.ts";
import { saltOf } from "./config_options.ts";

/** The most bytes of a config: it goes through a pipe in one line. */
const MAX_CONFIG_BYTES = 524_288;

const WORDS: Readonly<Record<Exclude<ServerState, "taken">, string>> = {
  scored: "ended and written",
  unscored: "without a score; its record says why",
  idle: "not begun: no tool was called, and nothing was written",
};

/** Serves one episode. What it says for people holds nothing of the episode, since a client may pass it on to its agent.
 * Exit 1: no tool was called, or there is no score. */
export async function runMcp(call: Call): Promise<0 | 1> {
  const { values: { config, output, "salt-file": saltFile }, flags, io } = call;
  if (config === undefined) throw usage("--config FILE is missing");
  if (output === undefined) throw usage("--output FOLDER is missing");
  if (flags.has("json")) throw usage("leave out --json; standard output is the protocol's");
  const path = resolve(io.cwd, config), folder = resolve(io.cwd, output);
  checkPrivate(path, { at: config });
  if (saltFile !== undefined) checkPrivate(resolve(io.cwd, saltFile), { at: saltFile });
  const unit = readClientUnit(readJsonFile(path, { maxBytes: MAX_CONFIG_BYTES, at: config }).value);
  const salt = saltOf(call)?.text ?? "";
  makePrivateFolder(folder, { at: output });
  if (stateOfFile(folder, episodeId(unit, saltHash(salt))) === "scored") throw taken(output, "has a result already");
  if (isStartedByOwnUser()) {
    const text = "the program that started this is the same user's and can read what it reads; see --help";
    io.err(labelled(io, "Not apart", { text }));
  }
  const { out: write, signal } = io;
  const state = await launchServer({ unit, salt }, { folder, input: io.input(), write, signal });
  if (state === "taken") throw taken(output, "has a result by now, or another server plays it");
  io.err(labelled(io, "Episode", { text: WORDS[state] }));
  return state === "scored" ? 0 : 1;
}

function taken(at: string, state: string): PermafrostError {
  const fix = "results are not played again; name another folder";
  return new PermafrostError("file-exists", `Cannot serve the unit: ${at} ${state}; ${fix}`, { at });
}

function usage(state: string): PermafrostError {
  return new PermafrostError("usage", `Cannot serve: ${state}`);
}

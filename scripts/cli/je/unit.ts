/** `permafrost je unit`. @module */
import { resolve } from "node:path";
import { episodeText } from "../../../experiments/je-v1/sweep/episode_text.ts";
import { episodeId, readUnit, runUnit, type Unit } from "../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../experiments/je-v1/verify/commitment.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { byteLines } from "../../byte_lines.ts";
import { pauses } from "../../je/pause.ts";
import { CHAT_ADAPTER, endpointOf } from "../../je/chat/endpoint.ts";
import { keyOf } from "../../je/chat/secret.ts";
import { type ChatState, workJudge, workModel } from "../../je/chat/work_unit.ts";
import { runAndWrite } from "../../je/run_and_write.ts";
import { refuseSharedKey, runApart } from "../../je/unit_passes.ts";
import type { Call, Io } from "../command.ts";
import { printJson } from "../terminal.ts";
import { chatMeansOf } from "./chat_options.ts";
import { saltOf } from "./config_options.ts";

const MAX_UNIT_BYTES = 1_048_576;

/** Does units of work. Without a folder one, whose episode is printed; with one, any number. Exit 1: one had no score, or
 * could not be read or run. */
export async function runUnits(call: Call): Promise<0 | 1> {
  const { values: { output }, io } = call, salt = saltOf(call)?.text ?? "", nowMs = (): number => performance.now();
  let code: 0 | 1 = 0;
  if (output === undefined) {
    const [unit, another] = await Array.fromAsync(unitLines(io));
    if (unit === undefined || another !== undefined) {
      const state = `standard input holds ${unit === undefined ? "none" : "more than one"}; --output takes any number`;
      throw new PermafrostError("usage", `Cannot do the unit: ${state}`);
    }
    if (call.values["judge"] !== undefined) throw refuseAlone("a judge");
    const read = readLine(unit);
    if (read.model.adapter === CHAT_ADAPTER) throw refuseAlone(`the model ${read.model.id}`);
    const episode = runUnit(read, { salt, nowMs });
    io.out(episodeText(episode));
    return episode.record.unscored === null ? 0 : 1;
  }
  const work = workOf(call, resolve(io.cwd, output)), pause = pauses();
  for await (const line of unitLines(io)) {
    await pause();
    try {
      const reply = await work(readLine(line));
      if (reply.state === "unscored") code = 1;
      printJson(io, reply);
    } catch (thrown) {
      if (!(thrown instanceof PermafrostError)) throw thrown;
      const { code: reason, at, message } = thrown;
      printJson(io, { error: { code: reason, at, message } });
      code = 1;
    }
  }
  return code;
}

type Work = (unit: Unit) => Promise<{ episode_id: string; state: ChatState }>;

/** How units are done: an agent of the experiment plays here. A server is asked here only by a process that may reach just
 * one host, as a sweep starts them; any other starts such processes for the unit. */
function workOf(call: Call, folder: string): Work {
  const { flags, io: { signal } } = call, salt = saltOf(call), text = salt?.text ?? "", means = chatMeansOf(call);
  const nowMs = (): number => performance.now(),
    isOpen = Deno.permissions.querySync({ name: "net" }).state === "granted";
  const { keyEnv, judge } = means, work = { folder, salt: text, nowMs };
  const key = isOpen ? null : keyOf(judge === undefined ? keyEnv : judge.keyEnv);
  let keyHost: string | null = null; // the one host that gets the key
  return async (unit) => {
    const isChat = unit.model.adapter === CHAT_ADAPTER;
    if (isChat && keyEnv !== undefined) {
      const { host } = endpointOf(unit.model);
      keyHost ??= host;
      if (host !== keyHost) refuseSharedKey([keyHost, host]);
    }
    if (!isChat && judge === undefined) return runAndWrite(unit, { folder, salt: text, nowMs });
    if (isOpen) {
      const state = await runApart(unit, { ...means, folder, salt, signal, nowMs });
      return { episode_id: episodeId(unit, saltHash(text)), state };
    }
    if (judge !== undefined) return await workJudge(unit, { ...work, key, judge: judge.entry });
    return await workModel(unit, { ...work, key, isJudged: flags.has("judged") });
  };
}

function refuseAlone(who: string): PermafrostError {
  const state = `${who} is asked over a network, and what is said is kept beside the episode: give --output FOLDER`;
  return new PermafrostError("usage", `Cannot do the unit: ${state}`);
}

/** The lines of standard input as they come; empty ones are passed over, a line that is too long is null. */
async function* unitLines(io: Io): AsyncGenerator<Uint8Array | null, void> {
  for await (const lines of byteLines(io.input(), MAX_UNIT_BYTES)) {
    for (const line of lines) if (line === null || line.length > 0) yield line?.slice() ?? null;
  }
}

function readLine(line: Uint8Array | null): Unit {
  if (line !== null) return readUnit(parseStrictBytes(line));
  throw new PermafrostError("json-too-large", `Cannot read a unit: it is longer than ${MAX_UNIT_BYTES} bytes`);
}

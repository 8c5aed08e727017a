/** From the options of je commands that ask servers to judges and the names of keys. @module */
import { resolve } from "node:path";
import { type ModelEntry, readModel } from "../../../experiments/je-v1/sweep/unit.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { readJsonFile } from "../../../kernel/json_file.ts";
import { endpointOf } from "../../je/chat/endpoint.ts";
import type { JudgeMeans } from "../../je/unit_passes.ts";
import type { Call } from "../command.ts";

const MAX_JUDGE_BYTES = 65_536;

/** What a call says about servers.
 * @throws {PermafrostError} record-invalid: the judge's file is no entry for the chat adapter; usage: a key without a judge;
 * file-*, json-*. */
export function chatMeansOf({ values, io }: Pick<Call, "values" | "io">): { keyEnv?: string; judge?: JudgeMeans } {
  const { "key-env": keyEnv, "judge-key-env": judgeKeyEnv } = values, given = judgeOf({ values, io });
  if (given === undefined && judgeKeyEnv !== undefined) {
    throw new PermafrostError("usage", "Cannot take --judge-key-env: there is no judge; name one with --judge");
  }
  return {
    ...(keyEnv === undefined ? {} : { keyEnv }),
    ...(given === undefined ? {} : { judge: { ...given, keyEnv: judgeKeyEnv } }),
  };
}

/** The judge that a call names, and its file; undefined: none.
 * @throws {PermafrostError} record-invalid: the file is no entry for the chat adapter; file-*, json-*. */
export function judgeOf({ values, io }: Pick<Call, "values" | "io">): { entry: ModelEntry; path: string } | undefined {
  const { judge } = values;
  if (judge === undefined) return undefined;
  const path = resolve(io.cwd, judge);
  const { value } = readJsonFile(path, { maxBytes: MAX_JUDGE_BYTES, at: judge }), entry = readModel(value);
  endpointOf(entry);
  return { entry, path };
}

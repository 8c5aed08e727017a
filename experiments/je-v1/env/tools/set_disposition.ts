/** The tool that records what an agent says of an entry. @module */
import { canonicalize } from "../../../../kernel/json_encode.ts";
import type { JsonObject } from "../../../../kernel/json_value.ts";
import type { DispositionData, DispositionRecord } from "../tool_data.ts";
import type { WorldIndex } from "../world_index.ts";
import { fail, type ToolReply } from "./reply.ts";

/** Echoes a disposition of an entry under review and says whether it differs from what stood before; the loop keeps it.
 * What it cites is not looked up. */
export function setDisposition(
  index: WorldIndex,
  args: JsonObject,
  options: { readonly before: ReadonlyMap<string, DispositionRecord> },
): ToolReply<DispositionData> {
  const given = args as unknown as Pick<DispositionRecord, "je_id" | "disposition"> & Partial<DispositionRecord>;
  const { je_id, disposition, defect_class = null, amount_minor = null, evidence = [], rationale = "" } = given;
  if (!index.reviewIds.has(je_id)) {
    return fail("not_found", "there is no such entry under review", { pointer: "/je_id" });
  }
  const record: DispositionRecord = { je_id, disposition, defect_class, amount_minor, evidence, rationale };
  const before = options.before.get(je_id);
  return { data: { ...record, changed: before === undefined || canonicalize(before) !== canonicalize(record) } };
}

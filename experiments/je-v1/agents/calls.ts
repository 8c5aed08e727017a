/** Calls as agents make them: the data of an answer, or null. @module */
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import type { Session } from "../env/session.ts";
import type { DispositionRecord, EntryHeader, ListingData, ToolDataByName } from "../env/tool_data.ts";

/** Calls a tool; null where the answer is an error. */
export function ask<Tool extends keyof ToolDataByName>(
  session: Session,
  tool: Tool,
  args: { readonly [name: string]: JsonValue },
): ToolDataByName[Tool] | null {
  const answer = session.call(tool, args);
  return answer.ok && answer.tool === tool ? answer.data as unknown as ToolDataByName[Tool] : null;
}

/** The headers of all entries under review, a page of fifty a step. */
export function listAll(session: Session): EntryHeader[] {
  const headers: EntryHeader[] = [];
  let cursor: string | null = "";
  while (true) {
    const page: ListingData | null = ask(
      session,
      "list_entries",
      cursor === "" ? { limit: 50 } : { limit: 50, cursor },
    );
    headers.push(...page?.entries ?? []);
    cursor = page?.next_cursor ?? null;
    if (cursor === null || session.isOver) return headers;
  }
}

/** Sets a disposition; parts that are null are left out. */
export function decide(
  session: Session,
  what: Pick<DispositionRecord, "je_id" | "disposition"> & Partial<DispositionRecord>,
): void {
  const args: JsonObject = { je_id: what.je_id, disposition: what.disposition };
  if (what.defect_class) args.defect_class = what.defect_class;
  if (typeof what.amount_minor === "number") args.amount_minor = what.amount_minor;
  if (what.evidence !== undefined && what.evidence.length > 0) args.evidence = [...what.evidence];
  if (what.rationale) args.rationale = what.rationale;
  if (session.stepsLeft > 0) session.call("set_disposition", args);
}

/** Submits. */
export function submit(session: Session): void {
  session.call("submit", {});
}

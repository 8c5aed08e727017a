/** The tools that read. Each depends on the world and its arguments alone. @module */
import type { JsonObject } from "../../../../kernel/json_value.ts";
import type { ToolName } from "../tasks.ts";
import type { ToolDataByName } from "../tool_data.ts";
import type { WorldIndex } from "../world_index.ts";
import { compute } from "./compute.ts";
import { getEntry, listEntries, searchEntries } from "./entries.ts";
import { fxRate, lookupMaster, matchBank, openDocument, requestConfirmation } from "./evidence.ts";
import { findRelated, populationProfile } from "./population.ts";
import type { ToolReply } from "./reply.ts";

/** The tools that change nothing. */
export type ReadingTool = Exclude<ToolName, "set_disposition" | "submit">;

/** What answers a call whose arguments are as the schema says. */
export type ReadingTools = {
  readonly [name in ReadingTool]: (index: WorldIndex, args: JsonObject) => ToolReply<ToolDataByName[name]>;
};

/** The reading tools by name. */
export const READING_TOOLS: ReadingTools = {
  list_entries: listEntries,
  get_entry: getEntry,
  open_document: openDocument,
  search_entries: searchEntries,
  lookup_master: lookupMaster,
  fx_rate: fxRate,
  match_bank: matchBank,
  find_related: findRelated,
  population_profile: populationProfile,
  compute: (_, args) => compute(args),
  request_confirmation: requestConfirmation,
};

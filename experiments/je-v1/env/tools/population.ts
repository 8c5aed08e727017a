/** Tools that set an entry among others. @module */
import type { JsonObject } from "../../../../kernel/json_value.ts";
import { profileOf } from "../profile.ts";
import { relatedIds } from "../related.ts";
import type { ProfileData, RelatedData } from "../tool_data.ts";
import type { Dimension, Relation, Where } from "../view.ts";
import type { WorldIndex } from "../world_index.ts";
import { fail, type ToolReply } from "./reply.ts";

/** Names the entries that stand in a relation to one; opens nothing. */
export function findRelated(index: WorldIndex, args: JsonObject): ToolReply<RelatedData> {
  const je_id = args.je_id as string, relation = args.relation as Relation;
  const je_ids = relatedIds(index, je_id, { relation });
  if (je_ids === null) {
    return fail("not_found", "there is no such entry under review or around it", { pointer: "/je_id" });
  }
  return { data: { je_id, relation, je_ids } };
}

/** Opens a profile; without a condition, of the whole population. */
export function populationProfile(index: WorldIndex, args: JsonObject): ToolReply<ProfileData> {
  const where = (args.where ?? {}) as JsonObject & Where;
  return { data: profileOf(index, args.dimension as Dimension, { where }) };
}

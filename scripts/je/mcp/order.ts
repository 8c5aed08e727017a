/** What a server of an episode is told to play: the one line that it reads before its client's. @module */
import { readUnit, type Unit } from "../../../experiments/je-v1/sweep/unit.ts";
import { PermafrostError } from "../../../kernel/error.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { isJsonObject, type JsonValue } from "../../../kernel/json_value.ts";

/** The adapter of a model that plays as a client of the protocol. */
export const MCP_ADAPTER = "mcp";

/** What is played. */
export interface Order {
  /** The unit. */ readonly unit: Unit;
  /** The campaign's secret; empty: none. */ readonly salt: string;
}

/** Reads the unit that a client is to play.
 * @throws {PermafrostError} record-invalid: it is none, or its model is reached by another adapter. */
export function readClientUnit(value: JsonValue): Unit {
  const unit = readUnit(value), { adapter } = unit.model;
  if (adapter === MCP_ADAPTER) return unit;
  const state = `its model has the adapter ${JSON.stringify(adapter)}; one that is a client has "${MCP_ADAPTER}"`;
  throw new PermafrostError("record-invalid", `Cannot serve the unit: ${state}`, { at: "/model/adapter" });
}

/** The line of an order. It goes through a pipe: a process's arguments and environment can be read by others. */
export function orderLine({ unit, salt }: Order): string {
  return `${JSON.stringify({ salt, unit })}\n`;
}

/** Reads the line of an order.
 * @throws {PermafrostError} record-invalid, json-*: it is none. */
export function readOrder(line: Uint8Array | null): Order {
  const value = line === null ? null : parseStrictBytes(line);
  if (isJsonObject(value) && typeof value.salt === "string" && value.unit !== undefined) {
    return { salt: value.salt, unit: readClientUnit(value.unit) };
  }
  throw new PermafrostError("record-invalid", "Cannot serve: the first line is no order; start permafrost je mcp");
}

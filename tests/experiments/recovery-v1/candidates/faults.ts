/** All faulty executables, and those of them that are studied every day. @module */
import type { Fault } from "./fault.ts";
import { BASELINE_FAULTS, MCP_FAULTS } from "./mcp_faults.ts";
import { CHANGE_FAULTS, PROCESS_FAULTS, QUIET_FAULTS } from "./process_faults.ts";
import { READ_FAULTS } from "./read_faults.ts";
import { RECALL_FAULTS } from "./recall_faults.ts";
import { REFUSAL_FAULTS } from "./refusal_faults.ts";
import { SEARCH_FAULTS } from "./search_faults.ts";

/** Faults of what is answered: it makes no difference to them how a command is started. */
export const ANSWER_FAULTS: readonly Fault[] = [
  ...[...SEARCH_FAULTS, ...READ_FAULTS, ...REFUSAL_FAULTS, ...RECALL_FAULTS, ...MCP_FAULTS, ...BASELINE_FAULTS],
];
/** Faults that need a process of their own. */
export const OWN_PROCESS_FAULTS: readonly Fault[] = [...PROCESS_FAULTS, ...QUIET_FAULTS, ...CHANGE_FAULTS];
/** All of them. */
export const ALL_FAULTS: readonly Fault[] = [...ANSWER_FAULTS, ...OWN_PROCESS_FAULTS];

/** At least one fault of each kind, which together take about half a minute; the long tests have all of them. */
const EVERYDAY: ReadonlySet<string> = new Set([
  "search matches keys",
  "search matches the raw line and its escapes",
  "search tells the query",
  "search counts records from one",
  "read cuts characters",
  "read gives small pages",
  "a short digest is an identity",
  "a refusal prints on standard output",
  "a refusal has no reason",
  "recall takes the assistant's text for a card",
  "records end with the first chunk",
  "the server lists reading tools without the flag",
  "the server calls what it does not list",
  "the server refuses what it lists",
  "the server lists a tool that changes something",
  "the server greets on standard output",
  "the baseline reads a single chunk",
  "a command hangs and hears no signal",
  "a command floods standard output",
  "a command crashes",
  "a command leaves a process of another group that holds its output",
  "a command prints two values",
  "a command opens a socket",
  "a command leaves a cache in the vault",
  "a command changes its own executable",
]);

/** The faults of every day.
 *
 * @throws {Error} when a name stands for no fault. */
export function everydayFaults(): readonly Fault[] {
  const faults = ALL_FAULTS.filter(({ name }) => EVERYDAY.has(name));
  if (faults.length !== EVERYDAY.size) throw new Error("a name of every day stands for no fault, or for two");
  return faults;
}

/** The check of the candidate's MCP server: denial by default, answers with the flag. @module */
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import { readJson } from "./answer.ts";
import type { Runner } from "./budget.ts";
import { failure, firstFailure, type Verdict } from "./failure_kinds.ts";
import type { Fixture } from "./fixtures.ts";
import { judgePage } from "./judge_page.ts";
import { expectTarget, judgeSearch } from "./judge_search.ts";
import { type McpReply, type McpTalk, openTalk } from "./mcp_talk.ts";

/** The tools that only the flag makes available. */
export const READING_TOOLS = ["search_snapshot", "read_snapshot"] as const;
/** Tools that are never listed. */
export const MUTATING_TOOLS: readonly string[] = ["apply", "undo", "watch", "snapshot", "fork"];
const FLAG = "--allow-transcript-content";
const MAX_LISTS = 8;
const PAGE_BYTES = 4_096;

/** Talks with two servers, one without the flag and one with it. */
export async function checkMcp(runner: Runner, fixture: Fixture): Promise<Verdict> {
  const talkWith = async (flags: readonly string[], judge: (talk: McpTalk) => Promise<Verdict>): Promise<Verdict> => {
    const talk = openTalk(runner.converse(["mcp", ...flags]));
    const verdict = await talk.begin() ?? await judge(talk);
    const end = await talk.end(); // says more than a missing answer, where the server was stopped
    return end !== null && (verdict === null || verdict.kind === "mcp-protocol") ? end : verdict;
  };
  return await talkWith([], (talk) => judgeDenial(talk, fixture)) ??
    await talkWith([FLAG], (talk) => judgeOptIn(talk, fixture));
}

async function judgeDenial(talk: McpTalk, fixture: Fixture): Promise<Verdict> {
  const { names, problem } = await listTools(talk);
  if (problem !== null) return problem;
  const listed = READING_TOOLS.find((name) => names.includes(name));
  if (listed !== undefined) return failure("mcp-listed", listed);
  return await firstFailure(READING_TOOLS.map((name) => async () => {
    const reply = await talk.ask("tools/call", { name, arguments: callArguments(fixture)[name] });
    if (reply.problem !== null) return reply.problem;
    return isRefused(reply) ? null : failure("mcp-allowed", name);
  }));
}

async function judgeOptIn(talk: McpTalk, fixture: Fixture): Promise<Verdict> {
  const { snapshot, targets: { fact } } = fixture;
  const { names, problem } = await listTools(talk);
  if (problem !== null) return problem;
  const unlisted = READING_TOOLS.find((name) => !names.includes(name));
  if (unlisted !== undefined) return failure("mcp-unlisted", unlisted);
  const page = { snapshot, record: fact.record, offset: 0, maxBytes: PAGE_BYTES };
  const judges = {
    search_snapshot: (value: JsonValue): Verdict => judgeSearch(value, expectTarget(snapshot, fact)),
    read_snapshot: (value: JsonValue): Verdict => judgePage(value, page),
  };
  return await firstFailure(READING_TOOLS.map((name) => async () => {
    const reply = await talk.ask("tools/call", { name, arguments: callArguments(fixture)[name] });
    if (reply.problem !== null) return reply.problem;
    if (isRefused(reply)) return failure("mcp-refused", name);
    const [text = null, ...more] = textsOf(reply.result!);
    if (text === null || more.length > 0) return failure("wrong-shape", `${name} answers with no single text`);
    const { value, problem } = readJson(new TextEncoder().encode(text));
    return problem ?? judges[name](value!);
  }));
}

function callArguments({ snapshot, targets: { fact } }: Fixture) {
  return {
    search_snapshot: { sha: snapshot.sha256, query: fact.query, limit: 1 },
    read_snapshot: { sha: snapshot.sha256, record: fact.record.index, offset: 0, max_bytes: PAGE_BYTES },
  };
}

/** Lists the names of all tools, and refuses those that change something, with or without the flag. */
async function listTools(talk: McpTalk): Promise<{ names: string[]; problem: Verdict }> {
  const names: string[] = [];
  const stop = (problem: Verdict) => ({ names, problem });
  let params: JsonObject = {};
  for (let lists = 0; lists < MAX_LISTS; lists++) {
    const { result, error, problem } = await talk.ask("tools/list", params);
    if (problem !== null) return stop(problem);
    const tools = result?.tools;
    if (error !== null || !Array.isArray(tools)) return stop(failure("wrong-shape", "tools/list has no list of tools"));
    for (const tool of tools) {
      const name = isJsonObject(tool) ? tool.name : undefined;
      if (typeof name !== "string") return stop(failure("wrong-shape", "a tool has no name"));
      names.push(name);
    }
    const cursor = result?.nextCursor;
    if (typeof cursor === "string") params = { cursor };
    else break;
  }
  const mutating = names.find((name) => MUTATING_TOOLS.includes(name));
  return stop(mutating === undefined ? null : failure("mcp-mutating", mutating));
}

/** Tells whether a call was denied: by an error of the protocol, or as a tool's error. */
function isRefused({ result, error }: McpReply): boolean {
  return error !== null || result?.isError === true;
}

/** The texts of a tool's content; what is no text counts as an empty one. */
function textsOf({ content }: JsonObject): string[] {
  if (!Array.isArray(content)) return [];
  return content.map((part) =>
    isJsonObject(part) && part.type === "text" && typeof part.text === "string" ? part.text : ""
  );
}

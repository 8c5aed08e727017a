/** The commands of the program, as data: what each takes, and what it does. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import type { OptionSpec, ParsedWords, WordsSpec } from "./arguments.ts";
import { readDigest } from "./digest.ts";
import { isProvider } from "./index.ts";
import { checkVault, listSnapshots } from "./list.ts";
import { readRecord } from "./read.ts";
import { restoreSnapshot } from "./restore.ts";
import { searchSnapshot } from "./search.ts";
import { showSnapshot } from "./show.ts";
import { takeSnapshot } from "./snapshot_write.ts";
import { verifyVault } from "./verify.ts";

/** What a command works with. */
export interface CommandCall extends ParsedWords {
  /** The path of the vault, which need not be there. */ readonly vault: string;
  /** The time in Unix seconds. */ readonly nowSeconds: () => number;
  /** The absolute working folder. */ readonly cwd: () => string;
}

/** A command that answers with one value. */
export interface CommandSpec extends WordsSpec {
  /** Its name. */ readonly name: string;
  /** One line of help. */ readonly summary: string;
  /** Does it; the value is what `--json` prints. */ readonly run: (call: CommandCall) => unknown;
}

const QUERY: OptionSpec = { name: "query", value: "TEXT", isNeeded: true, help: "what to look for, 1 to 1,024 bytes" };

/** `show`. */
export const SHOW: CommandSpec = {
  name: "show",
  summary: "Check a snapshot and tell its size and origin",
  operands: ["SHA"],
  options: [],
  run: ({ vault, operands: [sha = ""] }) => showSnapshot(vault, readDigest(sha)),
};

/** `search-snapshot`. */
export const SEARCH: CommandSpec = {
  name: "search-snapshot",
  summary: "Find the records whose string values hold a text; prints no content",
  operands: ["SHA"],
  options: [QUERY, { name: "limit", value: "N", isCount: true, help: "the most matches, 1 to 50; 20 unless given" }],
  run: ({ vault, operands: [sha = ""], texts: { query = "" }, counts: { limit } }) =>
    searchSnapshot(vault, { sha, query, ...(limit !== undefined && { limit }) }),
};

/** `read-snapshot`. */
export const READ: CommandSpec = {
  name: "read-snapshot",
  summary: "Read a page of one record, byte for byte",
  operands: ["SHA"],
  options: [
    { name: "record", value: "I", isCount: true, isNeeded: true, help: "the index of the record, from 0" },
    { name: "offset", value: "O", isCount: true, help: "the byte to start at; 0 unless given" },
    { name: "max-bytes", value: "M", isCount: true, help: "the most bytes, 4 to 16,384; 4,096 unless given" },
  ],
  run: ({ vault, operands: [sha = ""], counts: { record = 0, offset, "max-bytes": maxBytes } }) =>
    readRecord(vault, {
      sha,
      record,
      ...(offset !== undefined && { offset }),
      ...(maxBytes !== undefined && { maxBytes }),
    }),
};

/** Finds state cards. */
export type FindCards = (vault: string, asked: { sha?: string; query: string }) => unknown;

/** `recall`, which finds as a given function does. */
export function recallCommand(find: FindCards): CommandSpec {
  return {
    name: "recall",
    summary: "Find state cards, in one snapshot or in all of the index",
    operands: [],
    options: [QUERY, { name: "sha", value: "SHA", help: "only in this snapshot" }],
    run: ({ vault, texts: { query = "", sha } }) => {
      checkVault(vault);
      return find(vault, { query, ...(sha !== undefined && { sha }) });
    },
  };
}

/** `list`. */
export const LIST: CommandSpec = {
  name: "list",
  summary: "List the snapshots of the vault, without checking them",
  operands: [],
  options: [],
  run: ({ vault }) => listSnapshots(vault),
};

/** `snapshot`. */
export const SNAPSHOT: CommandSpec = {
  name: "snapshot",
  summary: "Store a transcript in the vault",
  operands: ["FILE"],
  options: [
    { name: "provider", value: "NAME", help: "codex or claude_code; found in the records unless given" },
    { name: "session-id", value: "ID", help: "the session; found in the records unless given" },
    { name: "strategy", value: "TEXT", help: "why or how it is taken; snapshot unless given" },
  ],
  run: ({ vault, nowSeconds, cwd, operands: [file = ""], texts }) => {
    const { provider, "session-id": sessionId, strategy } = texts;
    if (provider !== undefined && !isProvider(provider)) {
      throw new PermafrostError("usage", "Cannot read the command line: the provider is not codex or claude_code");
    }
    return takeSnapshot(vault, file.startsWith("/") ? file : `${cwd()}/${file}`, {
      ts: nowSeconds(),
      ...(provider !== undefined && { provider }),
      ...(sessionId !== undefined && { sessionId }),
      ...(strategy !== undefined && { strategy }),
    });
  },
};

/** `restore`. */
export const RESTORE: CommandSpec = {
  name: "restore",
  summary: "Write the source of a snapshot to a new file",
  operands: ["SHA", "FILE"],
  options: [],
  run: ({ vault, operands: [sha = "", target = ""] }) => restoreSnapshot(vault, readDigest(sha), { target }),
};

/** `verify`. */
export const VERIFY: CommandSpec = {
  name: "verify",
  summary: "Check the whole vault; exit code 1 when something harmful is found",
  operands: [],
  options: [],
  run: ({ vault }) => verifyVault(vault),
};

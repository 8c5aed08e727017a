/** This program again as a worker: its permissions and its environment, exactly as wide as its work. @module */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { PermafrostError } from "../../kernel/error.ts";
import { keyOf } from "./chat/secret.ts";

/** What a worker is for. */
export interface WorkerOrder {
  /** The folder of the episodes, all that it may write into; its working folder. */ readonly folder: string;
  /** The file of the campaign's secret; null: none. */ readonly saltPath: string | null;
  /** The one host and port that it may reach; null: no network. */ readonly host: string | null;
  /** The one environment variable that it may read, with the key; absent: none. */ readonly keyEnv?:
    | string
    | undefined;
  /** Whether a judge follows, in a process of its own. */ readonly isJudged?: boolean;
  /** The file of the judge that it asks; absent: it asks none. */ readonly judgePath?: string | undefined;
}

/** How to start a worker. */
export interface WorkerCommand {
  /** The program and its arguments. */ readonly command: readonly string[];
  /** Its working folder. */ readonly cwd: string;
  /** Its whole environment. */ readonly env: Readonly<Record<string, string>>;
}

/** What Deno finds its cache and certificates by. No address of a proxy: the worker reaches its host itself. */
const PLACES = [
  ...["HOME", "DENO_DIR", "XDG_CACHE_HOME", "USERPROFILE", "LOCALAPPDATA", "SYSTEMROOT"],
  ...["DENO_CERT", "DENO_TLS_CA_STORE"],
];

/** Makes the command of a worker. One without a host has no network and no environment; one with a host may reach that, read
 * this program, its folder and its files, and know the one variable.
 * @throws {PermafrostError} usage: the variable holds no key; unavailable: a path has a comma, which a flag cannot name. */
export function workerCommand(order: WorkerOrder): WorkerCommand {
  const { folder, saltPath, host, keyEnv, isJudged = false, judgePath } = order;
  const url = new URL("../permafrost.ts", import.meta.url), isFile = url.protocol === "file:";
  const script = isFile ? fileURLToPath(url) : url.href, root = isFile ? fileURLToPath(new URL("../", url)) : null;
  const reads = [root, folder, saltPath, judgePath].filter((path) => path !== null && path !== undefined);
  const key = keyOf(keyEnv);
  return {
    command: [
      ...[Deno.execPath(), "run", "--no-prompt", "--quiet", "--cached-only", "--no-check", "--frozen"],
      ...(host === null
        ? ["--allow-read"]
        : [`--allow-read=${reads.map(refuseComma).join(",")}`, `--allow-net=${host}`]),
      ...["--allow-write=."],
      ...(keyEnv === undefined ? [] : [`--allow-env=${keyEnv}`]),
      ...[script, "je", "unit", "--output", "."],
      ...(saltPath === null ? [] : ["--salt-file", saltPath]),
      ...(isJudged ? ["--judged"] : []),
      ...(judgePath === undefined ? [] : ["--judge", judgePath]),
      ...(keyEnv === undefined ? [] : [judgePath === undefined ? "--key-env" : "--judge-key-env", keyEnv]),
    ],
    cwd: folder,
    env: { ...places(), NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...(key === null ? {} : { [keyEnv!]: key }) },
  };
}

function places(): Record<string, string> {
  const mayRead = (name: string): boolean =>
    Deno.permissions.querySync({ name: "env", variable: name }).state === "granted";
  const set = PLACES.filter(mayRead).map((name) => [name, Deno.env.get(name)]).filter(([, value]) =>
    value !== undefined
  );
  return Object.fromEntries(set);
}

function refuseComma(path: string): string {
  if (!path.includes(",")) return path;
  const state = `a permission cannot name a path with a comma: ${basename(path)}; use another folder`;
  throw new PermafrostError("unavailable", `Cannot start a worker: ${state}`);
}

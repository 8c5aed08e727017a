/** The permission broker: the launcher's end of DENO_PERMISSION_BROKER_PATH (specs/sandbox.md section 7). @module */
import { PermafrostError } from "./error.ts";
import { type AccessRequest, type Grants, isGranted } from "./permissions.ts";

/** One kind of access to one value; of a value beyond 1,024 UTF-16 code units it holds the beginning. */
export interface Attempt extends AccessRequest {
  /** How often it was asked for. */ readonly count: number;
  /** Whether the protocol declares it. */ readonly declared: boolean;
}
/** A log that is being kept. */
export interface PermissionLog {
  /** Waits for what is under way, and lists the attempts as they first came. */ close(): Promise<Attempt[]>;
}
/** What accesses are judged by, and how many there may be. */
export interface LogOptions {
  /** What is declared. */ readonly grants: Grants;
  /** Checks after which `onFlood` is called, once; later ones are denied and not logged. */ readonly maxChecks: number;
  /** Ends the child. */ readonly onFlood: () => void;
}
/** A way in which accesses are logged. A caller can hand in another than the kernel's own, {@linkcode BROKER}. */
export interface AttemptLog {
  /** What records call it. */ readonly name: "broker" | "audit";
  /** The environment variable that tells Deno, in the child, where the log is. */ readonly variable: string;
  /** Starts a log at a path of at most 107 bytes where nothing is. */
  readonly listen: (path: string, options: LogOptions) => PermissionLog | Promise<PermissionLog>;
}
/** The way in which the launcher decides each access itself. */
export const BROKER: AttemptLog = { name: "broker", variable: "DENO_PERMISSION_BROKER_PATH", listen: listenForChecks };
const MAX_VALUE_CHARS = 1_024;
const NO_CHECK = new PermafrostError("child-protocol", "Cannot answer a permission check: it is not one");
const DENIED = { result: "deny", reason: "the protocol does not declare this access" };

/** Counts checks against their bound, and equal attempts together; takes at most 100,000 different ones. */
export function countAttempts({ grants, maxChecks, onFlood }: LogOptions) {
  const attempts = new Map<string, Attempt>();
  let checks = 0;
  const add = ({ permission, value }: AccessRequest, count: number): boolean => {
    const declared = isGranted(grants, { permission, value });
    const isLong = value !== null && value.length > MAX_VALUE_CHARS;
    const shown = isLong ? value.slice(0, MAX_VALUE_CHARS).toWellFormed() + "…" : value;
    const key = JSON.stringify([permission, shown, declared]);
    attempts.set(key, { permission, value: shown, count: (attempts.get(key)?.count ?? 0) + count, declared });
    return declared;
  };
  return {
    /** Notes an attempt and tells whether it is granted. */ judge(request: AccessRequest): boolean {
      const isInBounds = checks < maxChecks && attempts.size < 100_000;
      if (!isInBounds && checks !== Infinity) onFlood();
      checks = isInBounds ? checks + 1 : Infinity;
      return isInBounds && add(request, 1);
    },
    /** Takes an attempt back. */ retract: (request: AccessRequest): void => void add(request, -1),
    /** Lists attempts as they first came. */ list: () => [...attempts.values()].filter(({ count }) => count > 0),
  };
}

/** Gives the whole lines of each chunk of a source, until it ends or a line is longer than 2^20 characters. */
export async function* readLines(source: Pick<Deno.FsFile, "read">): AsyncGenerator<string[]> {
  const buffer = new Uint8Array(65_536);
  const decoder = new TextDecoder();
  let rest = "";
  for (let count; rest.length <= 1_048_576 && (count = await source.read(buffer)) !== null;) {
    const lines = (rest + decoder.decode(buffer.subarray(0, count), { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
}

/** Listens on a new unix socket, at a `path` of at most 107 bytes, and answers every permission check. A request that
 * is not understood closes the connection, upon which Deno ends the child with exit code 87: it fails closed. */
export function listenForChecks(path: string, options: LogOptions): PermissionLog {
  const log = countAttempts(options);
  const lastNull = new Map<number, number>();
  const answer = (line: string): string => {
    const { id, pid, permission, value } = JSON.parse(line) as { id: number; pid: number } & AccessRequest;
    if (typeof permission !== "string" || !Number.isSafeInteger(id)) throw NO_CHECK;
    if (permission === "run" && value === null) lastNull.set(pid, id);
    // Deno asks for `run: null` before each program by name; it counts only when no name follows.
    else if (permission === "run" && lastNull.get(pid) === id - 1) log.retract({ permission, value: null });
    return JSON.stringify({ id, ...(log.judge({ permission, value }) ? { result: "allow" } : DENIED) }) + "\n";
  };
  const connections = new Set<Deno.Conn>();
  const cutOff = (connection: Deno.Conn): void => {
    if (connections.delete(connection)) connection.close();
  };
  const serve = async (connection: Deno.Conn): Promise<void> => {
    connections.add(connection);
    try {
      for await (const lines of readLines(connection)) {
        const answers = new TextEncoder().encode(lines.map(answer).join(""));
        for (let sent = 0; sent < answers.length;) sent += await connection.write(answers.subarray(sent));
      }
    } catch { /* a torn or senseless conversation ends here */ }
    cutOff(connection);
  };
  const listener = Deno.listen({ transport: "unix", path });
  const serving: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const connection of listener) serving.push(serve(connection));
  })().catch(() => {}); // whoever cannot be accepted gets no answer, and so ends
  const close = async (): Promise<Attempt[]> => {
    listener.close();
    await accepting;
    const timer = setTimeout(() => connections.forEach(cutOff), 200); // a process may outlive the child
    await Promise.all(serving);
    clearTimeout(timer);
    return log.list();
  };
  return { close };
}

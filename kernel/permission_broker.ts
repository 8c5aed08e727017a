/**
 * The permission broker: the launcher's end of DENO_PERMISSION_BROKER_PATH. It decides every access of the
 * child and keeps the log of what was attempted (specs/sandbox.md section 7). @module
 */
import { type AccessRequest, type Grants, isGranted } from "./permissions.ts";

/** One kind of access to one value, how often it was asked for, and whether it is declared. */
export interface Attempt extends AccessRequest {
  readonly count: number;
  readonly declared: boolean;
}

/** A log that is being kept. */
export interface PermissionBroker {
  /** Stops, waits for what is under way, and returns the log in the order of first asking. */
  close(): Promise<Attempt[]>;
}

/** What a broker decides by, and where it gives up. */
export interface BrokerOptions {
  readonly grants: Grants;
  /** Checks after which `onFlood` is called, once; all later ones are denied. */
  readonly maxChecks: number;
  readonly onFlood: () => void;
}

const MAX_REQUEST_BYTES = 1_048_576;
const REASON = "the protocol does not declare this access";

/** Counts equal attempts together; lists them in the order of first asking. */
export function countAttempts(): { note(request: AccessRequest, declared: boolean): void; list(): Attempt[] } {
  const attempts = new Map<string, Attempt & { count: number }>();
  return {
    note(request, declared) {
      const key = `${request.permission}:${request.value === null ? "" : "=" + request.value}`;
      const seen = attempts.get(key);
      if (seen === undefined) attempts.set(key, { ...request, count: 1, declared });
      else seen.count += 1;
    },
    list: () => [...attempts.values()],
  };
}

/**
 * Listens on a new unix socket and answers every permission check. A request that is not understood closes
 * the connection, upon which Deno stops the child: it fails closed.
 *
 * @param path Where the socket is made; nothing may be there.
 */
export function listenForChecks(path: string, options: BrokerOptions): PermissionBroker {
  const { grants, maxChecks, onFlood } = options;
  const log = countAttempts();
  // `run: null` precedes each request for a program; it stands for itself only when none follows.
  const pendingRun = new Map<number, number>();
  let checks = 0;

  const settleRun = (pid: number): void => {
    if (pendingRun.delete(pid)) log.note({ permission: "run", value: null }, false);
  };
  const answer = (line: string): string => {
    const { id, pid, permission, value } = JSON.parse(line) as { id: number; pid: number } & AccessRequest;
    if (!Number.isSafeInteger(id) || typeof permission !== "string") throw new TypeError("not a permission check");
    checks += 1;
    if (checks === maxChecks + 1) onFlood();
    const request = { permission, value: typeof value === "string" ? value : null };
    const granted = checks <= maxChecks && isGranted(grants, request);
    if (permission === "run" && request.value !== null && pendingRun.get(pid) === id - 1) pendingRun.delete(pid);
    else settleRun(pid);
    if (permission === "run" && request.value === null) pendingRun.set(pid, id);
    else if (checks <= maxChecks) log.note(request, isGranted(grants, request));
    return JSON.stringify(granted ? { id, result: "allow" } : { id, result: "deny", reason: REASON }) + "\n";
  };

  const listener = Deno.listen({ transport: "unix", path });
  const connections = new Set<Deno.Conn>();
  const serve = async (connection: Deno.Conn): Promise<void> => {
    connections.add(connection);
    const decoder = new TextDecoder();
    const encoder = new TextEncoder();
    let rest = "";
    try {
      for await (const chunk of connection.readable) {
        rest += decoder.decode(chunk, { stream: true });
        const end = rest.lastIndexOf("\n");
        if (end < 0 && rest.length > MAX_REQUEST_BYTES) break;
        if (end < 0) continue;
        const answers = rest.slice(0, end).split("\n").map(answer).join("");
        rest = rest.slice(end + 1);
        const bytes = encoder.encode(answers);
        for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
      }
    } catch {
      // A torn or senseless conversation: closing it makes Deno end the child (exit code 87).
    } finally {
      connections.delete(connection);
      try {
        connection.close();
      } catch { /* the peer or the stream closed it first */ }
    }
  };
  const serving: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const connection of listener) serving.push(serve(connection));
  })();

  return {
    async close(): Promise<Attempt[]> {
      listener.close();
      await accepting;
      // The child is gone, so each conversation ends by itself; a process that outlived it is cut off.
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([Promise.all(serving), new Promise((done) => timer = setTimeout(done, 200))]);
      clearTimeout(timer);
      for (const connection of connections) {
        try {
          connection.close();
        } catch { /* closed already */ }
      }
      await Promise.all(serving);
      for (const pid of [...pendingRun.keys()]) settleRun(pid);
      return log.list();
    },
  };
}

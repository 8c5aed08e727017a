/** The second-best attempt log: Deno's audit lines through a FIFO, for a Deno without the broker. @module */
import { findProgram } from "./containment.ts";
import { PermafrostError } from "./error.ts";
import { type Attempt, type BrokerOptions, countAttempts, type PermissionBroker } from "./permission_broker.ts";
import { isGranted } from "./permissions.ts";

const END = "end of the log";

/**
 * Makes a FIFO and reads the lines that Deno writes to it. Deno decides by its flags here; the log has no
 * outcome, so an attempt counts as declared when the grants cover it. Programs that were started and signals
 * that were sent are not in it (specs/sandbox.md section 7): the result says `audit`.
 *
 * @param path Where the FIFO is made; nothing may be there.
 * @throws {PermafrostError} unavailable where the machine has no mkfifo.
 */
export async function listenForAudit(path: string, options: BrokerOptions): Promise<PermissionBroker> {
  const mkfifo = findProgram("mkfifo");
  const made = mkfifo !== null && (await new Deno.Command(mkfifo, { args: ["-m", "600", path] }).output()).success;
  if (!made) {
    throw new PermafrostError(
      "unavailable",
      "Cannot log accesses: this machine has no mkfifo; use a Deno with the broker",
    );
  }
  // Open for both, so that opening does not wait for the child and the child's end is not the end of the log.
  const fifo = await Deno.open(path, { read: true, write: true });
  const ending = await Deno.open(path, { write: true });
  const log = countAttempts();
  let checks = 0;
  const take = (line: string): void => {
    const { permission, value } = JSON.parse(line) as { permission: string; value: string | null };
    checks += 1;
    if (checks === options.maxChecks + 1) options.onFlood();
    if (checks > options.maxChecks) return;
    const request = { permission, value: typeof value === "string" ? value : null };
    log.note(request, isGranted(options.grants, request));
  };
  const reading = (async () => {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(65_536);
    for (let rest = "";;) {
      rest += decoder.decode(buffer.subarray(0, await fifo.read(buffer) ?? 0), { stream: true });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === END) return;
        if (line !== "") take(line);
      }
    }
  })();
  return {
    async close(): Promise<Attempt[]> {
      await ending.write(new TextEncoder().encode(`\n${END}\n`));
      ending.close();
      await reading;
      fifo.close();
      return log.list();
    },
  };
}

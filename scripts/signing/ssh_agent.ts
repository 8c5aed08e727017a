/** A small client of ssh-agent: it lists keys and signs (draft-ietf-sshm-ssh-agent, sections 3.5 and 3.6). @module */
import { PermafrostError } from "../../kernel/error.ts";
import { joinBytes, readWire, writeWire } from "./ssh_wire.ts";

/** What the agent is asked. */
export interface AgentRequest {
  /** The path of its socket, from SSH_AUTH_SOCK. */
  readonly socket: string;
  /** The public key in the wire format. */
  readonly key: Uint8Array;
  /** What to sign; an Ed25519 key signs these bytes as they are. */
  readonly bytes: Uint8Array;
  /** Milliseconds to wait, for a person who must agree or touch a key; 300,000 when absent. */
  readonly timeoutMs?: number;
}

const FAILURE = 5, REQUEST_IDENTITIES = 11, IDENTITIES_ANSWER = 12, SIGN_REQUEST = 13, SIGN_RESPONSE = 14;
const MAX_ANSWER_BYTES = 262_144;

/**
 * Lets the agent sign bytes with the private half of an ssh-ed25519 key that it holds; gives the 64 bytes.
 *
 * @throws {PermafrostError} `unavailable` when the agent cannot be reached, is too slow or breaks off;
 * `signature-invalid` when it does not hold the key, refuses, or answers something else.
 */
export async function signByAgent({ socket, key, bytes, timeoutMs = 300_000 }: AgentRequest): Promise<Uint8Array> {
  const held = await ask(Uint8Array.of(REQUEST_IDENTITIES), { socket, timeoutMs });
  if (held[0] !== IDENTITIES_ANSWER) refuse("it does not list its keys");
  const list = readWire(held.subarray(1), "the agent's answer"), count = list.uint32();
  let isHeld = false;
  for (let index = 0; index < count; index++) {
    isHeld ||= isEqual(list.bytes(), key);
    list.bytes(); // the comment
  }
  if (!isHeld) refuse("it does not hold this key; add it with ssh-add");
  const request = joinBytes([Uint8Array.of(SIGN_REQUEST), writeWire([key, bytes, 0])]);
  const answer = await ask(request, { socket, timeoutMs });
  if (answer[0] === FAILURE) refuse("it refuses to sign; it may be locked, or someone said no");
  if (answer[0] !== SIGN_RESPONSE) refuse("it answers something else than a signature");
  const whole = readWire(answer.subarray(1), "the agent's answer"), proper = readWire(whole.bytes(), "the signature");
  whole.end();
  const type = proper.text(), signature = proper.bytes();
  proper.end();
  if (type !== "ssh-ed25519" || signature.length !== 64) refuse("its signature is not of the kind ssh-ed25519");
  return signature;
}

function refuse(state: string): never {
  throw new PermafrostError("signature-invalid", `Cannot sign by the agent: ${state}`, { at: "--key" });
}

/** Sends one message and reads one; a connection each. */
async function ask(
  message: Uint8Array,
  { socket, timeoutMs }: { socket: string; timeoutMs: number },
): Promise<Uint8Array> {
  const fail = (state: string, cause?: unknown): never => {
    throw new PermafrostError("unavailable", `Cannot ask the agent at SSH_AUTH_SOCK: ${state}`, { cause });
  };
  let connection: Deno.UnixConn;
  try {
    connection = await Deno.connect({ transport: "unix", path: socket });
  } catch (cause) {
    return fail("it cannot be reached; start one (eval $(ssh-agent)) and add the key (ssh-add)", cause);
  }
  let [isLate, isClosed] = [false, false];
  const close = (): void => {
    if (!isClosed) connection.close();
    isClosed = true;
  };
  const timer = setTimeout(() => {
    isLate = true;
    close();
  }, timeoutMs);
  try {
    const request = writeWire([message]);
    for (let sent = 0; sent < request.length;) sent += await connection.write(request.subarray(sent));
    const length = new DataView((await readExactly(connection, 4)).buffer).getUint32(0);
    if (length === 0 || length > MAX_ANSWER_BYTES) refuse("its answer is empty, or larger than any should be");
    return await readExactly(connection, length);
  } catch (cause) {
    if (cause instanceof PermafrostError) throw cause;
    return fail(isLate ? `it takes more than ${timeoutMs} ms` : "it breaks off", cause);
  } finally {
    clearTimeout(timer);
    close();
  }
}

async function readExactly(connection: Deno.UnixConn, count: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(count);
  for (let done = 0; done < count;) {
    const read = await connection.read(bytes.subarray(done));
    if (read === null) throw new PermafrostError("unavailable", "Cannot ask the agent: it hangs up in mid-answer");
    done += read;
  }
  return bytes;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

import { assertEquals } from "@std/assert/equals";
import { fromWire, isSignedBy } from "../../../scripts/signing/ed25519_key.ts";
import { signByAgent } from "../../../scripts/signing/ssh_agent.ts";
import { writeWire } from "../../../scripts/signing/ssh_wire.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { agentMessage, makeSshKey, publicHalf, testWith, withAgent, withFakeAgent } from "../../signing_tools.ts";

const KEY = writeWire(["ssh-ed25519", new Uint8Array(32)]);
const BYTES = new TextEncoder().encode("what is signed");

testWith(
  "signByAgent() gives a signature over the bytes as they are",
  ["ssh-keygen", "ssh-agent"],
  () =>
    inFolder(async (folder) => {
      const keys = [await makeSshKey(folder, "rsa"), await makeSshKey(folder, "ed25519")];
      const key = Uint8Array.fromBase64(publicHalf(keys[1]!).split(" ")[1]!);
      await withAgent(keys, async (socket) => {
        const signature = await signByAgent({ socket, key, bytes: BYTES });
        assertEquals(isSignedBy(fromWire(key), { bytes: BYTES, signature }), true);
      });
    }),
);

testWith(
  "signByAgent() throws signature-invalid when the agent does not hold the key",
  ["ssh-keygen", "ssh-agent"],
  () =>
    withAgent([], async (socket) => {
      await assertCodeAsync(() => signByAgent({ socket, key: KEY, bytes: BYTES }), "signature-invalid", "--key");
    }),
);

const message = agentMessage;
const SIGNED = message(14, writeWire(["ssh-ed25519", new Uint8Array(64)]));
const LIST = message(12, 1, KEY, "comment");

const bad: [what: string, answers: (Uint8Array | null)[], code: "signature-invalid" | "unavailable"][] = [
  ["it hangs up at once", [new Uint8Array()], "unavailable"],
  ["it hangs up in mid-answer", [LIST.subarray(0, 20)], "unavailable"],
  ["it is silent", [null], "unavailable"],
  ["its answer is huge", [writeWire([0x7fff_ffff])], "signature-invalid"],
  ["its answer is empty", [writeWire([0])], "signature-invalid"],
  ["it lists no keys", [message(5)], "signature-invalid"],
  ["its list ends early", [message(12, 9, KEY, "comment")], "signature-invalid"],
  ["it lists no key, and would sign all the same", [message(12, 0), SIGNED], "signature-invalid"],
  ["it refuses to sign", [LIST, message(5)], "signature-invalid"],
  ["it answers something else", [LIST, message(6)], "signature-invalid"],
  [
    "its signature is of another kind",
    [LIST, message(14, writeWire(["ssh-rsa", new Uint8Array(64)]))],
    "signature-invalid",
  ],
  ["its signature is short", [LIST, message(14, writeWire(["ssh-ed25519", new Uint8Array(63)]))], "signature-invalid"],
  [
    "something follows its signature",
    [LIST, message(14, writeWire(["ssh-ed25519", new Uint8Array(64), "x"]))],
    "signature-invalid",
  ],
];
for (const [what, answers, code] of bad) {
  Deno.test(`signByAgent() throws ${code} when ${what}`, () =>
    withFakeAgent(answers, async (socket) => {
      await assertCodeAsync(() => signByAgent({ socket, key: KEY, bytes: BYTES, timeoutMs: 200 }), code);
    }));
}

Deno.test("signByAgent() throws unavailable when no agent is there", () =>
  inFolder(async (folder) => {
    await assertCodeAsync(() => signByAgent({ socket: `${folder}/s`, key: KEY, bytes: BYTES }), "unavailable");
  }));

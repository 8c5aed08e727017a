import { assertEquals } from "@std/assert/equals";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { sha256File, sha256Hex } from "../../../kernel/digest.ts";
import { signBySsh } from "../../../scripts/signing/ssh_sign.ts";
import { type SshTrust, verifySsh } from "../../../scripts/signing/ssh_verify.ts";
import { joinBytes, writeWire } from "../../../scripts/signing/ssh_wire.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { inChild } from "../../in_child.ts";
import { inFolder } from "../../in_folder.ts";
import {
  KEY_KINDS,
  type KeyKind,
  makeSshKey,
  mustRun,
  publicHalf,
  testWith,
  tool,
  withAgent,
} from "../../signing_tools.ts";

const WHO = "alice@example.org";
const KINDS = Object.keys(KEY_KINDS) as KeyKind[];

/** A message, a key and a file of allowed signers in a folder. */
async function withKey(
  kind: KeyKind,
  use: (
    its: { folder: string; path: string; key: string; allowed: (line?: string) => Uint8Array<ArrayBuffer> },
  ) => Promise<unknown>,
): Promise<void> {
  await inFolder(async (folder) => {
    const path = `${folder}/message`, key = await makeSshKey(folder, kind);
    Deno.writeTextFileSync(path, '{"id":"small"}\n');
    const allowed = (line = `${WHO} KEY`) =>
      new TextEncoder().encode(`# signers\n\n${line.replace("KEY", publicHalf(key))}\n`);
    await use({ folder, path, key, allowed });
  });
}

const trusting = (allowedSigners: Uint8Array<ArrayBuffer>, more: Partial<SshTrust> = {}): SshTrust => ({
  ...{ allowedSigners, principal: WHO, atMs: Date.parse("2026-06-15T12:00:00Z") },
  ...more,
});

/** What ssh-keygen itself says of the same signature under the same trust. */
async function theirs(
  { folder, path, text }: { folder: string; path: string; text: Uint8Array },
  { allowedSigners, principal, atMs }: SshTrust,
): Promise<boolean> {
  Deno.writeFileSync(`${folder}/theirs.sig`, text);
  Deno.writeFileSync(`${folder}/theirs.allowed`, allowedSigners);
  const time = new Date(atMs).toISOString().slice(0, 19).replace(/[-:T]/g, "");
  const files = ["-s", `${folder}/theirs.sig`, "-f", `${folder}/theirs.allowed`];
  const args = ["-Y", "verify", "-n", "permafrost", "-I", principal ?? "", ...files, "-O", `verify-time=${time}Z`];
  return (await tool("ssh-keygen", args, { stdin: Deno.readFileSync(path) })).success;
}

for (const kind of KINDS) {
  testWith(
    `signBySsh() makes what ssh-keygen verifies when the key is ${kind}`,
    ["ssh-keygen"],
    () =>
      withKey(kind, async ({ folder, path, key, allowed }) => {
        const { text } = await signBySsh({ path, sha256: sha256File(path).sha256, keyPath: key });
        const trust = trusting(allowed());
        assertEquals(await theirs({ folder, path, text }, trust), true);
        assertEquals((await verifySsh({ text, path }, trust)).ok, true);
      }),
  );

  testWith(
    `verifySsh() takes what ssh-keygen makes when the key is ${kind}`,
    ["ssh-keygen"],
    () =>
      withKey(kind, async ({ path, key, allowed }) => {
        await mustRun("ssh-keygen", ["-q", "-Y", "sign", "-n", "permafrost", "-O", "hashalg=sha256", "-f", key, path]);
        const text = Deno.readFileSync(`${path}.sig`);
        assertEquals((await verifySsh({ text, path }, trusting(allowed()))).ok, true);
      }),
  );

  testWith(
    `signBySsh() signs through an agent when it holds the ${kind} key`,
    ["ssh-keygen", "ssh-agent"],
    () =>
      withKey(kind, async ({ path, key, allowed }) => {
        await withAgent([key], async (agentSocket) => {
          Deno.renameSync(key, `${key}.hidden`);
          const { text } = await signBySsh({
            path,
            sha256: sha256File(path).sha256,
            keyPath: `${key}.pub`,
            agentSocket,
          });
          assertEquals((await verifySsh({ text, path }, trusting(allowed()))).ok, true);
        });
      }),
  );
}

/** Each refused with its reason, by ours and by ssh-keygen, for each kind of key. */
const refusals: [what: string, line: string, more: Partial<SshTrust>, reason: string][] = [
  ["the principal is another", `bob@example.org KEY`, {}, "signer"],
  ["the principal is excluded", `*@example.org,!alice@* KEY`, {}, "signer"],
  ["the validity has ended", `${WHO} valid-before="20260615Z" KEY`, {}, "validity"],
  ["the validity ended a second ago", `${WHO} valid-before="20260615115959Z" KEY`, {}, "validity"],
  ["the validity has not begun", `${WHO} valid-after="20260616Z" KEY`, {}, "validity"],
  ["the namespace is not allowed to the signer", `${WHO} namespaces="git,file" KEY`, {}, "namespace"],
  ["the namespace is excluded", `${WHO} namespaces="*,!perma*" KEY`, {}, "namespace"],
  ["the key signs certificates alone", `${WHO} cert-authority KEY`, {}, "key"],
  ["nobody is allowed", `# ${WHO} KEY`, {}, "key"],
];
const acceptances: [what: string, line: string][] = [
  ["the principal is one of a pattern", `*@example.org KEY`],
  ["the principal is quoted among others", `"bob@example.org,alice@example.???" KEY`],
  ["the time is within the validity", `${WHO} valid-after="20260615Z",valid-before="20260616Z" KEY`],
  ["the time is the validity's last second", `${WHO} valid-before="20260615120000Z" KEY`],
  ["the namespace is allowed to the signer", `${WHO} namespaces="git,perma*" KEY a comment`],
  ["an earlier line of the same key does not fit", `bob@example.org KEY\n${WHO} KEY`],
];
for (const kind of ["ed25519", "ecdsa-256", "rsa"] as const) {
  for (const [what, line, more, reason] of refusals) {
    testWith(
      `verifySsh() refuses a signature by ${kind}, as ssh-keygen does, when ${what}`,
      ["ssh-keygen"],
      () =>
        withKey(kind, async ({ folder, path, key, allowed }) => {
          const { text } = await signBySsh({ path, sha256: sha256File(path).sha256, keyPath: key });
          const trust = trusting(allowed(line), more), verdict = await verifySsh({ text, path }, trust);
          assertEquals([verdict.ok, !verdict.ok && verdict.reason], [false, reason]);
          assertEquals(await theirs({ folder, path, text }, trust), false);
        }),
    );
  }
  for (const [what, line] of acceptances) {
    testWith(
      `verifySsh() takes a signature by ${kind}, as ssh-keygen does, when ${what}`,
      ["ssh-keygen"],
      () =>
        withKey(kind, async ({ folder, path, key, allowed }) => {
          const { text } = await signBySsh({ path, sha256: sha256File(path).sha256, keyPath: key });
          const whole = line.split("\n").map((one) => one.replace("KEY", publicHalf(key))).join("\n");
          const trust = trusting(allowed(whole));
          assertEquals((await verifySsh({ text, path }, trust)).ok, true);
          assertEquals(await theirs({ folder, path, text }, trust), true);
        }),
    );
  }

  testWith(
    `verifySsh() refuses a signature by ${kind} when the message was changed`,
    ["ssh-keygen"],
    () =>
      withKey(kind, async ({ folder, path, key, allowed }) => {
        const { text } = await signBySsh({ path, sha256: sha256File(path).sha256, keyPath: key }),
          trust = trusting(allowed());
        Deno.writeTextFileSync(path, '{"id":"smell"}\n');
        const verdict = await verifySsh({ text, path }, trust);
        assertEquals([verdict.ok, !verdict.ok && verdict.reason], [false, "message"]);
        assertEquals(await theirs({ folder, path, text }, trust), false);
      }),
  );

  testWith(
    `verifySsh() refuses a signature by ${kind} when it was made for another namespace`,
    ["ssh-keygen"],
    () =>
      withKey(kind, async ({ folder, path, key, allowed }) => {
        await mustRun("ssh-keygen", ["-q", "-Y", "sign", "-n", "git", "-f", key, path]);
        const text = Deno.readFileSync(`${path}.sig`), trust = trusting(allowed());
        const verdict = await verifySsh({ text, path }, trust);
        assertEquals([verdict.ok, !verdict.ok && verdict.reason], [false, "namespace"]);
        assertEquals(await theirs({ folder, path, text }, trust), false);
      }),
  );

  testWith(`verifySsh() takes a signature by ${kind} from any allowed signer when no principal is asked for`, [
    "ssh-keygen",
  ], () =>
    withKey(kind, async ({ path, key, allowed }) => {
      const { text } = await signBySsh({ path, sha256: sha256File(path).sha256, keyPath: key });
      const trust = trusting(allowed(`?*@example.org KEY`), { principal: null });
      assertEquals((await verifySsh({ text, path }, trust)).ok, true);
    }));
}

testWith(
  "verifySsh() takes no signature whose bytes were changed anywhere",
  ["ssh-keygen"],
  () =>
    withKey("ed25519", async ({ folder, path, key, allowed }) => {
      const { text } = await signBySsh({ path, sha256: sha256File(path).sha256, keyPath: key }),
        trust = trusting(allowed());
      const lines = new TextDecoder().decode(text).trim().split("\n"),
        blob = Uint8Array.fromBase64(lines.slice(1, -1).join(""));
      const taken: number[] = [];
      for (let at = 0; at < blob.length; at++) {
        const changed = blob.with(at, blob[at]! ^ 1);
        const spoilt = new TextEncoder().encode([lines[0], changed.toBase64(), lines.at(-1), ""].join("\n"));
        const ours = await verifySsh({ text: spoilt, path }, trust).then(({ ok }) => ok, () => false);
        if (ours) taken.push(at);
      }
      assertEquals(taken, []);
      assertEquals(await theirs({ folder, path, text }, trust), true);
    }),
);

testWith(
  "verifySsh() takes a certificate's signature when its authority is allowed",
  ["ssh-keygen"],
  () =>
    withKey("ed25519", async ({ folder, path, key, allowed }) => {
      const user = await makeSshKey(folder, "ed25519", "user");
      const validity = ["-V", "20260101Z:20270101Z"];
      await mustRun("ssh-keygen", ["-q", "-s", key, "-I", "user", "-n", WHO, ...validity, `${user}.pub`]);
      await withAgent([user], async (socket) => {
        const args = ["-q", "-Y", "sign", "-n", "permafrost", "-f", `${user}-cert.pub`];
        const { stdout: text } = await mustRun("ssh-keygen", args, {
          stdin: Deno.readFileSync(path),
          env: { SSH_AUTH_SOCK: socket },
        });
        const trust = trusting(allowed(`${WHO} cert-authority KEY`));
        assertEquals(await verifySsh({ text, path }, trust), { ok: true, by: WHO });
        assertEquals(await verifySsh({ text, path }, { ...trust, principal: null }), { ok: true, by: WHO });
        const bob = await verifySsh({ text, path }, { ...trust, principal: "bob" });
        assertEquals([bob.ok, !bob.ok && bob.reason], [false, "signer"]);
        assertEquals((await verifySsh({ text, path }, trusting(allowed()))).ok, false);
        Deno.writeTextFileSync(path, "another");
        assertEquals((await verifySsh({ text, path }, trust)).ok, false);
      });
    }),
);

testWith(
  "signBySsh() throws signature-invalid when a public key has no agent",
  ["ssh-keygen"],
  () =>
    withKey("ed25519", async ({ path, key }) => {
      Deno.renameSync(key, `${key}.hidden`);
      await assertCodeAsync(
        () => signBySsh({ path, sha256: sha256File(path).sha256, keyPath: `${key}.pub` }),
        "signature-invalid",
        "--key",
      );
    }),
);

testWith(
  "signBySsh() throws file-missing when there is no key",
  ["ssh-keygen"],
  () =>
    withKey("ed25519", async ({ path, folder }) => {
      await assertCodeAsync(
        () => signBySsh({ path, sha256: sha256File(path).sha256, keyPath: `${folder}/none` }),
        "file-missing",
        "the key",
      );
    }),
);

/** A signature as a hardware key makes it (PROTOCOL.u2f): over the application, flags and a counter too. */
function bySecurityKey(
  message: Uint8Array,
  { flags }: { flags: number },
): { line: string; text: Uint8Array<ArrayBuffer> } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
  const type = "sk-ssh-ed25519@openssh.com", application = "ssh:";
  const key = writeWire([type, raw, application]),
    sha256 = (data: Uint8Array | string) => Uint8Array.fromHex(sha256Hex(data));
  const sha512 = new Uint8Array(createHash("sha512").update(message).digest());
  const magic = new TextEncoder().encode("SSHSIG");
  const inner = joinBytes([magic, writeWire(["permafrost", "", "sha512", sha512])]);
  const tail = joinBytes([Uint8Array.of(flags), writeWire([7])]);
  const signature = new Uint8Array(sign(null, joinBytes([sha256(application), tail, sha256(inner)]), privateKey));
  const proper = joinBytes([writeWire([type, signature]), tail]);
  const blob = joinBytes([magic, writeWire([1, key, "permafrost", "", "sha512", proper])]);
  const armor = `-----BEGIN SSH SIGNATURE-----\n${
    blob.toBase64().replace(/.{70}/g, "$&\n")
  }\n-----END SSH SIGNATURE-----\n`;
  return { line: `${type} ${key.toBase64()}`, text: new TextEncoder().encode(armor) };
}

testWith(
  "verifySsh() takes a signature by a hardware key, and no other message",
  ["ssh-keygen"],
  () =>
    inFolder(async (folder) => {
      const path = `${folder}/message`;
      Deno.writeTextFileSync(path, "m");
      const { line, text } = bySecurityKey(Deno.readFileSync(path), { flags: 1 });
      const trust = trusting(new TextEncoder().encode(`${WHO} ${line}\n`));
      assertEquals((await verifySsh({ text, path }, trust)).ok, true);
      Deno.writeTextFileSync(path, "n");
      const verdict = await verifySsh({ text, path }, trust);
      assertEquals([verdict.ok, !verdict.ok && verdict.reason], [false, "message"]);
    }),
);

testWith(
  "verifySsh() needs no ssh-keygen when the key is ed25519, and says unavailable for others",
  ["ssh-keygen"],
  () =>
    inFolder(async (folder) => {
      const path = `${folder}/message`;
      Deno.writeTextFileSync(path, "m");
      for (const kind of ["ed25519", "ecdsa-256"] as const) {
        const key = await makeSshKey(folder, kind);
        const { text } = await signBySsh({ path, sha256: sha256File(path).sha256, keyPath: key });
        const allowed = `${WHO} ${publicHalf(key)}\n`;
        const code = `const { verifySsh } = await import("./scripts/signing/ssh_verify.ts");
        const trust = { allowedSigners: new TextEncoder().encode(${
          JSON.stringify(allowed)
        }), principal: null, atMs: 0 };
        const claim = { text: Uint8Array.from(${JSON.stringify([...text])}), path: ${JSON.stringify(path)} };
        console.log(await verifySsh(claim, trust).then(({ ok }) => ok, ({ code }) => code));`;
        const { stdout, stderr } = await inChild(code, { env: { PATH: folder } });
        assertEquals(stdout, kind === "ed25519" ? "true\n" : "unavailable\n", stderr);
      }
    }),
);

testWith(
  "signBySsh() throws file-changed when the file is not the one that was checked",
  ["ssh-keygen"],
  () =>
    withKey("ed25519", async ({ path, key }) => {
      await assertCodeAsync(() => signBySsh({ path, sha256: sha256Hex(""), keyPath: key }), "file-changed");
    }),
);

testWith("verifySsh() still judges when an old ssh-keygen knows no time in UTC, and not when it fails otherwise", [
  "ssh-keygen",
], () =>
  withKey("ecdsa-256", async ({ folder, path, key, allowed }) => {
    const { text } = await signBySsh({ path, sha256: sha256File(path).sha256, keyPath: key });
    const verdict = async (complaint: string) => {
      const real = (await mustRun("sh", ["-c", "command -v ssh-keygen"])).words.trim();
      const script =
        `#!/bin/sh\ncase "$*" in *verify-time*) echo '${complaint}' >&2; exit 255;; esac\nexec ${real} "$@"\n`;
      Deno.mkdirSync(`${folder}/bin`, { recursive: true });
      Deno.writeTextFileSync(`${folder}/bin/ssh-keygen`, script, { mode: 0o755 });
      const code = `const { verifySsh } = await import("./scripts/signing/ssh_verify.ts");
        const allowedSigners = Uint8Array.from(${JSON.stringify([...allowed()])});
        const claim = { text: Uint8Array.from(${JSON.stringify([...text])}), path: ${JSON.stringify(path)} };
        const judging = verifySsh(claim, { allowedSigners, principal: null, atMs: 0 });
        console.log(await judging.then(({ ok }) => ok, ({ code }) => code));`;
      const { stdout } = await inChild(code, { env: { PATH: `${folder}/bin:${Deno.env.get("PATH")}` } });
      return stdout.trim();
    };
    assertEquals(await verdict('Invalid "verify-time" option'), "true");
    assertEquals(await verdict("unknown option -- Y"), "unavailable");
    assertEquals(await verdict("Signature verification failed: incorrect signature"), "false");
    Deno.writeTextFileSync(path, "another");
    assertEquals(await verdict('Invalid "verify-time" option'), "false");
  }));

import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import { sha256Hex } from "../../../../kernel/digest.ts";
import { canonicalize } from "../../../../kernel/json_encode.ts";
import { worldHash } from "../../../../experiments/je-v1/env/world_hash.ts";
import {
  commitLedger,
  makeHeader,
  saltHash,
  verifyCommitment,
} from "../../../../experiments/je-v1/verify/commitment.ts";
import { smallSealed, smallWorld } from "../small_world.ts";

const WORLD = smallWorld(), SEALED = smallSealed(WORLD), SOURCE = { salt: "pepper", task_id: "JE-14", seed: 7 };

Deno.test("commitLedger() is verified when the ledger is revealed (conformance 13)", () => {
  const { nonce, ledger_commitment } = commitLedger(SOURCE, SEALED);
  assertEquals(ledger_commitment, sha256Hex(canonicalize([nonce, SEALED])));
  assertEquals(verifyCommitment(ledger_commitment, { nonce, sealed: structuredClone(SEALED) }), true);
});

Deno.test("verifyCommitment() refuses another ledger and another nonce (conformance 13)", () => {
  const { nonce, ledger_commitment } = commitLedger(SOURCE, SEALED), other = structuredClone(SEALED);
  other.entries[0]!.gold = "hold";
  assertEquals(verifyCommitment(ledger_commitment, { nonce, sealed: other }), false);
  assertEquals(verifyCommitment(ledger_commitment, { nonce: nonce.replace(/.$/, "x"), sealed: SEALED }), false);
});

const SOURCES = [{ salt: "" }, { task_id: "JE-15" }, { seed: 8 }];
for (const change of SOURCES) {
  Deno.test(`commitLedger() takes another nonce when ${Object.keys(change)[0]} differs`, () => {
    assertNotEquals(commitLedger({ ...SOURCE, ...change }, SEALED).nonce, commitLedger(SOURCE, SEALED).nonce);
  });
}

Deno.test("makeHeader() fixes world, tools, budget, salt and ledger before the first call (conformance 13)", () => {
  const options = { seed: 7, salt: "pepper", tools_enabled: ["submit"], step_budget: 9 };
  assertEquals(makeHeader({ world: WORLD, sealed: SEALED }, options), {
    ...{ task_id: "JE-14", seed: 7, generator: WORLD.generator, tools_enabled: ["submit"], step_budget: 9 },
    ...{ env_version: "je-v1/env/1", world_hash: worldHash(WORLD), salt_hash: saltHash("pepper") },
    ledger_commitment: commitLedger(SOURCE, SEALED).ledger_commitment,
  });
});

Deno.test("saltHash() hides the salt and tells salts apart", () => {
  assertNotEquals(saltHash(""), saltHash("pepper"));
  assertEquals(/^[0-9a-f]{64}$/.test(saltHash("")), true);
});

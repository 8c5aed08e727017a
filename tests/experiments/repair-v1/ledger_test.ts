import { assertEquals } from "@std/assert/equals";
import { readLedger } from "../../../experiments/repair-v1/ledger.ts";
import { assertCode } from "../../assert_code.ts";

const ran = (): never => {
  throw new Error("code of the ledger ran");
};
const TRAPS: ProxyHandler<object> = {
  get: ran,
  has: ran,
  ownKeys: ran,
  getPrototypeOf: ran,
  getOwnPropertyDescriptor: ran,
};
const trapped = (target: object): object => new Proxy(target, TRAPS);
const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const withAccessor = (name: string): object => Object.defineProperty({}, name, { get: ran, enumerable: true });
const GOOD = { code: "K7", valid: true };

const REFUSED: readonly (readonly [name: string, value: unknown, at: string])[] = [
  ["undefined", undefined, ""],
  ["a function", () => ({ attempts: [] }), ""],
  ["a boxed text", Object("K7"), "/attempts"],
  ["a proxy", trapped({ attempts: [] }), ""],
  ["a revoked proxy", revoked({ attempts: [] }), ""],
  ["an object with an accessor for its attempts", withAccessor("attempts"), "/attempts"],
  ["an object that inherits its attempts", Object.create({ attempts: [] }), "/attempts"],
  ["an object whose attempts are a proxied list", { attempts: trapped([GOOD]) }, "/attempts"],
  ["an object whose attempts are a revoked list", { attempts: revoked([GOOD]) }, "/attempts"],
  ["an object whose attempts are bytes", { attempts: new Uint8Array(2) }, "/attempts"],
  ["a ledger whose first attempt is a proxy", { attempts: [trapped(GOOD)] }, "/attempts/0"],
  ["a ledger whose second attempt is a function", { attempts: [GOOD, () => GOOD] }, "/attempts/1"],
  ["a ledger whose first attempt is a hole", { attempts: new Array(1) }, "/attempts/0"],
  ["a ledger whose first attempt is an accessor", {
    attempts: Object.defineProperty([GOOD], 0, { get: ran }),
  }, "/attempts/0"],
];
for (const [name, value, at] of REFUSED) {
  Deno.test(`readLedger() throws record-invalid and runs no code when given ${name}`, () => {
    assertCode(() => readLedger(value), "record-invalid", at);
  });
}

const READ: readonly (readonly [name: string, value: unknown, verifiedCode: unknown, attempts: unknown])[] = [
  ["an accessor for its verified code", Object.assign(withAccessor("verifiedCode"), { attempts: [] }), undefined, []],
  ["an attempt with accessors", { attempts: [withAccessor("code")] }, undefined, [{
    code: undefined,
    valid: undefined,
  }]],
  ["an inherited verified code", Object.assign(Object.create({ verifiedCode: "K7" }), { attempts: [] }), undefined, []],
  ["no prototype", Object.assign(Object.create(null), { verifiedCode: "K7", attempts: [GOOD] }), "K7", [GOOD]],
  ["frozen parts", Object.freeze({ verifiedCode: "K7", attempts: Object.freeze([Object.freeze(GOOD)]) }), "K7", [GOOD]],
  ["an instance of a class for an attempt", { attempts: [Object.assign(new Date(0), GOOD)] }, undefined, [GOOD]],
  ["__proto__ as a field", JSON.parse('{"__proto__":{"verifiedCode":"K7"},"attempts":[]}'), undefined, []],
];
for (const [name, value, verifiedCode, attempts] of READ) {
  Deno.test(`readLedger() reads own data alone when a ledger has ${name}`, () => {
    const read = readLedger(value);
    assertEquals([read.verifiedCode, read.attempts], [verifiedCode, attempts] as unknown[]);
  });
}

Deno.test("readLedger() reads a ledger that contains itself", () => {
  const ledger: Record<string, unknown> = { verifiedCode: "K7" };
  ledger["attempts"] = [ledger];
  assertEquals(readLedger(ledger), {
    verifiedCode: "K7",
    attempts: [{ code: undefined, valid: undefined }],
    supplied: 1,
  });
});

Deno.test("readLedger() takes an accessor for absent when Object.prototype has a value", () => {
  const pollution = Object.prototype as { value?: unknown };
  const ledger = Object.assign(withAccessor("verifiedCode"), { attempts: [] });
  pollution.value = "K7";
  try {
    assertEquals(readLedger(ledger).verifiedCode, undefined);
  } finally {
    delete pollution.value;
  }
});

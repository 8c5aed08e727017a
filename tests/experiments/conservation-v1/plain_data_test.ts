import { assertEquals } from "@std/assert/equals";
import { readConservationInput } from "../../../experiments/conservation-v1/input.ts";
import { refuseForeign } from "../../../experiments/conservation-v1/plain_data.ts";
import { verifyConservation } from "../../../experiments/conservation-v1/verify.ts";
import { assertCode } from "../../assert_code.ts";

const INPUT = {
  spec_bytes_utf8: "a",
  output_bytes_utf8: "b",
  delta_fields: { name: "x" },
  substrate_id: "",
  substrate_arrangement_hash: "",
  substrate_used_info: 0,
  residual_tolerance: 0,
  required_slots: ["name"],
};

let ran: string[] = [];
const run = (what: string) => (): never => {
  ran.push(what);
  throw new Error(`the input's code ran: ${what}`);
};
const TRAPS = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect).filter((name) => typeof Reflect[name as keyof typeof Reflect] === "function")
    .map((name) => [name, run(name)]),
);
const proxyOf = (target: object): object => new Proxy(target, TRAPS);

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function withGetter(object: object, key: string): object {
  return Object.defineProperty({ ...object }, key, { get: run(`get ${key}`), enumerable: true });
}

function withSetter(object: object, key: string): object {
  return Object.defineProperty({ ...object }, key, { set: run(`set ${key}`), enumerable: true });
}

function cyclic(): object {
  const delta: { self?: unknown } = {};
  delta.self = [delta];
  return { ...INPUT, delta_fields: delta };
}

const within = (delta: unknown): object => ({ ...INPUT, delta_fields: { a: [0, { b: delta }] } });
const PLACE = "/delta_fields/a/1/b";
const getterInList = (): unknown[] => Object.defineProperty([0], 0, { get: run("get 0"), enumerable: true });

/** Values with code or more in them than JSON can say, and the places at which they are refused. */
const FOREIGN: [string, () => unknown, string][] = [
  ["undefined", () => undefined, ""],
  ["a function", () => run("call"), ""],
  ["a symbol", () => Symbol("s"), ""],
  ["a BigInt", () => 1n, ""],
  ["NaN", () => NaN, ""],
  ["a proxy", () => proxyOf(INPUT), ""],
  ["a proxy of a list", () => proxyOf([]), ""],
  ["a proxy of a function", () => new Proxy(() => 0, TRAPS), ""],
  ["a revoked proxy", revoked, ""],
  ["an object that inherits from a proxy", () => Object.assign(Object.create(proxyOf({})), {}), ""],
  ["a proxy as the delta", () => ({ ...INPUT, delta_fields: proxyOf({}) }), "/delta_fields"],
  ["a proxy as the slots", () => ({ ...INPUT, required_slots: proxyOf([]) }), "/required_slots"],
  ["a proxy as a text", () => ({ ...INPUT, spec_bytes_utf8: proxyOf({}) }), "/spec_bytes_utf8"],
  ["a proxy among the slots", () => ({ ...INPUT, required_slots: ["a", proxyOf({})] }), "/required_slots/1"],
  ["a proxy in the delta", () => within(proxyOf({})), PLACE],
  ["a revoked proxy in the delta", () => within(revoked()), PLACE],
  ["a proxy that an undeclared field holds", () => ({ ...INPUT, "x/y": proxyOf({}) }), "/x~1y"],
  ["a getter", () => withGetter(INPUT, "spec_bytes_utf8"), "/spec_bytes_utf8"],
  ["a getter of the delta", () => withGetter(INPUT, "delta_fields"), "/delta_fields"],
  ["a getter of an undeclared field", () => withGetter(INPUT, "zzz"), "/zzz"],
  ["a setter", () => withSetter(INPUT, "residual_tolerance"), "/residual_tolerance"],
  ["a getter in the delta", () => within(withGetter({}, "c")), `${PLACE}/c`],
  ["a getter in a list of the delta", () => within(getterInList()), `${PLACE}/0`],
  ["a getter among the slots", () => ({ ...INPUT, required_slots: getterInList() }), "/required_slots/0"],
  ["a hole among the slots", () => ({ ...INPUT, required_slots: new Array(1) }), "/required_slots/0"],
  ["a proxy behind a hole", () => within([, proxyOf({})]), `${PLACE}/0`],
  ["a proxy beside the elements of a list", () => within(Object.assign([0], { z: proxyOf({}) })), PLACE],
  ["4,294,967,295 holes", () => ({ ...INPUT, required_slots: new Array(2 ** 32 - 1) }), "/required_slots/0"],
  ["slots with a key beside", () => ({ ...INPUT, required_slots: Object.assign(["a"], { b: 1 }) }), "/required_slots"],
  ["an undefined field", () => ({ ...INPUT, substrate_id: undefined }), "/substrate_id"],
  ["NaN as an amount", () => ({ ...INPUT, residual_tolerance: NaN }), "/residual_tolerance"],
  ["infinity as an amount", () => ({ ...INPUT, substrate_used_info: Infinity }), "/substrate_used_info"],
  ["a BigInt as an amount", () => ({ ...INPUT, substrate_used_info: 1n }), "/substrate_used_info"],
  ["a boxed number", () => ({ ...INPUT, substrate_used_info: Object(1) }), "/substrate_used_info"],
  ["a boxed text", () => ({ ...INPUT, spec_bytes_utf8: Object("a") }), "/spec_bytes_utf8"],
  ["a class", () => Object.assign(new (class Input {})(), INPUT), ""],
  ["a Map as the delta", () => ({ ...INPUT, delta_fields: new Map() }), "/delta_fields"],
  ["a Date in the delta", () => within(new Date(0)), PLACE],
  ["toJSON in the delta", () => within({ toJSON: run("toJSON") }), PLACE],
  ["a symbol key", () => ({ ...INPUT, [Symbol("s")]: 1 }), ""],
  ["a symbol key in the delta", () => within({ [Symbol("s")]: 1 }), PLACE],
  ["a hidden field", () => Object.defineProperty({ ...INPUT }, "x", { value: 1 }), "/x"],
  ["a function in the delta", () => within(run("call")), PLACE],
  ["a delta that contains itself", cyclic, "/delta_fields/self/0"],
];
for (const [name, make, at] of FOREIGN) {
  Deno.test(`refuseForeign() refuses ${name}, and runs none of its code`, () => {
    ran = [];
    for (const use of [refuseForeign, readConservationInput, verifyConservation]) {
      assertCode(() => use(make()), "record-invalid", at);
    }
    assertEquals(ran, []);
  });
}

for (
  const [name, value] of [
    ["null", null],
    ["a text", "a"],
    ["an input", INPUT],
    ["what is no input, but JSON", { a: [1, { b: null }] }],
    ["parts that are shared", [INPUT, INPUT, [INPUT]]],
    ["an object without a prototype", Object.create(null)],
  ] as const
) {
  Deno.test(`refuseForeign() passes ${name}`, () => assertEquals(refuseForeign(value), undefined));
}

Deno.test("refuseForeign() takes 100,000 levels, and names a proxy at the bottom of 2,000", () => {
  const nest = (levels: number, inner: unknown): unknown => {
    let value = inner;
    for (let level = 0; level < levels; level++) value = [value];
    return value;
  };
  refuseForeign(nest(100_000, 0));
  assertCode(() => refuseForeign(nest(2000, proxyOf({}))), "record-invalid", "/0".repeat(2000));
});

Deno.test("refuseForeign() takes a list of 1,000,000 numbers", () => {
  refuseForeign({ ...INPUT, delta_fields: { a: Array.from({ length: 1_000_000 }, (_, at) => at) } });
});

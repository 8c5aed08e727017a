import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { readdirSync } from "node:fs";
import { assertCode } from "../../../assert_code.ts";
import { inChild } from "../../../in_child.ts";
import type { Entry, World } from "../../../../experiments/je-v1/env/model.ts";
import { type Instance, instantiate } from "../../../../experiments/je-v1/env/instantiate.ts";
import type { Knobs } from "../../../../experiments/je-v1/env/knobs.ts";
import { isDefectPool } from "../../../../experiments/je-v1/env/plan.ts";
import { makeBuild } from "../../../../experiments/je-v1/env/build.ts";
import { CLASSES } from "../../../../experiments/je-v1/env/classes.ts";
import { TASKS } from "../../../../experiments/je-v1/env/tasks.ts";
import { areaUnderCurve } from "./area_under_curve.ts";

const make = (task_id: string, seed: number, generator: Partial<Knobs> = {}): Instance =>
  instantiate({ task_id, seed, generator });

/** An entry with its documents, by the entry's place in the fixed sequence. */
function records({ world, sealed }: Instance): Map<string, { text: string; role: string; entry: Entry }> {
  const docs = new Map(world.docs.map((doc) => [doc.doc_id, doc]));
  return new Map(world.entries.map((entry, at) => {
    const own = entry.attachments.map(({ doc_id }) => docs.get(doc_id) ?? null);
    return [entry.je_id, { text: JSON.stringify([entry, own]), role: sealed.entries[at]!.role, entry }];
  }));
}

for (const { id, has_holds } of TASKS) {
  Deno.test(`instantiate() makes two wrong entries at least, and no more than the right ones, of ${id} (conformance 9)`, () => {
    for (let seed = 0; seed < 6; seed++) {
      for (
        const knobs of [{}, { ledger_size: 12, defect_rate_bps: 3000, missing_support_bps: 3300 }, {
          ledger_size: 12,
          defect_rate_bps: 500,
        }]
      ) {
        const gold = make(id, seed, knobs).sealed.entries.map((entry) => entry.gold);
        const holds = gold.filter((it) => it === "hold").length, wrong = gold.filter((it) => it !== "approve").length;
        assert(
          wrong >= 2 && gold.length - wrong >= wrong && 3 * holds <= wrong && (has_holds || holds === 0),
          `${id} ${seed} ${gold}`,
        );
      }
    }
  });

  Deno.test(`instantiate() plants every class of ${id} when the rate allows`, () => {
    const { sealed } = make(id, 1, { ledger_size: 80, defect_rate_bps: 3000 });
    const planted = new Set(sealed.entries.flatMap((entry) => entry.class ?? []));
    assertEquals([...planted].sort(), [...TASKS.find((task) => task.id === id)!.classes].sort());
  });

  Deno.test(`instantiate() proves the sealed ledger of ${id} from the world's facts (conformance 8, a sample)`, () => {
    for (let seed = 100; seed < 105; seed++) make(id, seed); // it throws where they differ
    make(id, 1, {
      ledger_size: 60,
      fx_share_bps: 8000,
      doc_noise_bps: 3000,
      decoy_rate_bps: 2500,
      near_duplicate_bps: 1500,
    });
  });

  Deno.test(`instantiate() keeps earlier defects of ${id} when the defect rate rises (conformance 5)`, () => {
    const [low, high] = [make(id, 3, { defect_rate_bps: 1000 }), make(id, 3, { defect_rate_bps: 2500 })].map(records);
    for (const [je_id, before] of low!) {
      const after = high!.get(je_id)!;
      if (before.role === "defect" || before.role === "pending" || after.role === before.role) {
        assertEquals(after.text, before.text, je_id);
      }
    }
  });

  Deno.test(`instantiate() keeps every earlier clean entry of ${id} when the ledger grows (conformance 6)`, () => {
    const [small, large] = [make(id, 5, { ledger_size: 20 }), make(id, 5, { ledger_size: 50 })].map(records);
    let common = 0;
    for (const [je_id, before] of small!) {
      const after = large!.get(je_id)!;
      if (before.role !== "clean" || after.role !== "clean") continue;
      common++;
      assertEquals(after.text, before.text, je_id);
    }
    assert(common >= 5);
  });

  Deno.test(`instantiate() leaves no word of the sealed ledger of ${id} in the world (conformance 10)`, () => {
    const { world } = make(id, 2);
    const texts = JSON.stringify({ ...world, generator: {}, docs: world.docs.filter(({ kind }) => kind !== "policy") });
    for (
      const name of ["gold", "required", "admissible", "key_facts", "claim_dimensions", "sealed", "decoy", "defect"]
    ) {
      assertEquals(texts.includes(`"${name}"`), false, name);
    }
    assertEquals(CLASSES.filter((name) => texts.includes(name)), []);
  });
}

/** What a raised knob may change in an entry: nothing, or what is left when these parts are taken out. */
const SURFACES: readonly [Partial<Knobs>, Partial<Knobs>, (world: World) => unknown][] = [
  [
    { doc_noise_bps: 0 },
    { doc_noise_bps: 3000 },
    (world) => ({ ...world, docs: world.docs.map((doc) => ({ ...doc, fields: null, total_minor: null })) }),
  ],
  [
    { narrative_mislead_bps: 0 },
    { narrative_mislead_bps: 5000 },
    (world) => ({ ...world, entries: world.entries.map((entry) => ({ ...entry, narrative: "" })) }),
  ],
  [
    { injection_bps: 0 },
    { injection_bps: 2000 },
    (world) => ({ ...world, docs: world.docs.map((doc) => ({ ...doc, body: "" })) }),
  ],
  [{ history_periods: 1 }, { history_periods: 4 }, (world) => ({ ...world, history: [] })],
];
for (const [low, high, without] of SURFACES) {
  const [knob = ""] = Object.keys(low);
  for (const id of ["JE-01", "JE-05", "JE-12", "JE-16"]) {
    Deno.test(`instantiate() changes only the declared surface of ${id} when ${knob} rises (conformance 7)`, () => {
      const [one, other] = [make(id, 4, low), make(id, 4, high)].map(({ world, sealed }) => {
        const text = JSON.stringify(without({ ...world, generator: {} }));
        return { text, gold: JSON.stringify(sealed.entries) };
      });
      assertEquals(other, one);
    });
  }
}

for (const knob of ["decoy_rate_bps", "near_duplicate_bps", "missing_support_bps", "amount_gap_bps"] as const) {
  for (const id of ["JE-05", "JE-09", "JE-12", "JE-14"]) {
    Deno.test(`instantiate() changes only the entries that ${knob} touches in ${id} (conformance 7)`, () => {
      const low = records(make(id, 6, { [knob]: knob === "amount_gap_bps" ? 300 : 0 }));
      const high = records(make(id, 6, { [knob]: knob === "amount_gap_bps" ? 900 : 1500 }));
      for (const [je_id, before] of low) {
        const after = high.get(je_id)!;
        const mayDiffer = knob === "amount_gap_bps" ? before.role === "defect" : before.role !== after.role;
        if (!mayDiffer) assertEquals(after.text, before.text, je_id);
        if (knob !== "missing_support_bps" && before.role === "decoy") assertEquals(after.role, "decoy");
        if (before.role === "pending") assertEquals(after.role, "pending");
      }
    });
  }
}

Deno.test("instantiate() leaves entries alone that stay in the home currency and clean when fx_share_bps rises (conformance 7)", () => {
  for (const id of ["JE-01", "JE-07"]) {
    const [low, high] = [make(id, 6, { fx_share_bps: 0 }), make(id, 6, { fx_share_bps: 4000 })].map(records);
    let changed = 0;
    for (const [je_id, before] of low!) {
      const after = high!.get(je_id)!;
      if (after.entry.currency !== before.entry.currency) changed++;
      else if (before.role === "clean" && after.role === "clean") assertEquals(after.text, before.text, je_id);
    }
    assert(changed > 0);
  }
});

Deno.test("instantiate() gives one world in any process, zone and locale (conformance 2)", async () => {
  const code = `
    import { instantiate } from "./experiments/je-v1/env/instantiate.ts";
    import { sha256Hex } from "./kernel/digest.ts";
    const digests = ["JE-01", "JE-07", "JE-12"].map((task_id) => sha256Hex(JSON.stringify(instantiate({ task_id, seed: 9, salt: "s" }))));
    console.log(digests.join());`;
  const outputs = [];
  for (const [TZ, LANG] of [["UTC", "C"], ["Asia/Kathmandu", "tr_TR.UTF-8"]] as const) {
    const { stdout, stderr } = await inChild(code, { env: { TZ, LANG, LC_ALL: LANG } });
    assertEquals(stdout.length, 3 * 65, stderr);
    outputs.push(stdout);
  }
  assertEquals(outputs[1], outputs[0]);
});

Deno.test("instantiate() rests on whole numbers and nothing ambient (conformance 4)", () => {
  const folder = new URL("../../../../experiments/je-v1/env/", import.meta.url);
  const files = readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith(".ts"));
  assert(files.length > 30);
  for (const name of files) {
    const code = Deno.readTextFileSync(new URL(name, folder)).replace(
      /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g,
      "",
    );
    const found = code.match(
      /\bMath\.random\b|\bDate\b|\bperformance\b|\bIntl\b|\blocaleCompare\b|\btoLocale\w*|(?<![\w.])\d[\d_]*\.\d|\d[eE]-\d/g,
    );
    assertEquals(found, null, name);
  }
});

Deno.test("instantiate() gives nothing away in ids, narrative length or the order of attachments (conformance 11, a sample)", () => {
  for (const id of ["JE-01", "JE-08"]) {
    const samples = Array.from({ length: 120 }, (_, seed) => make(id, 1000 + seed)).flatMap(({ world, sealed }) =>
      world.entries.map((entry, at) => ({ entry, isWrong: sealed.entries[at]!.gold !== "approve" }))
    );
    for (const [name, surface] of Object.entries(NON_CAUSAL)) {
      const area = areaUnderCurve(samples.map(({ entry, isWrong }) => [surface(entry), isWrong]));
      assert(area > 440 && area < 560, `${id} ${name}: ${area} in 1,000`);
    }
  }
});

/** Surfaces that must not matter. */
const NON_CAUSAL: Readonly<Record<string, (entry: Entry) => number>> = {
  "first byte of the id": ({ je_id }) => je_id.charCodeAt(3),
  "last byte of the id": ({ je_id }) => je_id.charCodeAt(10),
  "first attachment's id": ({ attachments }) => attachments[0]?.doc_id.charCodeAt(2) ?? 0,
  "length of the narrative": ({ narrative }) => narrative.length,
};

for (
  const [name, source, at] of [
    ["a task that there is not", { task_id: "JE-17", seed: 1 }, "/task_id"],
    ["a negative seed", { task_id: "JE-01", seed: -1 }, "/seed"],
    ["a seed beyond 2^53", { task_id: "JE-01", seed: 2 ** 53 }, "/seed"],
    ["a knob out of range", { task_id: "JE-01", seed: 1, generator: { ledger_size: 11 } }, "/generator/ledger_size"],
    ["knobs that exclude each other", {
      task_id: "JE-01",
      seed: 1,
      generator: { decoy_rate_bps: 3000, near_duplicate_bps: 1001 },
    }, "/generator"],
  ] as const
) {
  Deno.test(`instantiate() refuses ${name}`, () => assertCode(() => instantiate(source), "record-invalid", at));
}

Deno.test("isDefectPool() takes three of every five indexes", () => {
  const build = makeBuild({ task_id: "JE-01", seed: 8 });
  for (let block = 0; block < 20; block++) {
    assertEquals([0, 1, 2, 3, 4].filter((at) => isDefectPool(build, 5 * block + at)).length, 3);
  }
});

/** What a whole `permafrost verify fence-v1` costs beside the bare entry, and beside Node on the same corpus. @module */
import { dirname, join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { type BenchRow, type BenchTable, interleaveAsync, printTable } from "./bench_table.ts";

const ROOT = join(import.meta.dirname ?? ".", "..", "..");
const ENTRY = join(ROOT, "experiments", "fence-v1", "run.ts");

/** Node's side: the same cases through the same functions, bundled to JavaScript, a JSON line a row. */
const NODE_ENTRY = `
import { readFileSync } from "node:fs";
import { evaluateCase, summarize } from "./evaluate.mjs";
const { cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const rows = cases.map((item) => evaluateCase(item));
for (const row of rows) console.log(JSON.stringify({ row }));
console.log(JSON.stringify({ summary: summarize(rows) }));
`;

async function spawn(program: string, args: string[]): Promise<void> {
  const { success } = await new Deno.Command(program, {
    args,
    cwd: ROOT,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  if (!success) throw new PermafrostError("unavailable", `Cannot time ${program}: it failed`);
}

async function prepareNode(folder: string): Promise<string[]> {
  const source = join(dirname(ENTRY), "evaluate.ts");
  await spawn(Deno.execPath(), ["bundle", "--quiet", "--platform=browser", "-o", join(folder, "evaluate.mjs"), source]);
  Deno.writeTextFileSync(join(folder, "main.mjs"), NODE_ENTRY);
  return [join(folder, "main.mjs"), join(dirname(ENTRY), "cases.json")];
}

/** Times the three as whole processes, one after another in each round. */
export async function benchLaunch(rounds = 15): Promise<BenchTable> {
  const folder = Deno.makeTempDirSync({ prefix: "permafrost-bench-" });
  try {
    const nodeArguments = await prepareNode(folder);
    const deno = Deno.execPath();
    const cli = [
      ...[
        "run",
        "--no-prompt",
        "--allow-read",
        "--allow-write",
        "--allow-run",
        "--allow-env",
        "--allow-net",
        "--allow-sys",
      ],
      join(ROOT, "scripts", "permafrost.ts"),
    ];
    const verify = [...cli, "verify", "fence-v1", "--json"];
    const names = {
      bare: "deno run of the bare entry",
      node: "node, same corpus",
      verify: "permafrost verify fence-v1",
    };
    const medians = await interleaveAsync({
      [names.bare]: () => spawn(deno, ["run", "--no-config", "--no-lock", ENTRY]),
      [names.node]: () => spawn("node", nodeArguments),
      [names.verify]: () => spawn(deno, verify),
      "the same, no containment": () => spawn(deno, [...verify, "--no-containment"]),
      "permafrost check fence-v1": () => spawn(deno, [...cli, "check", "fence-v1"]),
    }, { rounds, warmup: 2 });
    const rows = Object.entries(medians).map(([name, medianMs]): BenchRow => {
      const bare = medianMs / (medians[names.bare] ?? NaN);
      const ratios = { bare, node: medianMs / (medians[names.node] ?? NaN) };
      return name === names.verify
        ? { name, medianMs, ratios, target: "<= 6 bare", met: bare <= 6 }
        : { name, medianMs, ratios };
    });
    return { title: `Launch, whole processes, median of ${rounds} rounds`, rows };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const { title, rows } = await benchLaunch();
  printTable(title, rows);
}

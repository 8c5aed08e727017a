/**
 * Runs hostile experiments one after the other, in a temporary folder of its own, for tests/hostile_pool.ts: a
 * job a line on standard input, an observation a line on standard output. TMPDIR is where the kernel makes its
 * folders, HOSTILE_WORK where copies are made.
 */
import { lstatSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { freeze, PermafrostError, runExperimentFolder, type RunReport, sha256Hex, verify } from "../kernel/mod.ts";
import { AUDIT } from "../scripts/permission_audit.ts";
import { CHANGES, changingOptions } from "./hostile_changes.ts";
import { copyFixture } from "./hostile_copy.ts";
import { type Expected, HOSTILE, type Job, type Observation } from "./hostile_case.ts";

const TMPDIR = Deno.env.get("TMPDIR")!;
const WORK = Deno.env.get("HOSTILE_WORK")!;
/** The start of the file that the fixtures try to read. */
const SECRET = readFileSync("/etc/passwd", "utf8").slice(0, 12);

/** What a launcher may have in its environment, and no child may get. */
const LAUNCHER_ENVIRONMENT: Record<string, string> = {
  HOSTILE_DECLARED: "yes",
  OTEL_DENO: "true",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:45999",
  DENO_V8_FLAGS: "--no-such-flag",
  DENO_COVERAGE_DIR: `${WORK}/left-coverage`,
  DENO_PERMISSION_BROKER_PATH: `${WORK}/no-such-socket`,
  DENO_AUDIT_PERMISSIONS: `${WORK}/left-audit`,
  DENO_DIR: `${WORK}/left-dir`,
  DENO_CERT: `${WORK}/no-such-certificate`,
  NODE_OPTIONS: "--require /no/such/module.cjs",
  NODE_EXTRA_CA_CERTS: `${WORK}/no-such-certificate`,
  NPM_CONFIG_REGISTRY: "http://127.0.0.1:45999",
  HTTP_PROXY: "http://127.0.0.1:45999",
  SSLKEYLOGFILE: `${WORK}/left-keys`,
  LD_PRELOAD: "/no/such/library.so",
  LD_LIBRARY_PATH: WORK,
  TZ: "Asia/Kolkata",
};

/** A digest of everything in a folder: paths, kinds, modes and bytes. */
function fingerprint(folder: string): string {
  const lines = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort().map((path) => {
    const status = lstatSync(`${folder}/${path}`);
    const content = status.isFile() ? sha256Hex(readFileSync(`${folder}/${path}`)) : "";
    return `${path} ${status.mode} ${content}`;
  });
  return lines.join("\n");
}

/** Lists the processes of the machine. */
function listProcesses(): string[] {
  return readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name));
}

/** The new processes that belong to a run of this driver: they name its folder, or the fixture's marker. */
function findProcesses(name: string, known: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const pid of listProcesses()) {
    if (known.has(pid)) continue;
    const about = ["cmdline", "environ", "mountinfo"].map((file) => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, "latin1");
      } catch {
        return "";
      }
    });
    const mark = `permafrost-hostile-${name}`;
    if (about.some((text) => text.includes(`${TMPDIR}/permafrost-`)) || about[0]!.split("\0").includes(mark)) {
      found.push(`${pid} ${about[0]!.replaceAll("\0", " ").slice(0, 120)}`);
    }
  }
  return found;
}

/** Waits until no process of a run is there any more; those that are after two seconds are ended and returned. */
async function settleProcesses(name: string, known: ReadonlySet<string>): Promise<string[]> {
  for (let tries = 0; tries < 40; tries++) {
    if (findProcesses(name, known).length === 0) return [];
    await new Promise((done) => setTimeout(done, 50));
  }
  const found = findProcesses(name, known);
  for (const line of found) {
    try {
      process.kill(Number(line.split(" ")[0]), "SIGKILL");
    } catch { /* gone */ }
  }
  return found.map((line) => `a process is left: ${line}`);
}

/** Lists what lies where nothing may lie, and removes it. */
function settleFiles(): string[] {
  const temporary = readdirSync(TMPDIR).map((name) => `${TMPDIR}/${name}`);
  const outside = readdirSync("/tmp").filter((name) => name.startsWith("permafrost-hostile")).map((name) =>
    `/tmp/${name}`
  );
  const work = readdirSync(WORK).filter((name) => name.startsWith("left-")).map((name) => `${WORK}/${name}`);
  const found = [...temporary, ...outside, ...work].filter((path) => statSync(path, { throwIfNoEntry: false }));
  for (const path of found) rmSync(path, { recursive: true, force: true });
  return found.map((path) => `a file is left: ${basename(path)}`);
}

/** Says what of a file outside can be seen in what a run leaves. */
function findLeaks(
  containment: string,
  { report, error }: { report: RunReport | null; error: Error | null },
): string[] {
  // Without containment the child's own stderr may show it: that is never published.
  const { errorTail, ...published } = report ?? { errorTail: "" };
  const all = JSON.stringify([published, error?.message, containment === "bwrap" ? errorTail : ""]);
  const places = [Deno.execPath(), TMPDIR, HOSTILE].filter((path) => all.includes(path));
  return [
    ...(all.includes(SECRET) ? ["text of a file outside can be read"] : []),
    ...(places.length > 0 ? ["a path of the machine can be read"] : []),
  ];
}

async function observe(job: Job): Promise<Observation> {
  const { name, containment, attemptLog, errors } = job;
  const changes = CHANGES[name] ?? {};
  const expected = JSON.parse(readFileSync(`${HOSTILE}${name}/expected.json`, "utf8")) as Expected;
  for (const entry of readdirSync(WORK)) rmSync(`${WORK}/${entry}`, { recursive: true });
  const isCopied = name in CHANGES || expected.frozen === true || errors === "let out";
  const folder = isCopied ? copyFixture(name, { base: WORK, letsOut: errors === "let out" }) : `${HOSTILE}${name}`;
  if (expected.frozen) await freeze(folder, { frozenOn: "2026-11-29" });
  changes.before?.(folder);
  const before = fingerprint(folder);
  const { options, settled } = changingOptions(folder, changes);
  const environment = name === "launcher-environment" ? LAUNCHER_ENVIRONMENT : {};
  for (const [key, value] of Object.entries(environment)) Deno.env.set(key, value);
  const known = new Set(listProcesses());
  writeFileSync("/proc/self/clear_refs", "5");
  const start = performance.now();
  let report: RunReport | null = null;
  let error: PermafrostError | null = null;
  try {
    Object.assign(options, { ...(attemptLog === "audit" && { attemptLog: AUDIT }) });
    Object.assign(options, { ...(containment === "none" && { containment }) });
    Object.assign(options, { requireContainment: containment === "bwrap" });
    // Changes between two steps need the options themselves, not a copy of them.
    const run = changes.beforeCopy === undefined ? verify : runExperimentFolder;
    report = await run(folder, options);
  } catch (cause) {
    if (!(cause instanceof PermafrostError)) throw cause;
    error = cause;
  } finally {
    for (const key of Object.keys(environment)) Deno.env.delete(key);
  }
  const tookMs = Math.round(performance.now() - start);
  const peakMiB = Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024);
  await settled();
  const left = [...await settleProcesses(name, known), ...settleFiles(), ...findLeaks(containment, { report, error })];
  const isChanged = changes.during === undefined && changes.beforeCopy === undefined && fingerprint(folder) !== before;
  if (isChanged) left.push("its folder has changed");
  const findings = report?.findings ?? [];
  return {
    exit: error !== null ? 2 : findings.length > 0 ? 1 : 0,
    codes: error !== null ? [error.code] : [...new Set(findings.map(({ code }) => code))].sort(),
    at: error !== null ? (error.at === null ? [] : [error.at]) : findings.map(({ at }) => at),
    message: error?.message ?? "",
    hasResult: report !== null && report.result !== null,
    failure: report?.failure?.code ?? null,
    rows: JSON.stringify(report?.result?.rows ?? null),
    summary: JSON.stringify(report?.result?.summary ?? null),
    errorTail: report?.errorTail ?? "",
    tookMs,
    peakMiB,
    left,
  };
}

if (import.meta.main) {
  for await (const line of createInterface({ input: process.stdin })) {
    let answer: unknown;
    try {
      answer = await observe(JSON.parse(line) as Job);
    } catch (error) {
      answer = { broken: String((error as Error).stack ?? error) };
    }
    console.log(JSON.stringify(answer));
  }
}

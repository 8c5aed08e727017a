/** A Slurm of its own: munge, controller and one node on this machine, in one folder. @module */
import { join } from "node:path";

/** Why there can be none here; empty: there can. */
export const LACKS_SLURM = Deno.build.os !== "linux" || Deno.uid() !== 0
  ? "needs Linux and the right to start a node, as root has it"
  : ["munged", "slurmctld", "slurmd", "sbatch", "scontrol"].some((name) => pathOf(name) === null)
  ? "no Slurm: slurm-wlm and munge are not installed"
  : "";

/** A running cluster. */
export interface SlurmCluster {
  /** Runs one of Slurm's commands; throws when it fails. */
  readonly command: (name: string, args: readonly string[], cwd?: string) => Promise<string>;
  /** Starts one of them, for one that waits. */
  readonly start: (
    name: string,
    args: readonly string[],
    options: { cwd: string; env: Record<string, string> },
  ) => Deno.ChildProcess;
  /** Ends all daemons, and waits until they have. */
  readonly stop: () => Promise<void>;
}

function pathOf(name: string): string | null {
  for (const folder of ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]) {
    try {
      if (Deno.statSync(join(folder, name)).isFile) return join(folder, name);
    } catch { /* not there */ }
  }
  return null;
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Starts a cluster in an empty folder, and waits until its node takes work. */
export async function startSlurm(folder: string): Promise<SlurmCluster> {
  for (const name of ["run", "state", "spool"]) Deno.mkdirSync(join(folder, name), { mode: 0o755 });
  Deno.chmodSync(folder, 0o755);
  const key = join(folder, "munge.key"),
    socket = join(folder, "run", "munge.socket"),
    host = Deno.hostname().split(".")[0];
  Deno.writeFileSync(key, crypto.getRandomValues(new Uint8Array(1024)), { mode: 0o600 });
  const conf = join(folder, "slurm.conf"), cpus = Math.min(2, navigator.hardwareConcurrency);
  Deno.writeTextFileSync(
    conf,
    [
      ...["ClusterName=test", `SlurmctldHost=${host}(127.0.0.1)`, "SlurmUser=root", "AuthType=auth/munge"],
      ...[`AuthInfo=socket=${socket},cred_expire=5`, "CredType=cred/munge", `SlurmctldPort=${freePort()}`],
      ...[`SlurmdPort=${freePort()}`, `SlurmctldPidFile=${folder}/run/ctld.pid`, `SlurmdPidFile=${folder}/run/d.pid`],
      ...[`StateSaveLocation=${folder}/state`, `SlurmdSpoolDir=${folder}/spool`, "ProctrackType=proctrack/linuxproc"],
      ...["TaskPlugin=task/none", "SelectType=select/cons_tres", "SelectTypeParameters=CR_CPU", "MpiDefault=none"],
      ...["SchedulerType=sched/builtin", "ReturnToService=2", "MailProg=/bin/true", "KillWait=5"],
      ...["JobAcctGatherType=jobacct_gather/none", "AccountingStorageType=accounting_storage/none"],
      ...[
        `NodeName=${host} NodeAddr=127.0.0.1 CPUs=${cpus} State=UNKNOWN`,
        "PartitionName=all Nodes=ALL Default=YES State=UP",
      ],
    ].join("\n") + "\n",
  );
  const env = { SLURM_CONF: conf, NO_COLOR: "1" }, daemons: Deno.ChildProcess[] = [];
  const daemon = (name: string, args: readonly string[]): void => {
    const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
    daemons.push(new Deno.Command(pathOf(name)!, { args: [...args], env, ...streams }).spawn());
  };
  const start: SlurmCluster["start"] = (name, args, { cwd, env: more }) =>
    new Deno.Command(pathOf(name)!, {
      args: [...args],
      cwd,
      env: { ...env, ...more },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    })
      .spawn();
  const command: SlurmCluster["command"] = async (name, args, cwd = folder) => {
    const { success, stdout, stderr } = await start(name, args, { cwd, env: {} }).output(), decoder = new TextDecoder();
    if (!success) throw new Error(`${name} ${args.join(" ")}: ${decoder.decode(stderr)}`);
    return decoder.decode(stdout).trim();
  };
  const stop = async (): Promise<void> => {
    for (const child of daemons.toReversed()) {
      try {
        child.kill("SIGTERM");
      } catch { /* it has ended */ }
      await child.status;
    }
  };
  try {
    daemon("munged", [
      ...["--foreground", "--force", `--key-file=${key}`, `--socket=${socket}`, `--log-file=${folder}/munged.log`],
      ...[`--pid-file=${folder}/run/munged.pid`, `--seed-file=${folder}/munge.seed`],
    ]);
    await until(() => Promise.resolve(exists(socket)));
    daemon("slurmctld", ["-D", "-f", conf, "-L", `${folder}/ctld.log`]);
    daemon("slurmd", ["-D", "-f", conf, "-L", `${folder}/d.log`]);
    await until(async () => (await command("sinfo", ["--noheader", "--format=%t"]).catch(() => "")) === "idle");
  } catch (error) {
    await stop();
    throw error;
  }
  return { command, start, stop };
}

function exists(path: string): boolean {
  try {
    return Deno.lstatSync(path) !== undefined;
  } catch {
    return false;
  }
}

/** Waits until something holds; throws after a minute in which it did not. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!await holds()) {
    if (performance.now() > end) throw new Error("it did not come to hold within a minute");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

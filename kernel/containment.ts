/** The outermost layer: bubblewrap, where it can be had (specs/sandbox.md sections 8 and 9). @module */
import { lstatSync, readlinkSync, statSync } from "node:fs";

/** Which containment a run uses: bubblewrap at this path, or none. */
export type Containment = { readonly kind: "bwrap"; readonly program: string } | { readonly kind: "none" };

/** Everything of a run that has a place: on the machine, or as the child sees it. */
export interface RunPaths {
  /** The Deno binary. */
  readonly deno: string;
  /** The read-only private copy: the experiment and what it may import. */
  readonly frozen: string;
  readonly scratch: string;
  readonly denoDir: string;
  readonly home: string;
  /** The broker's socket, or the FIFO of the audit log. */
  readonly log: string;
  /** Pinned inputs by name. */
  readonly inputs: { readonly [name: string]: string };
}

/** What a contained command may have beyond the run's own paths. */
export interface ContainOptions {
  readonly containment: Containment;
  readonly host: RunPaths;
  readonly child: RunPaths;
  /** The child's working folder. */
  readonly cwd: string;
  /** Whether a network is declared; without it the child has none. */
  readonly network: boolean;
  /** Declared native programs, absolute. */
  readonly programs: readonly string[];
}

/** Finds a program on PATH; null when it is not there. */
export function findProgram(name: string): string | null {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    if (!folder.startsWith("/")) continue;
    const path = `${folder}/${name}`;
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isFile() && (status.mode & 0o111) !== 0) return path;
  }
  return null;
}

/** Finds the strongest containment that might work here; whether it does shows when it is first used. */
export function findContainment(): Containment {
  const program = Deno.build.os === "linux" ? findProgram("bwrap") : null;
  return program === null ? { kind: "none" } : { kind: "bwrap", program };
}

/** Gives the paths as the child sees them: fixed names under bubblewrap, the machine's own without. */
export function childPaths(containment: Containment, host: RunPaths): RunPaths {
  if (containment.kind === "none") return host;
  return {
    deno: "/deno",
    frozen: "/permafrost",
    scratch: "/scratch",
    denoDir: "/deno_dir",
    home: "/home/permafrost",
    log: "/permission.log",
    inputs: Object.fromEntries(Object.keys(host.inputs).map((name) => [name, `/inputs/${name}`])),
  };
}

/** Puts a command of the child's into its containment: returns the whole argument list to spawn. */
export function contain(command: readonly string[], options: ContainOptions): string[] {
  const { containment, host, child, cwd, network, programs } = options;
  if (containment.kind === "none") return [...command];
  const bind = (source: string, target: string): string[] => ["--bind", source, target];
  const bindReadOnly = (source: string, target: string): string[] => ["--ro-bind", source, target];
  return [
    containment.program,
    ...["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "sandbox"],
    ...(network ? ["--share-net"] : []),
    ...bindReadOnly("/usr", "/usr"),
    ...["/lib", "/lib64", "/bin", "/sbin"].flatMap(systemFolder),
    ...["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"],
    ...(network ? ["/etc/resolv.conf", "/etc/hosts"].flatMap((path) => ["--ro-bind-try", path, path]) : []),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", child.home],
    ...bindReadOnly(host.deno, child.deno),
    ...bindReadOnly(host.frozen, child.frozen),
    ...bind(host.scratch, child.scratch),
    ...bind(host.denoDir, child.denoDir),
    ...bindReadOnly(host.log, child.log),
    ...Object.keys(host.inputs).flatMap((name) => bindReadOnly(host.inputs[name]!, child.inputs[name]!)),
    ...programs.filter((path) => !path.startsWith("/usr/")).flatMap((path) => ["--ro-bind-try", path, path]),
    ...["--remount-ro", "/", "--chdir", cwd, "--"],
    ...command,
  ];
}

/** Mirrors a system folder as it is here: a link into /usr, or a folder of its own. */
function systemFolder(path: string): string[] {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return [];
  return status.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

/** The outermost layer: bubblewrap, where it can be had (specs/sandbox.md sections 8 and 9). @module */
import { lstatSync, readlinkSync, statSync } from "node:fs";

/** Which containment a run uses: bubblewrap at this path, or none. */
export type Containment = { readonly kind: "bwrap"; readonly program: string } | { readonly kind: "none" };
/** Everything of a run that has a place, on the machine or as the child sees it. */
export type RunPaths = ReturnType<typeof pathsUnder>;

/** Lays out the places of a run under `base`, its private folder, with the Deno binary that it uses. */
export function pathsUnder(base: string, deno: string) {
  return {
    ...{ base, deno },
    /** The read-only private copy: the experiment and what it may import. */ frozen: `${base}/frozen`,
    /** The private empty folder of the experiment. */ scratch: `${base}/scratch`,
    /** The pinned inputs by name. */ inputs: `${base}/inputs`,
    /** Deno's cache; contained, only `storage` of it is kept. */ denoDir: `${base}/deno_dir`,
    /** What browser storage leaves behind. */ storage: `${base}/deno_dir/location_data`,
    /** The home folder, also for temporary files. */ home: `${base}/home`,
    /** The broker's socket, or what another attempt log uses. */ log: `${base}/log`,
  };
}

/** What a contained command may have. */
export interface ContainOptions {
  /** The containment. */ readonly containment: Containment;
  /** Where everything is on the machine. */ readonly host: RunPaths;
  /** The child's working folder, as it sees it. */ readonly cwd: string;
  /** Whether a network is declared; without it the child has none. */ readonly network: boolean;
  /** Declared native programs, absolute. */ readonly programs: readonly string[];
}

/** Finds a program by its name on PATH; null when it is not there. */
export function findProgram(name: string): string | null {
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder.startsWith("/"));
  const isProgram = (path: string): boolean => {
    try {
      const status = statSync(path);
      return status.isFile() && (status.mode & 0o111) !== 0;
    } catch {
      return false; // not there, or in a folder that is closed to this user
    }
  };
  return folders.map((folder) => `${folder}/${name}`).find(isProgram) ?? null;
}

/** Finds the strongest containment that might work here; whether it does shows when it is first used. */
export function findContainment(): Containment {
  const program = Deno.build.os === "linux" ? findProgram("bwrap") : null;
  return program === null ? { kind: "none" } : { kind: "bwrap", program };
}

/** Gives the paths as the child sees them: fixed ones under bubblewrap, the machine's own without. */
export function childPaths(containment: Containment, host: RunPaths): RunPaths {
  return containment.kind === "none" ? host : pathsUnder("/permafrost", "/deno");
}

/** Puts a command of the child's into its containment: returns the whole argument list to spawn. */
export function contain(command: readonly string[], options: ContainOptions): string[] {
  const { containment, host, cwd, network, programs } = options;
  if (containment.kind === "none") return [...command];
  const child = childPaths(containment, host);
  const same = (option: string, paths: readonly string[]): string[] => paths.flatMap((path) => [option, path, path]);
  const bind = (option: string, names: readonly (keyof RunPaths)[]): string[] =>
    names.flatMap((name) => [option, host[name], child[name]]);
  return [
    ...[containment.program, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ...["--hostname", "sandbox", ...(network ? ["--share-net"] : [])],
    ...["/usr", "/lib", "/lib64", "/bin", "/sbin"].flatMap(mirrorFolder),
    ...same("--ro-bind-try", ["/etc/ld.so.cache", ...(network ? ["/etc/resolv.conf", "/etc/hosts"] : [])]),
    ...["--proc", "/proc", "--dev", "/dev", ...["--tmpfs", "/tmp", "--tmpfs", child.home, "--tmpfs", child.denoDir]],
    ...[...bind("--ro-bind", ["deno", "frozen", "inputs"]), ...bind("--bind", ["scratch", "storage"])],
    ...bind("--ro-bind-try", ["log"]),
    ...same("--ro-bind-try", programs.filter((path) => !/^\/(usr|lib|lib64|bin|sbin)\//.test(path))),
    ...["--remount-ro", "/", "--chdir", cwd, "--", ...command],
  ];
}

/** Mirrors a system folder as it is here: a link into /usr, or a folder of its own. */
function mirrorFolder(path: string): string[] {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return [];
  return status.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

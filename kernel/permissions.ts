/** From what a protocol declares to exact grants, Deno's flags, and the answer to one request. @module */
import type { DeclaredPermissions } from "./protocol.ts";

/** Where the places of a run are, as the child sees them. Absolute paths without a trailing slash. */
export interface RunPlaces {
  /** The experiment's folder. */
  readonly experiment: string;
  /** The private empty folder, `$SCRATCH`. */
  readonly scratch: string;
  /** The pinned copies by name, `$INPUT.<name>`. */
  readonly inputs: { readonly [name: string]: string };
}

/** Absolute paths, `host:port` values and names: what is granted and nothing else. */
export interface Grants {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly net: readonly string[];
  readonly run: readonly string[];
  readonly env: readonly string[];
}

/** One question of the child: the kind of access and what it names; null is "all of it" or "any". */
export interface AccessRequest {
  readonly permission: string;
  readonly value: string | null;
}

/** Resolves declared permissions to exact grants. Inputs that were not given grant nothing. */
export function resolveGrants(declared: DeclaredPermissions, places: RunPlaces): Grants {
  const locate = (value: string): string[] => {
    if (value === "$SCRATCH" || value.startsWith("$SCRATCH/")) return [places.scratch + value.slice(8)];
    if (value.startsWith("$INPUT.")) {
      return Object.hasOwn(places.inputs, value.slice(7)) ? [places.inputs[value.slice(7)]!] : [];
    }
    if (value.startsWith("/")) return [value];
    return [value === "." ? places.experiment : `${places.experiment}/${value}`];
  };
  return {
    read: declared.read.flatMap(locate),
    write: declared.write.flatMap(locate),
    net: declared.net,
    run: declared.run.flatMap(locate),
    env: declared.env,
  };
}

/** The scoped `--allow-*` flags of `deno run`, in a fixed order; kinds without a grant have none. */
export function toFlags(grants: Grants): string[] {
  const kinds = ["read", "write", "net", "run", "env"] as const;
  return kinds.filter((kind) => grants[kind].length > 0).map((kind) => `--allow-${kind}=${grants[kind].join(",")}`);
}

/**
 * Decides one request. Relative paths are denied, since the child can change its folder; `.` and `..` are
 * resolved in the text, as Deno does; programs are granted by exact absolute name only, and the request
 * without a name (`run: null`, asked for loader variables and signals) never; so is every other kind.
 */
export function isGranted(grants: Grants, { permission, value }: AccessRequest): boolean {
  if (value === null) return false;
  switch (permission) {
    case "read":
    case "write":
      return value.startsWith("/") && isBeneath(normalizeLexically(value), grants[permission]);
    case "net":
      return grants.net.includes(hostAndPort(value));
    case "run":
    case "env":
      return grants[permission].includes(value);
    default:
      return false;
  }
}

function isBeneath(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

/** Resolves `.`, `..` and repeated slashes in an absolute path by its text alone. */
export function normalizeLexically(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return "/" + parts.join("/");
}

/** Takes `host:port` out of a value that may be a whole URL with its default port left out. */
function hostAndPort(value: string): string {
  if (!value.includes("://")) return value;
  try {
    const { protocol, hostname, port } = new URL(value);
    const standard = protocol === "https:" || protocol === "wss:" ? "443" : "80";
    return `${hostname}:${port || standard}`;
  } catch {
    return value;
  }
}

/** Writes an access for people and records: the places of the run by their names, never by their paths. */
export function describeAccess(request: AccessRequest, places: RunPlaces): string {
  const { permission, value } = request;
  if (value === null) return "";
  if (permission !== "read" && permission !== "write" && permission !== "run") return value;
  const known: [string, string][] = [[places.experiment, "."], [places.scratch, "$SCRATCH"]];
  for (const [name, path] of Object.entries(places.inputs)) known.push([path, `$INPUT.${name}`]);
  const path = value.startsWith("/") ? normalizeLexically(value) : value;
  for (const [root, name] of known) {
    if (path === root) return name;
    if (path.startsWith(`${root}/`)) return name === "." ? path.slice(root.length + 1) : name + path.slice(root.length);
  }
  return path;
}

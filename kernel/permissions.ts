/** From what a protocol declares to exact grants, Deno's flags, and the answer to one request. @module */
import { posix } from "node:path";
import type { DeclaredPermissions } from "./protocol.ts";

/** Where the places of a run are, as the child sees them: absolute paths without a slash at the end. */
export interface RunPlaces {
  /** The experiment's folder. */ readonly experiment: string;
  /** The private empty folder, `$SCRATCH`. */ readonly scratch: string;
  /** The pinned copies by name, `$INPUT.<name>`. */ readonly inputs: { readonly [name: string]: string };
  /** Paths of this machine that no record may show, by what is shown. */
  readonly hidden?: { readonly [name: string]: string };
}
/** Declared permissions with their places resolved: absolute paths, `host:port` and names, and nothing else. */
export type Grants = DeclaredPermissions;
/** One question of the child. */
export interface AccessRequest {
  /** The kind of access, by Deno's name. */ readonly permission: string;
  /** What is asked for; null for any or all. */ readonly value: string | null;
}

/** Resolves declared permissions to exact grants. Inputs that were not given grant nothing. */
export function resolveGrants(declared: DeclaredPermissions, places: RunPlaces): Grants {
  const locate = (value: string): string[] => {
    if (/^\$SCRATCH(\/|$)/.test(value)) return [places.scratch + value.slice(8)];
    const input = /^\$INPUT\.(.*)$/s.exec(value)?.[1];
    if (input !== undefined) return Object.hasOwn(places.inputs, input) ? [places.inputs[input]!] : [];
    return [value.startsWith("/") ? value : value === "." ? places.experiment : `${places.experiment}/${value}`];
  };
  const { read, write, net, run, env } = declared;
  return {
    ...{ read: read.flatMap(locate), write: write.flatMap(locate), run: run.flatMap(locate), env },
    net: net.map((value) => value.startsWith("[") ? hostAndPort(`http://${value}`) : value),
  };
}

/** The scoped `--allow-*` flags of `deno run`, in a fixed order; kinds without a grant have none. */
export function toFlags(grants: Grants): string[] {
  const kinds = ["read", "write", "net", "run", "env"] as const;
  return kinds.filter((kind) => grants[kind].length > 0).map((kind) => `--allow-${kind}=${grants[kind].join(",")}`);
}

/** Decides one request. Relative paths are denied, since the child can change its folder; `.` and `..` are resolved in
 * the text, as Deno does; programs are granted by exact absolute name only. Denied are also a request for everything
 * (`run: null` asks for signals and loader variables) and every kind that a protocol cannot name. */
export function isGranted(grants: Grants, { permission, value }: AccessRequest): boolean {
  if (value === null) return false;
  if (permission === "read" || permission === "write") {
    return value.startsWith("/") && grants[permission].some((root) => isBeneath(root, posix.resolve(value)));
  }
  if (permission === "net") return grants.net.includes(hostAndPort(value));
  return (permission === "run" || permission === "env") && grants[permission].includes(value);
}

/** Writes what was asked for as records show it: the places of the run by their names, never by their paths. */
export function describeAccess({ value }: AccessRequest, places: RunPlaces): string {
  if (value === null) return "";
  const path = value.startsWith("/") ? posix.resolve(value) : value;
  if (isBeneath(places.experiment, path)) return path.slice(places.experiment.length + 1) || ".";
  const inputs = Object.entries(places.inputs).map(([name, root]) => [`$INPUT.${name}`, root] as const);
  const place = [["$SCRATCH", places.scratch] as const, ...inputs].find(([, root]) => isBeneath(root, path));
  return place === undefined ? hidePaths(path, places) : place[0] + path.slice(place[1].length);
}

/** Puts names for hidden paths into a text, where they stand as whole paths or the beginnings of some. */
export function hidePaths(text: string, { hidden = {} }: RunPlaces): string {
  const hide = (shown: string, [name, path]: [string, string]): string =>
    shown.replaceAll(new RegExp(`(?<!\\w)${RegExp.escape(path)}(?![\\w-])`, "g"), () => name);
  return Object.entries(hidden).reduce(hide, text);
}

const isBeneath = (root: string, path: string): boolean => path === root || path.startsWith(`${root}/`);
const STANDARD_PORTS = new Map([["http:", "80"], ["ws:", "80"], ["https:", "443"], ["wss:", "443"]]);

/** Reduces a URL of a kind that has a standard port to `host:port`; other values stay as they are. */
function hostAndPort(value: string): string {
  if (!value.includes("://") || !URL.canParse(value)) return value;
  const { protocol, hostname, port } = new URL(value);
  const standard = STANDARD_PORTS.get(protocol);
  return standard === undefined ? value : `${hostname}:${port || standard}`;
}

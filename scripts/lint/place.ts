/** Where a linted file stands in the repository. @module */
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The part of the repository that a file belongs to; `root` for the files at the top. */
export type Zone = "kernel" | "experiments" | "scripts" | "tests" | "fixtures" | "root";

/** A file's place. */
export interface Place {
  /** The path from the repository's top, with forward slashes. */
  readonly path: string;
  /** The part of the repository that it belongs to. */
  readonly zone: Zone;
  /** The experiment's folder with a slash at its end; null outside of experiments. */
  readonly experiment: string | null;
}

const ZONES: ReadonlySet<string> = new Set(["kernel", "experiments", "scripts", "tests", "fixtures"]);

/** Places a repository-relative path. */
export function placeOfPath(path: string): Place {
  const [top = "", second = ""] = path.split("/");
  const zone = ZONES.has(top) && path.includes("/") ? top as Zone : "root";
  return { path, zone, experiment: zone === "experiments" ? `experiments/${second}/` : null };
}

/** Places the file whose `filename` Deno's linter names; null for a file outside of the repository. */
export function placeOf(filename: string): Place | null {
  const path = relative(ROOT, filename).split(sep).join("/");
  return path.startsWith("../") || path === "" ? null : placeOfPath(path);
}

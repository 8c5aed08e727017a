/** Inputs that this repository can make itself, where a call leaves them out. @module */
import { resolve } from "node:path";

interface Maker {
  /** The inputs that it makes. */ readonly names: readonly string[];
  /** Makes them. */ readonly make: () => Promise<{ readonly [name: string]: string }>;
}

/** What makes the inputs of an experiment; for this repository's own experiments only. */
const MAKERS: { readonly [id: string]: Maker } = {
  "recovery-v1": {
    names: ["baseline", "candidate"],
    make: async () => ({ ...await (await import("../recovery_build.ts")).buildRecovery() }),
  },
};

/**
 * Adds to the given inputs of an experiment those that this repository builds, where they are left out, and says so.
 * Given ones are never replaced; experiments elsewhere get none.
 *
 * @param folder The experiment's folder.
 * @param options `given`: the inputs of the call; `onNotice`: gets one plain line when something was built.
 * @returns All inputs, as absolute paths by name.
 * @throws {PermafrostError} As the build does: unavailable, internal, file-exists, file-write.
 */
export async function withDefaultInputs(
  folder: string,
  { given, onNotice }: { given: { readonly [name: string]: string }; onNotice: (text: string) => void },
): Promise<{ readonly [name: string]: string }> {
  const root = import.meta.dirname === undefined ? null : resolve(import.meta.dirname, "../../experiments");
  const id = Object.keys(MAKERS).find((name) => root !== null && folder === resolve(root, name));
  const { names, make } = id === undefined ? { names: [], make: null } : MAKERS[id]!;
  const missing = names.filter((name) => !Object.hasOwn(given, name));
  if (missing.length === 0 || make === null) return given;
  const made = await make();
  onNotice(`Not given, so built from this repository: ${missing.join(", ")}.`);
  return { ...made, ...given };
}

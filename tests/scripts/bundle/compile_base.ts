/** A Deno and the base binary of its version, for making real executables. @module */
import { statSync } from "node:fs";
import { testWhere } from "../../test_where.ts";

const NAMES = { deno: "PERMAFROST_COMPILE_DENO", base: "PERMAFROST_COMPILE_BASE" } as const;

/** The paths that the environment names. */
export const COMPILE_PATHS: Readonly<Record<keyof typeof NAMES, string>> = {
  deno: Deno.env.get(NAMES.deno) ?? "",
  base: Deno.env.get(NAMES.base) ?? "",
};

/** Why no real executable can be made here; empty where one can. */
export const COMPILE_PROBLEM: string = Object.values(COMPILE_PATHS).every((path) => path !== "")
  ? ""
  : `no base binary of deno compile: ${NAMES.deno} and ${NAMES.base} are not set`;

for (const [name, path] of Object.entries(COMPILE_PATHS)) {
  if (path !== "" && !statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`no file is at ${name}'s path`);
  }
}

/** Registers a test that makes a real executable, left out by name where none can be made. */
export const testCompile: ReturnType<typeof testWhere> = testWhere(COMPILE_PROBLEM);

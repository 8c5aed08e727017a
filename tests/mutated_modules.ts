/** An experiment's modules with one defect put into them, for showing that its cases catch every one. @module */
import { inFolder } from "./in_folder.ts";

/** A defect: one text put in place of another. */
export interface Mutant {
  /** What the code does with it, to follow "when". */
  readonly name: string;
  /** The file that it is in. */
  readonly module: string;
  /** The text that it replaces, which stands there exactly once. */
  readonly from: string;
  /** The text that it puts there. */
  readonly to: string;
}

/** Defects of one module as rows: name, the text replaced, the text put there. */
export function inModule(
  module: string,
  rows: readonly (readonly [name: string, from: string, to: string])[],
): Mutant[] {
  return rows.map(([name, from, to]) => ({ name, module, from, to }));
}

/**
 * Reads modules of an experiment once, and loads them as often as wanted, each time anew.
 *
 * @param id The experiment; it imports of the kernel what it always does.
 * @param modules The names of its modules that load each other; the last ones win where names are exported twice.
 * @returns Loads them with a defect, or without one, and gives all that they export.
 * @throws {Error} while loading, when the text to replace does not stand in the module exactly once.
 */
export function mutatedLoader<Parts>(id: string, modules: readonly string[]): (mutant?: Mutant) => Promise<Parts> {
  const folder = new URL(`../experiments/${id}/`, import.meta.url);
  const kernel = new URL("../kernel/", import.meta.url).href;
  const sources = modules.map((name) => [name, Deno.readTextFileSync(new URL(name, folder))] as const);
  return (mutant) =>
    inFolder(async (copy) => {
      for (const [name, source] of sources) {
        const isMutated = mutant !== undefined && name === mutant.module;
        if (isMutated && source.split(mutant.from).length !== 2) throw new Error(`not once in ${name}: ${mutant.from}`);
        const text = isMutated ? source.replace(mutant.from, () => mutant.to) : source;
        await Deno.writeTextFile(`${copy}/${name}`, text.replaceAll('"../../kernel/', `"${kernel}`));
      }
      const loaded = await Promise.all(modules.map((name) => import(`file://${copy}/${name}`)));
      return Object.assign({}, ...loaded);
    });
}

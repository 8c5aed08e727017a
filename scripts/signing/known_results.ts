/** The results that lie in an experiment, as signatures are compared with them. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { listResults, type SigningPlace } from "./signature_files.ts";
import { readResultFile, type ResultFile } from "./result_statement.ts";

/** A result and where it lies. */
export interface KnownResult {
  /** Its path. */
  readonly path: string;
  /** Its name in findings. */
  readonly at: string;
  /** Its content. */
  readonly file: ResultFile;
}

/** Reads the results of an experiment; other JSON files, damaged results and those of a draft are passed over. */
export function knownResults(place: SigningPlace): KnownResult[] {
  return listResults(place).flatMap(({ path, at }): KnownResult[] => {
    try {
      return [{ path, at, file: readResultFile(path, { name: at.slice(at.lastIndexOf("/") + 1) }) }];
    } catch (error) {
      if (error instanceof PermafrostError) return [];
      throw error;
    }
  });
}

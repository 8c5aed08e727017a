/** A signed receipt that someone reproduced, or could not reproduce, a result on a machine of their own. @module */
import type { ReproduceReport } from "../../kernel/reproduce.ts";
import { signStatement, statementOf } from "./dsse.ts";
import { reproductionStatement, type ResultFile } from "./result_statement.ts";
import type { Signer } from "./signing_key.ts";

/**
 * Signs the receipt of a reproduction: which result (by the digest of its file), of which manifest, whether it was
 * reproduced, what differed, and what differed in provenance. Gives the bytes of a Sigstore bundle; null when nothing
 * was compared (the bytes drifted, or the run broke a rule), since then nothing is known of the result.
 *
 * @throws {PermafrostError} What the signer throws.
 */
export async function signReceipt(
  file: ResultFile,
  { report, signer }: { report: ReproduceReport; signer: Signer },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const statement = reproductionStatement(file, report);
  return statement === null ? null : await signStatement(statementOf(statement), signer);
}

/** What a bundle says to people. @module */
import type { Decision } from "../../kernel/decision.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { DeclaredPermissions } from "../../kernel/protocol.ts";
import type { BundleParts } from "./parts.ts";

/** The help of a bundle. */
export function helpText(
  { id, manifestSha256, madeBy }: Pick<BundleParts, "id" | "manifestSha256" | "madeBy">,
): string {
  return `${id}, frozen, in one file. Manifest ${manifestSha256}; code made by Deno ${madeBy}.

  (no option)  check the parts, run, print a line of JSON for each row and for the summary, and judge
  --json       print one JSON value instead: decision, summary, rows, reproduction digest
  --check      check the parts against the manifest, and run nothing
  --help       print this

Exit 0: the decision is met. 1: it is not, or a part was changed. 2: cannot tell.
The bounds on time and output hold as far as the code lets them; nothing logs what it attempts. For a run that is
contained and observed, use permafrost verify.`;
}

/** Findings, one a line, and the verdict that they make. */
export function findingLines({ id }: Pick<BundleParts, "id">, findings: readonly Finding[]): string[] {
  const show = (side: unknown): string => JSON.stringify(side);
  return [
    ...findings.map(({ code, at, expected, observed }) => `${code}: ${at}: ${show(expected)}, here ${show(observed)}`),
    `error: Cannot run ${id}: its parts are not as its manifest says; get the file again [changed]`,
  ];
}

/** Each criterion, and the verdict with the whole reproduction digest. */
export function verdictLines({ met, criteria }: Decision, reproductionSha256: string): string[] {
  const show = (value: unknown): string => {
    const text = JSON.stringify(value);
    return text.length > 60 ? `${text.slice(0, 59)}…` : text;
  };
  return [
    ...criteria.map(({ id, met, expected, observed }) =>
      `${met ? "met    " : "NOT MET"}     ${id}: ${show(observed)}, wanted ${show(expected)}`
    ),
    `${met ? "HOLDS" : "DOES NOT HOLD"}: ${
      criteria.filter((one) => one.met).length
    } of ${criteria.length} criteria met`,
    `Digest      ${reproductionSha256}`,
  ];
}

const KINDS = ["read", "write", "net", "run", "env", "sys", "ffi"] as const;

/** The kinds of access of which everything is granted, although a protocol can declare single places only. */
export function excessRights(permissions: DeclaredPermissions): string[] {
  const isDeclared = (kind: string): boolean => Object.hasOwn(permissions, kind);
  return KINDS.filter((name) => Deno.permissions.querySync({ name }).state === "granted").map((kind) =>
    isDeclared(kind) ? `any ${kind}` : kind
  );
}

/** A result as JUnit XML, for the programs that show tests. @module */
import { isJsonObject, type JsonValue } from "../../kernel/json_value.ts";
import type { Result } from "../../kernel/result.ts";
import { type XmlElement, xmlText } from "./xml.ts";

/** The fields of a row that say by true or false whether it is as it should be, in the order in which they are asked. */
export const VERDICT_FIELDS = ["passed", "agree", "expectationMatched"] as const;

/** The longest value that a failure's message shows whole, in UTF-16 units; its text has all of it. */
const MESSAGE_UNITS = 120;

/** How rows are read. */
export interface JunitOptions {
  /** The field that holds a row's verdict; by default the first of {@linkcode VERDICT_FIELDS} that it has. */
  readonly verdictField?: string;
}

interface Case {
  readonly name: string;
  /** Why it failed, in a line and in full; null where it passed. */
  readonly failure: readonly [message: string, text: string] | null;
}

/** Writes a result as JUnit XML: a suite `decision` with a testcase for each criterion, and, where rows have a verdict, a
 * suite `rows` with a testcase for each of those, in their order. Other rows are not counted. A row is named by its `id`,
 * `name`, or `fixture` and `check`, else by its number; a name that comes again gets one too. Same result, same bytes. */
export function junitXml(result: Result, options: JunitOptions = {}): string {
  const { id, volatile: { startedAt, durationMs }, decision, rows } = result;
  const names = new Map<string, number>();
  const judged = rows.flatMap((row, index) => rowCase(row, { index, names, ...options }) ?? []);
  const criteria = decision.criteria.map(({ id: name, at, expected, observed, met }): Case => {
    const [wanted, found] = [JSON.stringify(expected), JSON.stringify(observed)];
    return {
      name,
      failure: met ? null : [`${at} is ${short(found)}, wanted ${short(wanted)}`, `${at}\n${found}\n${wanted}`],
    };
  });
  const suites = [{ name: "decision", cases: criteria }, { name: "rows", cases: judged }];
  const present = suites.filter(({ name, cases }) => name === "decision" || cases.length > 0);
  const all = present.flatMap(({ cases }) => cases);
  return xmlText({
    name: "testsuites",
    attributes: { name: id, ...counts(all), time: seconds(durationMs) },
    content: present.map(({ name, cases }, index) => ({
      name: "testsuite",
      // The run is one: its whole time stands at the first suite, and readers that add times up come out right.
      attributes: {
        ...{ name: `${id}.${name}`, ...counts(cases), skipped: 0 },
        ...{ time: seconds(index === 0 ? durationMs : 0), timestamp: startedAt.slice(0, 19) },
      },
      content: [...(index === 0 ? [properties(result)] : []), ...cases.map((one) => caseElement(one, `${id}.${name}`))],
    })),
  });
}

function properties({ manifestSha256, reproductionSha256, provenance: { runtime, containment } }: Result): XmlElement {
  const values = { manifestSha256: manifestSha256 ?? "draft", reproductionSha256, deno: runtime.deno, containment };
  const content = Object.entries(values).map(([name, value]) => ({ name: "property", attributes: { name, value } }));
  return { name: "properties", attributes: {}, content };
}

function caseElement({ name, failure }: Case, classname: string): XmlElement {
  const attributes = { name, classname, time: seconds(0) };
  if (failure === null) return { name: "testcase", attributes };
  const [message, text] = failure;
  return {
    name: "testcase",
    attributes,
    content: [{ name: "failure", attributes: { message, type: "difference" }, content: text }],
  };
}

/** The testcase of a row; null where the row has no verdict. */
function rowCase(
  row: JsonValue,
  { index, names, verdictField }: JunitOptions & { index: number; names: Map<string, number> },
): Case | null {
  if (!isJsonObject(row)) return null;
  const fields = verdictField === undefined ? VERDICT_FIELDS : [verdictField];
  const field = fields.find((name) => Object.hasOwn(row, name) && typeof row[name] === "boolean");
  if (field === undefined) return null;
  const [whole = null] = [row["id"], row["name"]].filter((value) => typeof value === "string");
  const parts = [row["fixture"], row["check"]].filter((value) => typeof value === "string");
  const stem = whole ?? (parts.length > 0 ? parts.join(" ") : `row ${index + 1}`);
  const seen = (names.get(String(stem)) ?? 0) + 1;
  names.set(String(stem), seen);
  const name = seen === 1 ? String(stem) : `${stem} (${seen})`;
  const text = JSON.stringify(row);
  return { name, failure: row[field] === true ? null : [`/rows/${index}/${field} is false`, text] };
}

function counts(cases: readonly Case[]): { tests: number; failures: number; errors: number } {
  return { tests: cases.length, failures: cases.filter(({ failure }) => failure !== null).length, errors: 0 };
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const short = (text: string): string => text.length > MESSAGE_UNITS ? `${text.slice(0, MESSAGE_UNITS)}…` : text;

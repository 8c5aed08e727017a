import { assertEquals } from "@std/assert/equals";
import { junitXml } from "../../../scripts/report/junit.ts";
import { aResult } from "../../a_result.ts";
import { testWhere } from "../../test_where.ts";
import { parseXml, PYTHON_PROBLEM, type ReadElement } from "./read_xml.ts";

const testParsed = testWhere(PYTHON_PROBLEM);

const cases = (root: ReadElement): [string, string, string | null][] =>
  root.children.flatMap(({ children }) =>
    children.filter(({ tag }) => tag === "testcase").map((one): [string, string, string | null] => {
      const { attributes, children: [failure] } = one;
      return [attributes["classname"]!, attributes["name"]!, failure?.attributes["message"] ?? null];
    })
  );

const CRITERIA = [{ id: "one", at: "/summary/n", equals: 1 }, { id: "two", at: "/summary/n", atLeast: 2 }];

testParsed("junitXml() writes a testcase for each criterion, and counts what is not met", async () => {
  const root = await parseXml(junitXml(aResult({}, CRITERIA)));
  assertEquals(root.tag, "testsuites");
  assertEquals(root.attributes, { name: "tiny-v1", tests: "2", failures: "1", errors: "0", time: "1.000" });
  assertEquals(root.children.map(({ attributes }) => attributes), [{
    ...{ name: "tiny-v1.decision", tests: "2", failures: "1", errors: "0", skipped: "0", time: "1.000" },
    timestamp: "2026-11-30T00:00:00",
  }]);
  assertEquals(cases(root), [
    ["tiny-v1.decision", "one", null],
    ["tiny-v1.decision", "two", '/summary/n is 1, wanted {"atLeast":2}'],
  ]);
  const properties = root.children[0]!.children[0]!.children.map(({ attributes }) => attributes["name"]);
  assertEquals(properties, ["manifestSha256", "reproductionSha256", "deno", "containment"]);
});

testParsed("junitXml() writes a testcase for each row with a verdict, by its name or number", async () => {
  const rows = [
    ...[{ id: "a", agree: true }, { id: "a", agree: false }, { agree: true }, { agree: "yes" }, "text", null, [true]],
    ...[{ fixture: "f", check: "c", passed: false }, { check: "c", passed: true }, {
      id: "e",
      expectationMatched: true,
    }],
    { name: "n", passed: false, agree: true },
  ];
  const root = await parseXml(junitXml(aResult({ rows })));
  assertEquals(cases(root), [
    ["tiny-v1.rows", "a", null],
    ["tiny-v1.rows", "a (2)", "/rows/1/agree is false"],
    ["tiny-v1.rows", "row 3", null],
    ["tiny-v1.rows", "f c", "/rows/7/passed is false"],
    ["tiny-v1.rows", "c", null],
    ["tiny-v1.rows", "e", null],
    ["tiny-v1.rows", "n", "/rows/10/passed is false"],
  ]);
  assertEquals([root.attributes["tests"], root.attributes["failures"]], ["7", "3"]);
});

testParsed("junitXml() asks the field that it is told", async () => {
  const rows = [{ id: "a", fine: false, agree: true }, { id: "b", agree: true }];
  assertEquals(cases(await parseXml(junitXml(aResult({ rows }), { verdictField: "fine" }))), [
    ["tiny-v1.rows", "a", "/rows/0/fine is false"],
  ]);
});

testParsed(
  "junitXml() writes any text of a row so that it comes out again, or shows what XML cannot hold",
  async () => {
    const id = `<x>&"']]>\t\n\r\0\x1b\ufffe é 😀`;
    const root = await parseXml(junitXml(aResult({ rows: [{ id, agree: false, more: id }] })));
    assertEquals(cases(root).map(([, name]) => name), [`<x>&"']]>\t\n\r\\u0000\\u001b\\ufffe é 😀`]);
    const text = root.children[1]!.children[0]!.children[0]!.text;
    assertEquals(JSON.parse(text.replace("\\\\ufffe", "\\ufffe")).agree, false);
  },
);

Deno.test("junitXml() writes the same bytes for the same result, and no suite of rows without verdicts", () => {
  const result = aResult({}, CRITERIA), xml = junitXml(result);
  assertEquals(junitXml(structuredClone(result)), xml);
  assertEquals(xml.match(/<testsuite /g)?.length, 1);
});

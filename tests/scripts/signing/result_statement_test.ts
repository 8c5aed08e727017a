import { assertEquals } from "@std/assert/equals";
import { sha256File } from "../../../kernel/digest.ts";
import { readResult } from "../../../kernel/result.ts";
import {
  decisionStatement,
  readResultFile,
  statementProblems,
  testResultStatement,
} from "../../../scripts/signing/result_statement.ts";
import { assertCode } from "../../assert_code.ts";
import { withSignedExperiment } from "../../signed_experiment.ts";

Deno.test("readResultFile() gives the digest of the file's bytes", () =>
  withSignedExperiment({}, ({ resultPath }) => {
    const { name, sha256, result } = readResultFile(resultPath, { name: "r.json" });
    assertEquals([name, sha256, result], ["r.json", sha256File(resultPath).sha256, readResult(resultPath)]);
    return Promise.resolve();
  }));

Deno.test("readResultFile() throws result-invalid when the bytes are not canonical", () =>
  withSignedExperiment({}, ({ resultPath }) => {
    Deno.writeTextFileSync(resultPath, "\n", { append: true });
    assertCode(() => readResultFile(resultPath, { name: "r.json" }), "result-invalid", "r.json");
    return Promise.resolve();
  }));

Deno.test("readResultFile() throws result-invalid when the content was changed", () =>
  withSignedExperiment({}, ({ resultPath }) => {
    Deno.writeTextFileSync(resultPath, Deno.readTextFileSync(resultPath).replace('"n":2', '"n":3'));
    assertCode(() => readResultFile(resultPath, { name: "r.json" }), "result-invalid");
    return Promise.resolve();
  }));

Deno.test("readResultFile() throws manifest-missing when the result is a draft's", () =>
  withSignedExperiment({ manifestSha256: null }, ({ resultPath }) => {
    assertCode(() => readResultFile(resultPath, { name: "r.json" }), "manifest-missing", "r.json");
    return Promise.resolve();
  }));

Deno.test("testResultStatement() says nothing of the decision", () =>
  withSignedExperiment({}, ({ resultPath }) => {
    const file = readResultFile(resultPath, { name: "r.json" });
    const refuted = { ...file, result: { ...file.result, decision: { met: false, criteria: [] } } };
    assertEquals(testResultStatement(refuted), testResultStatement(file));
    assertEquals(decisionStatement(refuted).predicate["decision"], { met: false, criteria: [] });
    return Promise.resolve();
  }));

Deno.test("statementProblems() finds nothing in what is true, and the manifest when that is another", () =>
  withSignedExperiment({}, ({ resultPath, manifestSha256 }) => {
    const file = readResultFile(resultPath, { name: "r.json" });
    for (const statement of [decisionStatement(file), testResultStatement(file)]) {
      assertEquals(statementProblems(statement, { file, manifestSha256 }), []);
      const [problem, ...more] = statementProblems(statement, { file, manifestSha256: "00" });
      assertEquals([problem?.at, more], ["/predicate/manifest/digest/sha256", []]);
    }
    return Promise.resolve();
  }));

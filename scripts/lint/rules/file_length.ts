/** Rule `file-length`. @module */
import { placeOf } from "../place.ts";

/** The most lines that a source file may have. */
export const MAX_LINES = 250;

/** Refuses source files of more than {@linkcode MAX_LINES} lines; tests are free. */
export const fileLength: Deno.lint.Rule = {
  create(context) {
    const zone = placeOf(context.filename)?.zone ?? "tests";
    if (zone === "tests" || zone === "fixtures") return {};
    return {
      Program() {
        const text = context.sourceCode.text.replace(/\n$/, "");
        const lines = text.split("\n").length;
        if (lines <= MAX_LINES) return;
        context.report({
          range: [text.lastIndexOf("\n") + 1, text.length],
          message: `The file has ${lines} lines, more than ${MAX_LINES}`,
          hint: "Move one of its ideas to a file of its own",
        });
      },
    };
  },
};

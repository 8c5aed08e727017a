/**
 * The house rules as a lint plugin, one rule a file. Deno loads a plugin through its default export: this is
 * the one file that has any.
 *
 * @module
 */
import { codedErrors } from "./rules/coded_errors.ts";
import { fileLength } from "./rules/file_length.ts";
import { importDirection } from "./rules/import_direction.ts";
import { maxPositional } from "./rules/max_positional.ts";
import { noAmbient } from "./rules/no_ambient.ts";
import { noClass } from "./rules/no_class.ts";
import { noDefaultExport } from "./rules/no_default_export.ts";
import { noExit } from "./rules/no_exit.ts";
import { snakeCaseFile } from "./rules/snake_case_file.ts";
import { testName } from "./rules/test_name.ts";

/** The plugin `permafrost`. */
const plugin: Deno.lint.Plugin = {
  name: "permafrost",
  rules: {
    "coded-errors": codedErrors,
    "file-length": fileLength,
    "import-direction": importDirection,
    "max-positional": maxPositional,
    "no-ambient": noAmbient,
    "no-class": noClass,
    "no-default-export": noDefaultExport,
    "no-exit": noExit,
    "snake-case-file": snakeCaseFile,
    "test-name": testName,
  },
};

export default plugin;

/** Rule `snake-case-file`. @module */
import { placeOf } from "../place.ts";

/** Wants every source file named in snake case, ending in .ts (.d.ts); upstream's leading underscore may stay. */
export const snakeCaseFile: Deno.lint.Rule = {
  create(context) {
    const place = placeOf(context.filename);
    const name = place?.path.split("/").at(-1) ?? "";
    if (place === null || /^_?[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.d)?\.ts$/.test(name)) return {};
    return {
      Program() {
        context.report({ range: [0, 1], message: `The name ${name} is not snake_case.ts` });
      },
    };
  },
};

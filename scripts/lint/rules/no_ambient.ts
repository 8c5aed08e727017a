/** Rule `no-ambient`. @module */
import { isExempt } from "../exemptions.ts";
import { placeOf } from "../place.ts";
import { dottedName, takenNames } from "../syntax.ts";

type Kind = "time" | "random";

const NAMES: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["Date.now", "time"],
  ["performance.now", "time"],
  ["performance.timeOrigin", "time"],
  ["performance.mark", "time"],
  ["performance.measure", "time"],
  ["Temporal.Now", "time"],
  ["process.hrtime", "time"],
  ["process.uptime", "time"],
  ["Deno.osUptime", "time"],
  ["Math.random", "random"],
  ["crypto.getRandomValues", "random"],
  ["crypto.randomUUID", "random"],
  ["crypto.randomBytes", "random"],
  ["crypto.randomInt", "random"],
  ["crypto.randomFill", "random"],
  ["crypto.randomFillSync", "random"],
  ["crypto.generateKey", "random"],
  ["crypto.subtle.generateKey", "random"],
]);

/** Refuses clocks and chance in the kernel and in experiments: what they compute follows from their input. */
export const noAmbient: Deno.lint.Rule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === null || (place.zone !== "kernel" && place.zone !== "experiments")) return {};
    const refuse = (node: Deno.lint.Node, name: string, kind: Kind | undefined): void => {
      if (kind === undefined || isExempt(`no-ambient/${kind}`, place.path)) return;
      context.report({
        node,
        message: `${name} is ambient ${kind === "time" ? "time" : "randomness"}`,
        hint: kind === "time"
          ? "Take the time as a parameter"
          : "Take the bytes or a seed as a parameter (the order to an experiment has one)",
      });
    };
    return {
      MemberExpression(node) {
        const name = dottedName(node);
        if (name !== null) refuse(node, name, NAMES.get(name));
      },
      VariableDeclarator(node) {
        for (const name of takenNames(node)) refuse(node, name, NAMES.get(name));
      },
      NewExpression(node) {
        const bare = node.arguments.length === 0 && dottedName(node.callee) === "Date";
        if (bare) refuse(node, "new Date()", "time");
      },
      CallExpression(node) {
        if (dottedName(node.callee) === "Date") refuse(node, "Date()", "time");
      },
      ImportDeclaration(node) {
        const module = node.source.value.replace(/^node:/, "");
        if (module === "perf_hooks") refuse(node, node.source.value, "time");
        if (module !== "crypto" && module !== "process") return;
        for (const part of node.specifiers) {
          if (part.type !== "ImportSpecifier" || part.imported.type !== "Identifier") continue;
          const name = part.imported.name;
          refuse(part, name, name === "webcrypto" ? "random" : NAMES.get(`${module}.${name}`));
        }
      },
    };
  },
};

/** Rule `max-positional`. @module */
import { isExempt } from "../exemptions.ts";
import { placeOf } from "../place.ts";

type Callable =
  | Deno.lint.FunctionDeclaration
  | Deno.lint.TSDeclareFunction
  | Deno.lint.ArrowFunctionExpression;

/** Wants exported functions to take at most two positional parameters, then options, and no boolean. */
export const maxPositional: Deno.lint.Rule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === null || place.zone === "tests" || isExempt("max-positional", place.path)) return {};
    return {
      Program(program) {
        for (const [name, callable] of exportedCallables(program)) {
          callable.params.forEach((param, index) => {
            if (param.type === "TSParameterProperty") return;
            const problem = paramProblem(param, index);
            if (problem !== null) context.report({ node: param, message: `${name}() ${problem}` });
          });
        }
      },
    };
  },
};

function exportedCallables(program: Deno.lint.Program): [string, Callable][] {
  const found: [string, Callable][] = [];
  const later = new Set<string>();
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration" || statement.source !== null) continue;
    for (const { local } of statement.specifiers) if (local.type === "Identifier") later.add(local.name);
  }
  for (const statement of program.body) {
    const exported = statement.type === "ExportNamedDeclaration";
    const declared = exported ? statement.declaration : statement;
    const take = (id: Deno.lint.Node | null, value: Deno.lint.Node | null): void => {
      if (id?.type !== "Identifier" || (!exported && !later.has(id.name))) return;
      if (value !== null && isCallable(value)) found.push([id.name, value]);
    };
    if (declared?.type === "FunctionDeclaration" || declared?.type === "TSDeclareFunction") {
      take(declared.id, declared);
    } else if (declared?.type === "VariableDeclaration") {
      for (const { id, init } of declared.declarations) take(id, init);
    }
  }
  return found;
}

function isCallable(node: Deno.lint.Node): node is Callable {
  return ["FunctionDeclaration", "TSDeclareFunction", "ArrowFunctionExpression"].includes(node.type);
}

type Param = Exclude<Deno.lint.Parameter, Deno.lint.TSParameterProperty>;

function paramProblem(param: Param, index: number): string | null {
  const plain = param.type === "AssignmentPattern" ? param.left : param;
  if (param.type === "AssignmentPattern" && isBoolean(param.right)) return "takes a boolean by position";
  const type = plain.typeAnnotation?.typeAnnotation;
  if (type !== undefined && isBoolean(type)) return "takes a boolean by position";
  if (index > 2) return "takes more than two positional parameters and options";
  return index < 2 || isOptions(plain, type) ? null : "takes a third parameter that is no options object";
}

function isBoolean(node: Deno.lint.Node): boolean {
  if (node.type === "TSUnionType") return node.types.some(isBoolean);
  if (node.type === "TSLiteralType") return isBoolean(node.literal);
  return node.type === "TSBooleanKeyword" || (node.type === "Literal" && typeof node.value === "boolean");
}

function isOptions(param: Deno.lint.Node, type: Deno.lint.Node | undefined): boolean {
  if (param.type === "ObjectPattern" || type?.type === "TSTypeLiteral") return true;
  return param.type === "Identifier" && /(?:^o|O)ptions$/.test(param.name);
}

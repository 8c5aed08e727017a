/** Exact arithmetic for agents. @module */
import type { JsonObject } from "../../../../kernel/json_value.ts";
import { mulDiv } from "../integers.ts";
import type { ComputeData } from "../tool_data.ts";
import { fail, type ToolReply } from "./reply.ts";

/** Reckons; opens nothing. A result that a double does not hold exactly is refused. */
export function compute(args: JsonObject): ToolReply<ComputeData> {
  const op = args.op as ComputeData["op"], ints = args.ints as number[];
  const [a = 0, b = 0, den = 1] = ints, isRatio = op === "mul_ratio";
  const exact = op === "sub"
    ? BigInt(a) - BigInt(b)
    : isRatio
    ? BigInt(a) * BigInt(b)
    : ints.reduce((sum, each) => sum + BigInt(each), 0n);
  const result = isRatio ? mulDiv(a, b, den) : Number(exact);
  if (!Number.isSafeInteger(result)) return fail("invalid_args", "the result is beyond 2^53", { pointer: "/ints" });
  return { data: { op, ints, result, is_exact: !isRatio || exact % BigInt(den) === 0n } };
}

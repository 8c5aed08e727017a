import { fits, listHostile, type Mode } from "../hostile_case.ts";
import { testRows } from "../hostile_table.ts";

const MODES: readonly Mode[] = (["bwrap", "none"] as const).flatMap((containment) =>
  (["broker", "audit"] as const).flatMap((attemptLog) =>
    (["swallowed", "let out"] as const).map((errors) => ({ containment, attemptLog, errors }))
  )
);

testRows(listHostile().flatMap((one) => MODES.filter((mode) => fits(one, mode)).map((mode) => ({ one, mode }))));

/** Makes tests out of fixtures and modes. */
import { assertEquals } from "@std/assert/equals";
import {
  describeMode,
  describeOutcome,
  type HostileCase,
  missesOf,
  type Mode,
  type Observation,
} from "./hostile_case.ts";
import { type HostilePool, startPool } from "./hostile_pool.ts";

/** A fixture to be run in a mode. */
export type Row = { readonly one: HostileCase; readonly mode: Mode };

/** How many runs are asked for ahead of the test that is under way. */
const AHEAD = 12;

/** Whether bubblewrap works here. */
export const CAN_CONTAIN = Deno.build.os === "linux" && canContain();

function canContain(): boolean {
  try {
    return new Deno.Command("bwrap", { args: ["--unshare-all", "--ro-bind", "/", "/", "true"], stderr: "null" })
      .outputSync().success;
  } catch {
    return false;
  }
}

/**
 * Makes a test of each row. Three processes run the fixtures, and the next ones are under way while a test looks
 * at its own; both outlive a test, so that its sanitizers are off.
 */
export function testRows(rows: readonly Row[]): void {
  let pool: HostilePool | null = null;
  const asked = new Map<number, Promise<Observation>>();
  const ask = (index: number): Promise<Observation> => {
    const { one, mode } = rows[index]!;
    const answer = asked.get(index) ?? (pool ??= startPool(3)).run({ name: one.name, ...mode });
    answer.catch(() => {});
    asked.set(index, answer);
    return answer;
  };
  rows.forEach(({ one, mode }, index) => {
    const lacks = Deno.build.os !== "linux"
      ? " (left out: not Linux)"
      : needsBwrap(mode)
      ? " (left out: no bwrap)"
      : "";
    Deno.test({
      name: `verify() ${describeOutcome(one, mode)} ${one.name} when run with ${describeMode(mode)}${lacks}`,
      ignore: lacks !== "",
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        for (let next = index; next < Math.min(index + AHEAD, rows.length); next++) {
          if (!needsBwrap(rows[next]!.mode)) ask(next);
        }
        assertEquals(missesOf(await ask(index), { one, mode }), []);
      },
    });
  });
  Deno.test.afterAll(() => pool?.close());
}

function needsBwrap({ containment }: Mode): boolean {
  return containment === "bwrap" && !CAN_CONTAIN;
}

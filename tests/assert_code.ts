import { type ErrorCode, PermafrostError } from "../kernel/error.ts";

function check(error: unknown, code: ErrorCode, at: string | undefined): void {
  if (!(error instanceof PermafrostError)) throw new Error(`expected ${code}, got ${String(error)}`, { cause: error });
  if (error.code !== code) throw new Error(`expected ${code}, got ${error.code}: ${error.message}`, { cause: error });
  if (at !== undefined && error.at !== at) throw new Error(`expected ${code} at ${at}, got it at ${error.at}`);
}

/** Passes when the function throws a PermafrostError of this code (and place, where given). */
export function assertCode(run: () => unknown, code: ErrorCode, at?: string): void {
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    return check(error, code, at);
  }
  throw new Error(`expected ${code}, but it returned ${Deno.inspect(value)}`);
}

/** Passes when the promise rejects with a PermafrostError of this code (and place, where given). */
export async function assertCodeAsync(run: () => Promise<unknown>, code: ErrorCode, at?: string): Promise<void> {
  let value: unknown;
  try {
    value = await run();
  } catch (error) {
    return check(error, code, at);
  }
  throw new Error(`expected ${code}, but it returned ${Deno.inspect(value)}`);
}

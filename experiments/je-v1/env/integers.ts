/** Arithmetic on safe integers; nothing here makes a fraction. @module */

/** `a / b` towards minus infinity; `b` is positive. */
export function divFloor(a: number, b: number): number {
  const rest = ((a % b) + b) % b;
  return (a - rest) / b;
}

/** `a * num / den`, exact in between, rounded to the nearest integer with halves away from zero; `den` is positive. */
export function mulDiv(a: number, num: number, den: number): number {
  const product = BigInt(a) * BigInt(num), size = product < 0n ? -product : product, whole = BigInt(den);
  const rounded = Number((2n * size + whole) / (2n * whole));
  return product < 0n ? -rounded : rounded;
}

/** A part of an amount in basis points (1/10,000), rounded as {@linkcode mulDiv} does. */
export function bpsOf(amount: number, bps: number): number {
  return mulDiv(amount, bps, 10_000);
}

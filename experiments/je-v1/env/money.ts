/** Money as people write it, and back. @module */
import type { Currency } from "./model.ts";

/** Decimals of each currency's minor unit. */
export const DECIMALS: Readonly<Record<Currency, number>> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };

/** About how many minor units of a currency are worth one hundredth of a dollar's hundred: the scale of amounts. */
export const UNIT_MINOR: Readonly<Record<Currency, number>> = { USD: 100, EUR: 92, JPY: 150, KWD: 308 };

/** `123456` of USD as `1234.56`. */
export function decimalText(minor: number, currency: Currency): string {
  const decimals = DECIMALS[currency], digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const sign = minor < 0 ? "-" : "", cut = digits.length - decimals;
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/** `123456` of USD as `USD 1,234.56`. */
export function moneyText(minor: number, currency: Currency): string {
  const [whole = "", fraction] = decimalText(minor, currency).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${currency} ${grouped}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** `USD 1,234.56` as `123456`; null where the text is not money. */
export function parseMoney(text: string): number | null {
  const [, code, sign, whole, fraction = ""] = /^(USD|EUR|JPY|KWD) (-?)(\d[\d,]*)(?:\.(\d+))?$/.exec(text) ?? [];
  if (code === undefined || fraction.length !== DECIMALS[code as Currency]) return null;
  const minor = Number(`${whole}${fraction}`.replaceAll(",", ""));
  return Number.isSafeInteger(minor) ? (sign === "-" ? -minor : minor) : null;
}

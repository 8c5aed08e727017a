/** Master data of a world: companies, accounts, parties, people, months and rates. @module */
import { addDays, addMonths, dayNumber, monthEnd, monthOf } from "./dates.ts";
import { opaqueId } from "./ids.ts";
import { divFloor } from "./integers.ts";
import type { Account, Currency, Entity, FxRate, Master, Party, Period, User } from "./model.ts";
import { UNIT_MINOR } from "./money.ts";
import { labelledRng, type Rng, type RngSource } from "./rng.ts";

const ENTITIES: readonly Entity[] = [
  { code: "E10", currency: "USD", country: "US", parent: null },
  { code: "E20", currency: "EUR", country: "DE", parent: "E10" },
  { code: "E30", currency: "JPY", country: "JP", parent: "E10" },
  { code: "E40", currency: "KWD", country: "KW", parent: "E20" },
];

type AccountRow = readonly [string, string, Account["type"], Account["usage"]];
/** The chart: code, name, type, usage. */
const CHART: readonly AccountRow[] = [
  ["1000", "Bank, current", "asset", "routine"],
  ["1100", "Trade receivables", "asset", "routine"],
  ["1200", "Input tax", "asset", "routine"],
  ["1300", "Prepaid expenses", "asset", "routine"],
  ["1400", "Inventory", "asset", "routine"],
  ["1500", "Equipment", "asset", "routine"],
  ["1590", "Accumulated depreciation", "asset", "routine"],
  ["1700", "Intercompany receivable", "asset", "routine"],
  ["1900", "Suspense, receipts", "asset", "suspense"],
  ["1910", "Suspense, transfers", "asset", "suspense"],
  ["2000", "Trade payables", "liability", "routine"],
  ["2100", "Accrued expenses", "liability", "routine"],
  ["2200", "Output tax", "liability", "routine"],
  ["2300", "Provisions", "liability", "restricted"],
  ["2400", "Deferred revenue", "liability", "routine"],
  ["2700", "Intercompany payable", "liability", "routine"],
  ["3000", "Share capital", "equity", "restricted"],
  ["3900", "Retained earnings", "equity", "restricted"],
  ["4000", "Sales, products", "revenue", "routine"],
  ["4100", "Sales, services", "revenue", "routine"],
  ["4900", "Other income", "revenue", "restricted"],
  ["5000", "Materials", "expense", "routine"],
  ["6000", "Office supplies", "expense", "routine"],
  ["6100", "Repairs and maintenance", "expense", "routine"],
  ["6200", "Software subscriptions", "expense", "routine"],
  ["6300", "Consulting", "expense", "routine"],
  ["6400", "Travel", "expense", "routine"],
  ["6500", "Freight", "expense", "routine"],
  ["6600", "Rent", "expense", "routine"],
  ["6700", "Energy", "expense", "routine"],
  ["6800", "Training", "expense", "routine"],
  ["6900", "Bad debts", "expense", "restricted"],
  ["7000", "Salaries", "expense", "routine"],
  ["7900", "Currency differences", "expense", "restricted"],
];

const FIRST = [
  "Alder",
  "Brant",
  "Cinder",
  "Dorne",
  "Elm",
  "Fallow",
  "Garnet",
  "Harrow",
  "Iver",
  "Juno",
  "Kestrel",
  "Larch",
];
const SECOND = ["field", "bridge", "works", "point", "stone", "well", "gate", "ford"];
const LEGAL = ["Ltd", "GmbH", "SA", "Inc", "BV", "Partners"];
/** Role, number of people, and limit in units of UNIT_MINOR. */
const STAFF: readonly (readonly [User["role"], number, number])[] = [
  ["clerk", 6, 0],
  ["supervisor", 3, 5_000],
  ["manager", 3, 25_000],
  ["controller", 1, 100_000],
  ["cfo", 1, 1_000_000],
];
/** Units of the home currency's UNIT_MINOR that the foreign one's UNIT_MINOR is worth, near enough for a first rate. */
const RATE_DEN = 1_000_000;

/** Makes the master data of a world; depends on nothing but the source. Rates are made where they are wanted only. */
export function makeMaster(source: RngSource, options: { hasRates: boolean }): Master {
  const rng = (label: string): Rng => labelledRng(source, label), first = rng("master/home");
  const home = ENTITIES[first.below(2)]!, period = addMonths("2031-01", first.below(48));
  return {
    home,
    entities: [...ENTITIES],
    accounts: CHART.map((row) => accountOf(source, row)),
    parties: Array.from({ length: 40 }, (_, at) => partyOf(source, at, period)),
    users: usersOf(source, home, period),
    periods: Array.from({ length: 16 }, (_, at) => periodOf(source, addMonths(period, at - 12))),
    period,
    rates: options.hasRates ? ratesOf(source, home.currency, period) : [],
  };
}

function accountOf(source: RngSource, [code, name, type, usage]: AccountRow): Account {
  const normal = type === "asset" || type === "expense" ? "D" : "C";
  return { evidence_id: opaqueId(source, "M", `accounts/${code}`), code, name, type, normal, postable: true, usage };
}

/** Parties 0 to 23 are vendors, 24 to 39 customers. The last four of each kind are not in good standing: blocked,
 * pending (set up too late), or related. Clean entries use the others (`goodParties`). */
function partyOf(source: RngSource, at: number, period: string): Party {
  const rng = labelledRng(source, `master/party/${at}`), isVendor = at < 24, place = isVendor ? at : at - 24;
  const id = `${isVendor ? "V" : "C"}-${101 + place}`, last = isVendor ? 24 - place : 16 - place;
  const name = `${FIRST[at % FIRST.length]}${rng.pick(SECOND)} ${rng.pick(LEGAL)} ${at + 1}`;
  const status = last === 1 ? "pending" : last === 2 || last === 3 ? "blocked" : "active";
  return {
    ...{
      evidence_id: opaqueId(source, "M", `parties/${id}`),
      id,
      kind: isVendor ? "vendor" : "customer",
      name,
      status,
    },
    bank_ref: `BA${String(rng.below(90_000_000) + 10_000_000)}`,
    terms_days: rng.pick([14, 30, 30, 45, 60]),
    created_on: addDays(`${period}-01`, last === 1 ? 20 + rng.below(8) : -400 - rng.below(1500)),
    related_party: last === 4 || last === 5,
  };
}

function usersOf(source: RngSource, home: Entity, period: string): User[] {
  const users: User[] = [], heads = new Map<string, string[]>();
  const above: Record<string, string> = {
    clerk: "supervisor",
    supervisor: "manager",
    manager: "controller",
    controller: "cfo",
  };
  let number = 0;
  for (const [role, count, units] of STAFF) {
    for (let at = 0; at < count; at++) {
      const id = `U-${String(++number).padStart(2, "0")}`;
      heads.set(role, [...heads.get(role) ?? [], id]);
      users.push({
        ...{ evidence_id: opaqueId(source, "M", `users/${id}`), id, role, entity: home.code },
        active_from: addDays(`${period}-01`, -900 - labelledRng(source, `master/user/${number}`).below(900)),
        ...{ active_to: null, may_prepare: role !== "cfo", limit_minor: units * UNIT_MINOR[home.currency] },
        reports_to: null,
      });
    }
  }
  users.forEach((user, at) => {
    const chiefs = heads.get(above[user.role] ?? "") ?? [];
    user.reports_to = chiefs.length === 0 ? null : chiefs[at % chiefs.length]!;
  });
  return users;
}

function periodOf(source: RngSource, id: string): Period {
  const end = monthEnd(id);
  return {
    ...{ evidence_id: opaqueId(source, "M", `periods/${id}`), id, start: `${id}-01`, end },
    ...{ close_at: addDays(end, 6), late_window_days: 3 },
  };
}

/** Spot rates of each day from 60 days before the period to 100 after its first, and average and closing rates of the
 * months they touch. */
function ratesOf(source: RngSource, quote: Currency, period: string): FxRate[] {
  const rates: FxRate[] = [], from = dayNumber(addDays(`${period}-01`, -60));
  for (const base of ["USD", "EUR", "JPY", "KWD"] as const) {
    if (base === quote) continue;
    const rng = labelledRng(source, `rates/${base}/${quote}`);
    let num = divFloor(RATE_DEN * UNIT_MINOR[quote] * 100, UNIT_MINOR[base] * 100);
    let monthSum = 0, monthDays = 0;
    for (let day = 0; day < 160; day++) {
      num += divFloor(num * (rng.below(41) - 20), 10_000);
      const date = addDays(dateOfDay(from), day), isLast = monthOf(addDays(date, 1)) !== monthOf(date);
      const add = (kind: FxRate["kind"], value: number): void => {
        const evidence_id = opaqueId(source, "F", `${date}/${base}/${kind}`);
        rates.push({ evidence_id, date, base, quote, num: value, den: RATE_DEN, kind });
      };
      add("spot", num);
      monthSum += num, monthDays++;
      if (!isLast) continue;
      add("average", divFloor(monthSum, monthDays));
      add("closing", num + divFloor(num * (rng.below(61) - 30), 10_000));
      monthSum = 0, monthDays = 0;
    }
  }
  return rates;
}

function dateOfDay(number: number): string {
  return addDays("2001-01-01", number);
}

/** Active, unrelated parties of a kind: those that clean entries deal with. */
export function goodParties(master: Master, kind: Party["kind"]): Party[] {
  return master.parties.filter((party) => party.kind === kind && party.status === "active" && !party.related_party);
}

/** What the families of manual entries share: days of keying in, memos, late entries, and earlier entries alike.
 * @module */
import type { Build, Bundle, Decoy, Mutator } from "../bundle.ts";
import { addDays, workdayBefore } from "../dates.ts";
import type { Doc, Period, User } from "../model.ts";
import { addDoc, attach, docOf, makeDoc, makeEntry, need, setDefect, userOf, usersIn } from "../parts.ts";

/** When an entry was keyed in, and what its memo says of that. */
export interface Keyed {
  /** The day it counts for. */ postedOn: string;
  /** The day it was keyed in. */ enteredOn: string;
  /** Who wrote its memo: user key. */ memoBy: string;
  /** The memo's date. */ memoOn: string;
  /** Whether the memo permits a late entry. */ permits: boolean;
}

/** Makes a bundle again from what is changed of the facts it was made from. */
export type Remake = (build: Build, bundle: Bundle, changes: Partial<Keyed>) => void;

/** The month under review. */
export function reviewedPeriod({ master }: Build): Period {
  return master.periods.find(({ id }) => id === master.period)!;
}

/** Adds the memo of an entry: who wrote it, whether it permits a late entry, and what the family has it say. */
export function addMemo(build: Build, bundle: Bundle, what: Keyed & Pick<Doc, "fields" | "total_minor">): Doc {
  const writer = userOf(build, what.memoBy), { currency } = bundle.entry;
  return addDoc(build, bundle, {
    ...{ role: "memo", kind: "memo", issued_on: what.memoOn, currency, total_minor: what.total_minor },
    fields: {
      ...{ issued_by: writer.id, issued_as: writer.role, dated: what.memoOn, permits_late_entry: what.permits },
      ...what.fields,
    },
  });
}

/** One of those who write memos without leave to permit anything, or with it. */
export function pickWriter(build: Build, label: string, options: { mayPermit: boolean }): string {
  const roles: User["role"][] = options.mayPermit ? ["controller", "cfo"] : ["supervisor", "manager"];
  return build.rng(label).pick(usersIn(build, ...roles)).id;
}

/** Requires the record of the month or its annex. */
export function needPeriod(build: Build, bundle: Bundle): void {
  need(bundle, reviewedPeriod(build).evidence_id, build.annexes.periods);
}

function dayAfterWindow(build: Build, index: number): string {
  const { close_at, late_window_days } = reviewedPeriod(build);
  return addDays(close_at, late_window_days + build.rng(`late/${index}/days`).between(1, 18));
}

/** Keyed in after the late window. The memo permits it and its writer may not, or it came too late, or it permits
 * nothing. */
export function postCloseBy(remake: Remake): Mutator {
  return {
    eligible: () => true,
    apply(build, [bundle]) {
      const { index } = bundle!, enteredOn = dayAfterWindow(build, index), rng = build.rng(`defect/late/${index}`);
      const kind = rng.pick(["writer", "date", "silence"] as const), days = rng.between(1, 6);
      remake(build, bundle!, {
        ...{ enteredOn, permits: kind !== "silence", memoOn: addDays(enteredOn, kind === "date" ? days : -days) },
        memoBy: pickWriter(build, `defect/writer/${index}`, { mayPermit: kind !== "writer" }),
      });
      setDefect(bundle!, {
        ...{ class: "post_close", policy_id: "POL-CLS" },
        facts: [bundle!.entry.je_id, docOf(bundle!, "memo").doc_id, enteredOn, reviewedPeriod(build).close_at],
      });
    },
  };
}

/** Keyed in after the late window, with leave. */
export function latePermittedBy(remake: Remake): Decoy {
  return {
    name: "late-permitted",
    eligible: () => true,
    apply(build, bundle) {
      const { index } = bundle, enteredOn = dayAfterWindow(build, index);
      remake(build, bundle, {
        ...{ enteredOn, permits: true, memoOn: addDays(enteredOn, -build.rng(`late/${index}/memo`).between(1, 6)) },
        memoBy: pickWriter(build, `late/${index}/writer`, { mayPermit: true }),
      });
    },
  };
}

/** Keyed in after the close and within the late window, which needs no leave. */
export function withinWindowBy(remake: Remake): Decoy {
  return {
    name: "within-window",
    eligible: () => true,
    apply(build, bundle) {
      const { close_at, late_window_days } = reviewedPeriod(build);
      const days = build.rng(`late/${bundle.index}/window`).between(1, late_window_days);
      remake(build, bundle, { enteredOn: addDays(close_at, days) });
    },
  };
}

/** The same amounts on the same accounts a month before, in an entry that has documents of its own. */
export const recurringEntry: Decoy = {
  name: "recurring-entry",
  eligible: (_, bundle) => bundle.context.length === 0,
  apply: (build, bundle) => addEarlier(build, bundle, { label: "earlier", days: [27, 34] }),
};

/** Adds an earlier entry like this one to the context, with copies of its documents under names of their own. */
export function addEarlier(
  build: Build,
  bundle: Bundle,
  what: { label: string; days: readonly [number, number] },
): void {
  const { entry, index } = bundle, label = `entry/${index}/${what.label}`;
  const days = build.rng(`${label}/days`).between(what.days[0], what.days[1]);
  const at = workdayBefore(addDays(entry.posting_date, -days)), [series] = entry.reference.split("-");
  const reference = `${series}-${build.rng(`${label}/number`).between(1_000, 9_999)}`;
  const docs = [...bundle.docs].filter(([role]) => !bundle.loose.has(role)).map(([role, doc]): Doc => {
    const earlier = makeDoc(build, `${label}/${role}`, { ...doc, issued_on: at, fields: { ...doc.fields } });
    earlier.doc_id = build.id("D", `${label}/${role}`), earlier.supersedes = null;
    if ("dated" in earlier.fields) earlier.fields.dated = at;
    bundle.docs.set(`${what.label}/${role}`, earlier);
    bundle.loose.add(`${what.label}/${role}`);
    return earlier;
  });
  const other = makeEntry(build, label, {
    ...{ ...entry, doc_date: at, posting_date: at, entered_at: at, approved_at: entry.approved_at && at },
    ...{ period: at.slice(0, 7), lines: entry.lines.map((line) => ({ ...line })), attachments: attach(docs) },
    ...{ je_id: build.id("JE", label), reference },
  });
  bundle.context.push(other);
  bundle.gold.admissible.push(other.je_id, ...docs.map(({ doc_id }) => doc_id));
}

/** What the generator builds an entry from: the entry, what supports it, and what is right. @module */
import type { BankLine, Confirmation, Currency, Doc, Entry, Master, World } from "./model.ts";
import type { Rng, RngSource } from "./rng.ts";
import type { DefectClass } from "./classes.ts";
import type { SealedEntry } from "./sealed.ts";
import type { IdKind } from "./ids.ts";
import type { Task } from "./tasks.ts";

/** One entry under review with all that belongs to it. Stages change it in place. */
export interface Bundle {
  /** Its place in the fixed sequence of clean entries. */ readonly index: number;
  /** The entry. */ entry: Entry;
  /** Its documents by role, such as `invoice`; each is in the world, and attached unless `loose` says otherwise. */
  docs: Map<string, Doc>;
  /** Roles of documents that are in the world but not attached to the entry. */ loose: Set<string>;
  /** Roles of documents that are registered and have not arrived. */ pending: Set<string>;
  /** Its bank lines. */ bank: BankLine[];
  /** Entries around it: a reversal, the other side, an earlier booking. */ context: Entry[];
  /** Answers about its documents. */ confirmations: Confirmation[];
  /** What is right. */ gold: SealedEntry;
  /** What the family needs to remember of the transaction. */ facts: { [name: string]: number | string | boolean };
}

/** What stages and families work with. */
export interface Build extends RngSource {
  /** The task. */ readonly task: Task;
  /** The knobs. */ readonly knobs: Readonly<Record<string, number>>;
  /** Master data, with rates whether or not the task shows them. */ readonly master: Master;
  /** The home currency. */ readonly currency: Currency;
  /** Policy ids to document ids. */ readonly policies: Readonly<Record<string, string>>;
  /** Annexes of the task to document ids. */ readonly annexes: World["annexes"];
  /** The stream of a label. */ rng(label: string): Rng;
  /** The opaque name of a label. */ id(kind: IdKind, label: string): string;
}

/** Makes clean bundles into ones with a defect of one class. */
export interface Mutator {
  /** How many bundles one defect takes; 1 unless given. */ readonly size?: number;
  /** Whether a clean bundle can take it. */ eligible(build: Build, bundle: Bundle): boolean;
  /** Changes the bundles and their gold; the first is the best-ranked. */ apply(build: Build, bundles: Bundle[]): void;
}

/** Gives a clean bundle a suspicious surface and a documented innocence. */
export interface Decoy {
  /** Its name, for tests. */ readonly name: string;
  /** Whether a clean bundle can take it. */ eligible(build: Build, bundle: Bundle): boolean;
  /** Changes the bundle; its gold stays approve. */ apply(build: Build, bundle: Bundle): void;
}

/** How the entries of one task, or of several alike, are made. */
export interface Family {
  /** The clean bundle of an index; depends on nothing but the build's source and the knobs that say so. */
  clean(build: Build, index: number): Bundle;
  /** By class; every class of the task. */ readonly mutators: Readonly<Partial<Record<DefectClass, Mutator>>>;
  /** Registers the key support as pending instead of on file. Absent: the task has no holds. */
  readonly pend?: { eligible(build: Build, bundle: Bundle): boolean; apply(build: Build, bundle: Bundle): void };
  /** The decoys. */ readonly decoys: readonly Decoy[];
  /** Makes it look like another obligation of the same party. */ readonly nearDuplicate?: Decoy;
  /** Adds the required evidence of a defect, hold or decoy that has none yet, where a task requires it of those only. */
  require?(build: Build, bundle: Bundle): void;
}

/** How far a study goes, and no further. @module */

/** The bounds of a study, each in the unit of its name. */
export interface StudyBounds {
  /** From a command's start to its end. */ readonly commandTimeoutMs: number;
  /** Of one command, on standard output and standard error together. */ readonly commandOutputBytes: number;
  /** The most bytes of content asked for in one page. */ readonly pageBytes: number;
  /** Pages of one record. */ readonly maxPages: number;
  /** Commands of the whole study. */ readonly maxCommands: number;
  /** From the study's start to the start of its last command, and a bound for that one too. */
  readonly studyTimeoutMs: number;
}

/** The bounds of the published study (specs/recovery.md). */
export const STUDY_BOUNDS: StudyBounds = {
  commandTimeoutMs: 20_000,
  commandOutputBytes: 4_194_304,
  pageBytes: 4_096,
  maxPages: 64,
  maxCommands: 2_200,
  studyTimeoutMs: 600_000,
};

/** Bounds as the protocol and both records write them. */
export type PublicBounds = Readonly<
  Record<
    | "command_timeout_seconds"
    | "command_output_bytes"
    | "page_bytes"
    | "max_pages_per_record"
    | "max_commands"
    | "study_timeout_seconds",
    number
  >
>;

/** Writes bounds as the protocol does. */
export function publicBounds(bounds: StudyBounds): PublicBounds {
  return {
    command_timeout_seconds: bounds.commandTimeoutMs / 1_000,
    command_output_bytes: bounds.commandOutputBytes,
    page_bytes: bounds.pageBytes,
    max_pages_per_record: bounds.maxPages,
    max_commands: bounds.maxCommands,
    study_timeout_seconds: bounds.studyTimeoutMs / 1_000,
  };
}

/** What a command is: data that parsing, help and dispatch are made from. @module */

/** Where a command reads and writes; tests hand in their own. */
export interface Io {
  /** Writes data: standard output. Throws `Deno.errors.BrokenPipe` when nobody reads any more. */
  readonly out: (text: string) => void;
  /** Writes for people: standard error. Never throws. */
  readonly err: (text: string) => void;
  /** Standard input as bytes. */
  readonly input: () => ReadableStream<Uint8Array>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** Whether standard output is a terminal. */
  readonly isOutTerminal: boolean;
  /** Whether standard error is a terminal that can draw in place. */
  readonly isTerminal: boolean;
  /** Whether colours may be used on it. */
  readonly hasColor: boolean;
  /** Width of the terminal in columns. */
  readonly columns: number;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** An option as it is typed and described. */
export interface OptionSpec {
  /** Its name without dashes. */
  readonly name: string;
  /** The name of its value in the help; a flag has none. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly isRepeated?: boolean;
  /** One line for the help. */
  readonly summary: string;
}

/** A command as it is typed and described. */
export interface CommandSpec {
  /** Its name. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Its operands, such as `EXPERIMENT`; in brackets when it can be left out, and the last one with `...` before the
   * bracket when any number of it can be given. */
  readonly operands: readonly string[];
  /** Sentences for its own help. */
  readonly details: string;
  /** Its options beside `--json` and `--help`. */
  readonly options: readonly OptionSpec[];
  /** Whether it ends by itself, and tidies up, when a signal asks; any other command can be left at any time. */
  readonly endsItself?: true;
  /** The commands that it is made of: then its one operand names which, and it does nothing itself. */
  readonly subcommands?: readonly CommandSpec[];
  /** Loads what it does; so a command costs only its own modules. */
  readonly load: () => Promise<CommandRun>;
}

/** A call that was parsed. */
export interface Call {
  /** The operands, each given. */
  readonly operands: readonly string[];
  /** Values of options by name. */
  readonly values: { readonly [option: string]: string };
  /** Values of options that may be repeated. */
  readonly lists: { readonly [option: string]: readonly string[] };
  /** Flags that are set, `json` among them. */
  readonly flags: ReadonlySet<string>;
  /** Where to read and write. */
  readonly io: Io;
}

/** Does a command's work. Returns the exit code: 0 holds, 1 findings. What it cannot tell it throws (2); only where its
 * help says that a finding is 2 does it return that. */
export type CommandRun = (call: Call) => Promise<0 | 1 | 2>;

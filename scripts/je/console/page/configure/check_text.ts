/** Checks a text that should be a run's configuration. Nothing here touches the page. @module */
import {
  type ContractNote,
  type RunConfig,
  runConfigText,
  validateRunConfig,
} from "../../../../../experiments/je-v1/config/contract.ts";
import { PermafrostError } from "../../../../../kernel/error.ts";
import { parseStrict } from "../../../../../kernel/json_decode.ts";

/** The most bytes of a configuration, as the command line reads it. */
export const MAX_CONFIG_BYTES = 1_048_576;

/** What is said of a text. */
export interface TextReport {
  /** What is wrong; empty: it is a configuration. */ readonly problems: readonly ContractNote[];
  /** What limits its results. */ readonly warnings: readonly ContractNote[];
  /** The configuration; null where it is none. */ readonly config: RunConfig | null;
  /** Whether it is byte for byte what the command line writes. */ readonly isExact: boolean;
}

/** Reads and judges a text. */
export function checkText(text: string): TextReport {
  let value: unknown;
  try {
    value = parseStrict(text, { maxBytes: MAX_CONFIG_BYTES });
  } catch (error) {
    if (!(error instanceof PermafrostError)) throw error;
    return {
      problems: [{ pointer: error.at ?? "", reason: error.message }],
      warnings: [],
      config: null,
      isExact: false,
    };
  }
  const { problems, warnings } = validateRunConfig(value), config = problems.length === 0 ? value as RunConfig : null;
  return { problems, warnings, config, isExact: config !== null && runConfigText(config) === text };
}

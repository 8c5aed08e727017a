/**
 * A stream of text, by lines.
 *
 * Local slice of `@std/streams`; see `kernel/std/README.md`.
 *
 * @module
 */

/** Options of {@linkcode TextLineStream}. */
export interface TextLineStreamOptions {
  /** Whether a carriage return alone ends a line, too. */
  allowCR?: boolean;
}

/**
 * Turns chunks of text into one chunk a line, without its ending `\n` or `\r\n`. Text after the last ending is a line
 * when it is not empty.
 */
export class TextLineStream extends TransformStream<string, string> {
  /**
   * A new stream.
   *
   * @param options Which endings there are.
   */
  constructor(options: TextLineStreamOptions = {}) {
    const { allowCR = false } = options;
    // A carriage return at the end may be half of an ending: it waits for the next chunk.
    const ending = allowCR ? /\r\n|\n|\r(?!$)/ : /\r?\n/;
    let rest = "";
    super({
      transform(chunk, controller) {
        const lines = (rest + chunk).split(ending);
        rest = lines.pop() ?? "";
        for (const line of lines) controller.enqueue(line);
      },
      flush(controller) {
        if (rest !== "") controller.enqueue(allowCR ? rest.replace(/\r$/, "") : rest);
      },
    });
  }
}

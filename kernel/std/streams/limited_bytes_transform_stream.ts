/**
 * A bound on the bytes of a stream.
 *
 * Local slice of `@std/streams`; see `kernel/std/README.md`.
 *
 * @module
 */

/** Options of {@linkcode LimitedBytesTransformStream}. */
export interface LimitedBytesTransformStreamOptions {
  /** Whether a chunk beyond the bound is an error; else the stream ends before it. */
  error?: boolean;
}

/** Passes chunks on as long as they come to no more than a bound. The chunk that would exceed it is not passed on. */
export class LimitedBytesTransformStream extends TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  /**
   * A new stream.
   *
   * @param size The bound in bytes.
   * @param options What happens at the bound; with `error` the stream fails with a RangeError.
   */
  constructor(size: number, options: LimitedBytesTransformStreamOptions = {}) {
    let passed = 0;
    super({
      transform(chunk, controller) {
        if (passed + chunk.byteLength <= size) {
          passed += chunk.byteLength;
          return controller.enqueue(chunk);
        }
        if (options.error) throw new RangeError(`Cannot pass more on: the bound is ${size} bytes`);
        controller.terminate();
      },
    });
  }
}

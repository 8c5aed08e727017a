/** A rest between pieces of work that hold the thread, so that a signal is heard. @module */

/** How long work may hold the thread, in milliseconds; a rest costs about one. */
const HELD_MS = 50;

/** Makes a function that rests when the last rest is long enough ago. A timer it is, and not setImmediate: between
 * immediates Deno can leave a signal unheard for a second. */
export function pauses(): () => Promise<void> {
  let restedAt = performance.now();
  return async () => {
    if (performance.now() - restedAt < HELD_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    restedAt = performance.now();
  };
}

// The entry: `permafrost verify` runs it in the sandbox. It prints rows, and returns the summary that the criteria of
// protocol.json judge. It may import the files of this folder, and touch nothing that protocol.json does not declare:
// no file, no network, no variable, no program. console.error() is for logs; standard output belongs to the helper.
import { runExperiment } from "../../kernel/experiment.ts";

const LISTS = 200;
const AMOUNTS_EACH = 20;

/** Whole numbers from 0 up to a bound, drawn by a seed (SplitMix32), so that every run draws the same. */
function drawFrom(seed: number): (bound: number) => number {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % bound;
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

await runExperiment(({ order, row, progress }) => {
  const draw = drawFrom(order.seed);
  let [centsDiffer, floatsDiffer] = [0, 0];
  for (let list = 0; list < LISTS; list += 1) {
    const cents = Array.from({ length: AMOUNTS_EACH }, () => draw(100_000));
    const floats = cents.map((amount) => amount / 100);
    const result = {
      list,
      centsDiffer: sum(cents) !== sum(cents.toReversed()),
      floatsDiffer: sum(floats) !== sum(floats.toReversed()),
    };
    if (result.centsDiffer) centsDiffer += 1;
    if (result.floatsDiffer) floatsDiffer += 1;
    row(result); // kept in the result, in this order
    progress(list + 1, LISTS); // shown, never kept
  }
  return { lists: LISTS, centsDiffer, floatsDiffer };
});

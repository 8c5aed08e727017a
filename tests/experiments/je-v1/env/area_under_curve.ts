/** How well a number tells two kinds apart. @module */

/** The area under the ROC curve in thousandths: 500 tells nothing. Ties count half. */
export function areaUnderCurve(samples: readonly (readonly [number, boolean])[]): number {
  const sorted = samples.toSorted(([one], [other]) => one - other);
  let below = 0, won = 0, positives = 0;
  for (let at = 0; at < sorted.length;) {
    let end = at, wrong = 0;
    while (end < sorted.length && sorted[end]![0] === sorted[at]![0]) if (sorted[end++]![1]) wrong++;
    const right = end - at - wrong;
    won += wrong * (2 * below + right);
    below += right, positives += wrong, at = end;
  }
  return Math.round(1000 * won / (2 * positives * below));
}

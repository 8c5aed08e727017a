// The entry of the experiment. It may import the files of this folder, and touch what protocol.json declares.
// Random numbers are seeded and the clock stands still, so two runs print the same bytes.
import { runExperiment } from "./permafrost.ts";

const PLANNED = 100;

await runExperiment(({ row, progress }) => {
  let agreed = 0;
  for (let index = 0; index < PLANNED; index += 1) {
    const left = Math.floor(Math.random() * 1000);
    const right = Math.floor(Math.random() * 1000);
    const agrees = left + right === right + left;
    if (agrees) agreed += 1;
    row({ index, left, right, agrees });
    progress(index + 1, PLANNED);
  }
  return { planned: PLANNED, agreed, differing: PLANNED - agreed };
});

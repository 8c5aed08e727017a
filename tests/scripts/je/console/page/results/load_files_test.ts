import { assertEquals } from "@std/assert/equals";
import { aggregator } from "../../../../../../experiments/je-v1/sweep/aggregate.ts";
import { episodeParts, episodeText } from "../../../../../../experiments/je-v1/sweep/episode_text.ts";
import { loadFiles, MAX_FILES, WHOLE_BYTES } from "../../../../../../scripts/je/console/page/results/load_files.ts";
import { played, recordOf, unitOf } from "../../../../../experiments/je-v1/sweep/records.ts";

const EPISODE = played(), OTHER = played(unitOf({ seed: 2 })), TEXT = episodeText(EPISODE);

/** A file as a browser hands it over; with a folder as one that was chosen whole does. */
function file(name: string, content: string | Uint8Array<ArrayBuffer>, folder = ""): File {
  return Object.assign(new File([content], name), folder === "" ? {} : { webkitRelativePath: `${folder}/${name}` });
}

function folderFiles(folder = ""): File[] {
  const { record, trajectory, observations } = episodeParts(OTHER);
  return [
    file("trajectory.jsonl", trajectory, folder),
    file("episode.json", record, folder),
    file("observations.jsonl", observations, folder),
  ];
}

function aggregateText(): string {
  const all = aggregator();
  all.add(EPISODE.record);
  return JSON.stringify(all.finish());
}

Deno.test("loadFiles() takes files of sweeps, the three of a folder and aggregates together", async () => {
  const loaded = await loadFiles([file("a.jsonl", TEXT), ...folderFiles(), file("sum.json", aggregateText())]);
  const { episodes, aggregates, faults, isWhole } = loaded;
  assertEquals([episodes.map(({ record }) => record.seed), aggregates.length, faults, isWhole], [[1, 2], 1, [], true]);
});

Deno.test("loadFiles() keeps the files of each folder together", async () => {
  const { episodes, faults } = await loadFiles([...folderFiles("x/one"), ...folderFiles("x/two")]);
  assertEquals([episodes.length, episodes[0]?.name, faults], [1, "x/one/", []]);
});

Deno.test("loadFiles() opens an episode again, whole", async () => {
  const { episodes } = await loadFiles([file("a.jsonl", TEXT)]);
  assertEquals(await episodes[0]!.open(), EPISODE);
});

Deno.test("loadFiles() keeps neither ledger nor single entries of what it lists", async () => {
  const { episodes: [episode] } = await loadFiles([file("a.jsonl", TEXT)]);
  const { reveal, score } = episode!.record;
  assertEquals([reveal, score?.outcome.points, score?.total], [null, [], EPISODE.record.score!.total]);
});

Deno.test("loadFiles() reads only records when the files are large, and all when one is opened", async () => {
  const broken = TEXT.replace(/\n.*/, "\nnot a row");
  const padding = file("large.txt", new Uint8Array(WHOLE_BYTES));
  const { episodes, isWhole } = await loadFiles([file("a.jsonl", broken), padding]);
  const opened = await episodes[0]!.open();
  assertEquals([episodes.length, isWhole, "line" in opened && opened.line], [1, false, 2]);
});

const conflicting = TEXT.replace(/"total":\d+/, '"total":7');
const faults: [name: string, files: File[], file: string, line: number | null][] = [
  ["what is of another kind", [file("a.txt", "x")], "a.txt", null],
  ["what is not UTF-8", [file("a.jsonl", new Uint8Array([0x7b, 0x0a, 0xff]))], "a.jsonl", 2],
  ["JSON that is no aggregate", [file("a.json", '{"format":"x"}')], "a.json", null],
  ["JSON that is broken", [file("a.json", "{\n\n!")], "a.json", 3],
  ["a folder without its rows", folderFiles().slice(1), "episode.json", null],
  ["two results of one episode", [file("a.jsonl", TEXT), file("b.jsonl", conflicting)], "b.jsonl", null],
  [
    "a line within the three files",
    [
      ...folderFiles().slice(1),
      file("trajectory.jsonl", episodeParts(OTHER).trajectory.replace('"step_idx":2', '"step_idx":9')),
    ],
    "trajectory.jsonl",
    3,
  ],
];
for (const [name, files, at, line] of faults) {
  Deno.test(`loadFiles() names file and line of ${name}`, async () => {
    const { faults: [fault, ...more] } = await loadFiles(files);
    assertEquals([fault?.file, fault?.line, more], [at, line, []]);
  });
}

Deno.test("loadFiles() shows neither of two results that differ", async () => {
  const { episodes } = await loadFiles([file("a.jsonl", TEXT), file("b.jsonl", conflicting)]);
  assertEquals(episodes, []);
});

Deno.test("loadFiles() takes the same result twice for one", async () => {
  const { episodes, faults } = await loadFiles([file("a.jsonl", TEXT), file("b.jsonl", TEXT)]);
  assertEquals([episodes.length, faults], [1, []]);
});

Deno.test("loadFiles() prefers a result to a record without one", async () => {
  const record = { ...recordOf(unitOf(), "crash"), rows: 0, trajectory_hash: null, header: null, reveal: null };
  const none = episodeText({ record, rows: [], observations: new Map() });
  const { episodes, faults } = await loadFiles([file("none.jsonl", none), file("a.jsonl", TEXT)]);
  assertEquals([episodes.map(({ name }) => name), faults], [["a.jsonl"], []]);
});

Deno.test("loadFiles() refuses more files than it can hold, and reads none", async () => {
  const { faults, episodes } = await loadFiles(Array.from({ length: MAX_FILES + 1 }, () => file("a.jsonl", "")));
  assertEquals([faults.length, episodes], [1, []]);
});

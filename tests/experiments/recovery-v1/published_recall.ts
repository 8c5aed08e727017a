/** The table of recalls as it was published: backend, provider and field, then queries, found and absent. @module */
export const PUBLISHED_RECALL: readonly string[] = [
  "baseline codex goal 18 0 18",
  "baseline codex error 18 0 18",
  "baseline codex current 18 0 18",
  "baseline claude_code goal 18 18 0",
  "baseline claude_code error 18 0 18",
  "baseline claude_code current 18 0 18",
  "candidate codex goal 18 18 0",
  "candidate codex error 18 18 0",
  "candidate codex current 18 18 0",
  "candidate claude_code goal 18 18 0",
  "candidate claude_code error 18 18 0",
  "candidate claude_code current 18 18 0",
];

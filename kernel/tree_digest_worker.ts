/** A helper thread of tree_digest.ts: gets one job, posts each batch's outcomes, and null at the end. @module */
import { workThrough } from "./tree_digest.ts";

const scope = self as unknown as { onmessage: unknown; postMessage(message: unknown): void };
scope.onmessage = async ({ data }: MessageEvent<Parameters<typeof workThrough>[0]>): Promise<void> => {
  await workThrough(data, (batch, outcomes) => scope.postMessage({ batch, outcomes }));
  scope.postMessage(null);
};

/** A helper thread of parallel_digest.ts: gets one job, posts each batch's outcomes, and null at the end. @module */
import { workThrough } from "./parallel_digest.ts";

const scope = self as unknown as { onmessage: unknown; postMessage(message: unknown): void };
scope.onmessage = async ({ data }: MessageEvent<Parameters<typeof workThrough>[0]>): Promise<void> => {
  await workThrough(data, (batch, outcomes) => scope.postMessage({ batch, outcomes }));
  scope.postMessage(null);
};

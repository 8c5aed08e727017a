/** The recall of the older release. @module */
import { type RecalledCard, type RecallRequest, recallWithProvider } from "./recall.ts";

/** Finds state cards as the older release did: by their goal only, and of claude_code only (specs, recovery.md). In all
 * else as `recall` (recall.ts) does, whose codes it throws.
 * @param vault The path of the vault.
 * @throws {PermafrostError} vault-request, vault-missing, vault-damaged, file-unreadable. */
export async function recallGoals(vault: string, request: RecallRequest): Promise<RecalledCard[]> {
  const found = await recallWithProvider(vault, request, {
    texts: ({ card, provider }) => provider === "claude_code" ? [card.goal] : [],
  });
  return found.map(({ card }) => card);
}

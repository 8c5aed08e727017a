/** Where the vault of a user lies. @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** The variables that place a vault, of a process's environment. */
export interface PlaceVariables {
  /** The folder for data of the XDG base directory rules. */ readonly XDG_DATA_HOME?: string | undefined;
  /** The user's own folder. */ readonly HOME?: string | undefined;
}

/** The absolute path of the vault: `gobstopper/vault` in XDG_DATA_HOME, else in `.local/share` of HOME (specs,
 * recovery.md). A variable that is empty or holds no absolute path counts as not set, as the XDG rules want it. Nothing
 * is read, so the folder need not be there.
 * @throws {PermafrostError} vault-missing when neither variable can be used. */
export function vaultPlace(env: PlaceVariables): string {
  const usable = (path: string | undefined): path is string => path?.startsWith("/") === true && !path.includes("\0");
  const data = usable(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : usable(env.HOME) ? `${env.HOME}/.local/share` : null;
  if (data !== null) return `${data}/gobstopper/vault`.replace(/\/{2,}/g, "/");
  const state = "neither XDG_DATA_HOME nor HOME holds an absolute path; set one of them";
  throw new PermafrostError("vault-missing", `Cannot find the vault: ${state}`);
}

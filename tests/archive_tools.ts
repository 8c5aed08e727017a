/** Other programs that read archives, for tests: each is a problem for testWhere, empty where the program is here. @module */

function problemOf(program: string, args: readonly string[], says: string): string {
  try {
    const { stdout } = new Deno.Command(program, { args: [...args], stdin: "null", stderr: "null" }).outputSync();
    return new TextDecoder().decode(stdout).includes(says) ? "" : `${program} is another than ${says}`;
  } catch {
    return `${program} is not here`;
  }
}

/** GNU tar. */
export const GNU_TAR: string = problemOf("tar", ["--version"], "GNU tar");
/** bsdtar, of libarchive-tools. */
export const BSDTAR: string = problemOf("bsdtar", ["--version"], "bsdtar");
/** Python with its module tarfile. */
export const PYTHON: string = problemOf("python3", ["-c", "import tarfile; print('tarfile')"], "tarfile");
/** sha256sum of the GNU coreutils. */
export const GNU_SHA256SUM: string = problemOf("sha256sum", ["--version"], "GNU coreutils");
/** A network namespace without any network, which only root may make. */
export const NO_NETWORK: string = problemOf("unshare", ["-n", "echo", "alone"], "alone");
/** Running as another user, which only root may. */
export const OTHER_USER: string = problemOf("setpriv", ["--reuid=65534", "--clear-groups", "id", "-u"], "65534");

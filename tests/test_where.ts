/** Tests that need something of the machine. @module */

/** Makes what registers tests: as they are where `problem` is empty, else left out, with the problem in their names. */
export function testWhere(problem: string): (name: string, fn: () => void | Promise<void>) => void {
  const reason = problem === "" ? "" : ` (left out: ${problem})`;
  return (name, fn) => {
    // deno-lint-ignore permafrost/test-name -- passes on the names that it is given
    Deno.test({ name: `${name}${reason}`, ignore: problem !== "", fn });
  };
}

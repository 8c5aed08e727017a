/** Runs a test in a private empty folder, which is removed afterwards; returns what the test returns. */
export function inFolder<T>(use: (folder: string) => T): T {
  const folder = Deno.makeTempDirSync();
  const remove = () => Deno.removeSync(folder, { recursive: true });
  let result: T;
  try {
    result = use(folder);
  } catch (error) {
    remove();
    throw error;
  }
  if (result instanceof Promise) return result.finally(remove) as T;
  remove();
  return result;
}

/** Serves a folder on loopback, to rehearse `--live` before its files are published. @module */
import { join, sep } from "node:path";
import { PermafrostError } from "../kernel/error.ts";

/** A folder that is being served. */
export interface ServedFolder {
  /** Where: `http://127.0.0.1:port/`, as `--live` takes it. */
  readonly origin: string;
  /** Stops serving; resolves when the answers under way are finished. */
  close(): Promise<void>;
}

/** Finds the file that a request path names; null for anything but a file that really is in the folder. */
function findFile(root: string, pathname: string): string | null {
  try {
    const path = Deno.realPathSync(join(root, decodeURIComponent(pathname)));
    return path.startsWith(root + sep) && Deno.statSync(path).isFile ? path : null;
  } catch {
    return null; // not there, not readable, or not decodable: a server answers all of them alike
  }
}

async function answer(root: string, request: Request): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
  const path = findFile(root, new URL(request.url).pathname);
  if (path === null) return new Response("There is no such file\n", { status: 404 });
  const file = await Deno.open(path);
  const headers = { "content-length": String((await file.stat()).size), "cache-control": "no-store" };
  if (request.method === "GET") return new Response(file.readable, { headers });
  file.close();
  return new Response(null, { headers });
}

/**
 * Serves the files of a folder, as they are at each request, at a free port of 127.0.0.1. Lists no folders,
 * follows no link out of the folder, and answers nothing but GET and HEAD. Needs the permissions to read and to
 * listen.
 *
 * @throws {PermafrostError} `file-missing` when the folder is not there.
 */
export function serveFolder(path: string): ServedFolder {
  let root: string;
  try {
    root = Deno.realPathSync(path);
    Deno.readDirSync(root);
  } catch (cause) {
    throw new PermafrostError("file-missing", `Cannot serve ${path}: there is no such folder`, { cause });
  }
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => answer(root, request),
  );
  return { origin: `http://127.0.0.1:${server.addr.port}/`, close: () => server.shutdown() };
}

if (import.meta.main) console.log(serveFolder(Deno.args[0] ?? ".").origin);

import { assertEquals } from "@std/assert/equals";
import { fileURLToPath } from "node:url";
import { workerCommand, type WorkerOrder } from "../../../scripts/je/worker_command.ts";
import { assertCode } from "../../assert_code.ts";
import { PLANTED } from "./chat/chat_models.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const ORDER: WorkerOrder = { folder: "/folder", saltPath: null, host: null };

/** The flags of permissions that a worker is started with. */
function permissions(order: Partial<WorkerOrder>): string[] {
  return workerCommand({ ...ORDER, ...order }).command.filter((word) => /^(?:--allow|-A|--deny|-N|-E)/.test(word));
}

Deno.test("workerCommand() gives no network and no environment to one that asks no server", () => {
  assertEquals(permissions({}), ["--allow-read", "--allow-write=."]);
});

Deno.test("workerCommand() gives exactly one host and one variable to one that asks a server (conformance 37)", () => {
  Deno.env.set("WORKER_COMMAND_KEY", PLANTED);
  try {
    const order = { host: "models.example:443", keyEnv: "WORKER_COMMAND_KEY", saltPath: "/salt" };
    assertEquals(permissions(order), [
      `--allow-read=${ROOT},/folder,/salt`,
      ...["--allow-net=models.example:443", "--allow-write=.", "--allow-env=WORKER_COMMAND_KEY"],
    ]);
    const { command, cwd, env } = workerCommand({ ...ORDER, ...order });
    assertEquals([command.join(" ").includes(PLANTED), cwd, env["WORKER_COMMAND_KEY"]], [false, "/folder", PLANTED]);
    assertEquals(command.slice(-7), [
      ...["unit", "--output", ".", "--salt-file", "/salt", "--key-env", "WORKER_COMMAND_KEY"],
    ]);
  } finally {
    Deno.env.delete("WORKER_COMMAND_KEY");
  }
});

Deno.test("workerCommand() hands on nothing of the environment but where Deno keeps its files", () => {
  Deno.env.set("HTTPS_PROXY", "http://127.0.0.1:1");
  Deno.env.set("WORKER_COMMAND_OTHER", "x");
  try {
    const known = ["HOME", "DENO_DIR", "XDG_CACHE_HOME", "USERPROFILE", "LOCALAPPDATA", "SYSTEMROOT"];
    const allowed = new Set([...known, "DENO_CERT", "DENO_TLS_CA_STORE", "NO_COLOR", "DENO_NO_UPDATE_CHECK"]);
    assertEquals(Object.keys(workerCommand(ORDER).env).filter((name) => !allowed.has(name)), []);
  } finally {
    Deno.env.delete("HTTPS_PROXY");
    Deno.env.delete("WORKER_COMMAND_OTHER");
  }
});

Deno.test("workerCommand() gives a judge's worker the judge's file", () => {
  const { command } = workerCommand({ ...ORDER, host: "j.example:443", judgePath: "/judge.json" });
  assertEquals(command.slice(-2), ["--judge", "/judge.json"]);
  assertEquals(command.includes(`--allow-read=${ROOT},/folder,/judge.json`), true);
});

Deno.test("workerCommand() throws usage when there is no key", () => {
  assertCode(() => workerCommand({ ...ORDER, host: "x:1", keyEnv: "WORKER_COMMAND_NOT_SET" }), "usage");
});

Deno.test("workerCommand() throws unavailable when a path would be two", () => {
  assertCode(() => workerCommand({ ...ORDER, host: "x:1", folder: "/a,b" }), "unavailable");
});

import { assertEquals } from "@std/assert/equals";
import {
  type AccessRequest,
  describeAccess,
  type Grants,
  isGranted,
  resolveGrants,
  type RunPlaces,
  toFlags,
} from "../../kernel/permissions.ts";

const NOTHING: Grants = { read: [], write: [], net: [], run: [], env: [] };
const PLACES: RunPlaces = {
  experiment: "/tmp/permafrost-a/frozen/experiments/x-v1",
  scratch: "/tmp/permafrost-a/scratch",
  inputs: { candidate: "/tmp/permafrost-a/inputs/candidate" },
  hidden: { $RUN: "/tmp/permafrost-a", $DENO: "/opt/deno" },
};
const BASE = "/tmp/permafrost-a";
const GRANTS: Grants = {
  read: ["/r/in", "/r/one.txt"],
  write: ["/w"],
  net: ["example.com:443", "example.com:80", "127.0.0.1:8080", "[::1]:80"],
  run: ["/usr/bin/id"],
  env: ["NAME"],
};

const DECISIONS: readonly [boolean, string, string | null][] = [
  [true, "read", "/r/in"],
  [true, "read", "/r/in/"],
  [true, "read", "/r/in/deep/file"],
  [true, "read", "/r//in/./file"],
  [true, "read", "/x/../r/in/file"],
  [true, "read", "/r/one.txt"],
  [false, "read", "/r/in/../one"],
  [false, "read", "/r/in/../../etc/passwd"],
  [false, "read", "/r/in2"],
  [false, "read", "/r/in2/file"],
  [false, "read", "/r"],
  [false, "read", "/r/IN/file"],
  [false, "read", "/"],
  [false, "read", "in/file"],
  [false, "read", "./r/in"],
  [false, "read", "../r/in"],
  [false, "read", ""],
  [false, "read", null],
  [false, "read", "/w/file"],
  [true, "write", "/w/new"],
  [false, "write", "/r/in/file"],
  [false, "write", null],
  [true, "net", "example.com:443"],
  [true, "net", "https://example.com/path?query#part"],
  [true, "net", "https://user:word@example.com/"],
  [true, "net", "HTTPS://EXAMPLE.com/"],
  [true, "net", "http://example.com:80/"],
  [true, "net", "ws://example.com/"],
  [true, "net", "wss://example.com/"],
  [true, "net", "http://127.0.0.1:8080/a"],
  [true, "net", "[::1]:80"],
  [true, "net", "http://[0:0:0:0:0:0:0:1]/"],
  [false, "net", "example.com"],
  [false, "net", "example.com:8443"],
  [false, "net", "example.com:44"],
  [false, "net", "sub.example.com:443"],
  [false, "net", "https://example.com:444/"],
  [false, "net", "https://example.com.evil.test/"],
  [false, "net", "https://evil.test/?https://example.com:443"],
  [false, "net", "https://example.com@evil.test/"],
  [false, "net", "ftp://example.com:443/"],
  [false, "net", "http:example.com"],
  [false, "net", "[::1]:81"],
  [false, "net", "::1:80"],
  [false, "net", "unix:/r/in/socket"],
  [false, "net", "://"],
  [false, "net", null],
  [true, "run", "/usr/bin/id"],
  [false, "run", "id"],
  [false, "run", "/usr/bin/./id"],
  [false, "run", "/usr/bin/id2"],
  [false, "run", "/usr/bin"],
  [false, "run", null],
  [true, "env", "NAME"],
  [false, "env", "name"],
  [false, "env", "NAME2"],
  [false, "env", null],
  [false, "sys", "hostname"],
  [false, "ffi", "/r/in/lib.so"],
  [false, "import", "example.com:443"],
  [false, "all", null],
  [false, "toString", "x"],
  [false, "", ""],
];
for (const [granted, permission, value] of DECISIONS) {
  const verb = granted ? "grants" : "denies";
  Deno.test(`isGranted() ${verb} ${permission || "(none)"} when asked for ${JSON.stringify(value)}`, () => {
    assertEquals(isGranted(GRANTS, { permission, value }), granted);
  });
}

const RESOLVED: readonly [keyof Grants, string, string[]][] = [
  ["read", ".", [PLACES.experiment]],
  ["read", "data/a.txt", [`${PLACES.experiment}/data/a.txt`]],
  ["read", "$SCRATCH", [PLACES.scratch]],
  ["write", "$SCRATCH/sub", [`${PLACES.scratch}/sub`]],
  ["read", "$INPUT.candidate", [PLACES.inputs["candidate"]!]],
  ["run", "$INPUT.candidate", [PLACES.inputs["candidate"]!]],
  ["run", "/usr/bin/id", ["/usr/bin/id"]],
  ["read", "$INPUT.absent", []],
  ["read", "$INPUT.toString", []],
  ["net", "example.com:443", ["example.com:443"]],
  ["net", "[0:0:0:0:0:0:0:1]:80", ["[::1]:80"]],
  ["net", "[::ffff:1]:65000", ["[::ffff:1]:65000"]],
  ["net", "[:::]:1", ["http://[:::]:1"]],
  ["env", "NAME", ["NAME"]],
];
for (const [kind, value, expected] of RESOLVED) {
  Deno.test(`resolveGrants() gives its place when ${kind} declares ${value}`, () => {
    assertEquals(resolveGrants({ ...NOTHING, [kind]: [value] }, PLACES), { ...NOTHING, [kind]: expected });
  });
}

Deno.test("toFlags() gives no flag when nothing is granted", () => {
  assertEquals(toFlags(NOTHING), []);
});

Deno.test("toFlags() lists the kinds in a fixed order when all are granted", () => {
  assertEquals(toFlags(GRANTS), [
    "--allow-read=/r/in,/r/one.txt",
    "--allow-write=/w",
    "--allow-net=example.com:443,example.com:80,127.0.0.1:8080,[::1]:80",
    "--allow-run=/usr/bin/id",
    "--allow-env=NAME",
  ]);
});

const DESCRIBED: readonly [string, AccessRequest, string][] = [
  ["the folder", { permission: "read", value: PLACES.experiment }, "."],
  ["a file of it", { permission: "read", value: `${PLACES.experiment}/a/b.txt` }, "a/b.txt"],
  ["a way back into it", { permission: "read", value: `${PLACES.experiment}/../x-v1/b` }, "b"],
  ["a sibling of it", { permission: "read", value: `${PLACES.experiment}2/b` }, "$RUN/frozen/experiments/x-v12/b"],
  ["the scratch folder", { permission: "write", value: PLACES.scratch }, "$SCRATCH"],
  ["a file in scratch", { permission: "write", value: `${PLACES.scratch}/f` }, "$SCRATCH/f"],
  ["an input", { permission: "run", value: PLACES.inputs["candidate"]! }, "$INPUT.candidate"],
  ["an input as a library", { permission: "ffi", value: PLACES.inputs["candidate"]! }, "$INPUT.candidate"],
  ["the private folder", { permission: "read", value: BASE }, "$RUN"],
  ["the home folder", { permission: "write", value: `${BASE}/home/x` }, "$RUN/home/x"],
  ["a socket there", { permission: "net", value: `unix:${BASE}/log` }, "unix:$RUN/log"],
  ["a relative way to it", { permission: "read", value: `../..${BASE}/log` }, "../..$RUN/log"],
  ["the runtime", { permission: "run", value: "/opt/deno" }, "$DENO"],
  ["a path that begins alike", { permission: "read", value: `${BASE}-b/x` }, `${BASE}-b/x`],
  ["a path that holds it", { permission: "read", value: `/x${BASE}/y` }, `/x${BASE}/y`],
  ["a module", { permission: "import", value: `file://${BASE}/x` }, "file://$RUN/x"],
  ["an outside path", { permission: "read", value: "/etc//passwd" }, "/etc/passwd"],
  ["a relative path", { permission: "read", value: "../a" }, "../a"],
  ["everything", { permission: "env", value: null }, ""],
  ["an address", { permission: "net", value: "example.com:443" }, "example.com:443"],
];
for (const [what, request, expected] of DESCRIBED) {
  Deno.test(`describeAccess() shows no path of the run when asked for ${what}`, () => {
    assertEquals(describeAccess(request, PLACES), expected);
  });
}

Deno.test("describeAccess() shows what was asked for when the child sees no private folder", () => {
  const { hidden: _, ...places } = PLACES;
  assertEquals(describeAccess({ permission: "read", value: "/permafrost/kernel" }, places), "/permafrost/kernel");
});

import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertRejects } from "@std/assert/rejects";
import { createHash } from "node:crypto";
import { type ErrorCode, PermafrostError } from "../../kernel/error.ts";
import { checkPublication, type PublicationBounds } from "../../scripts/publication.ts";
import { assertCodeAsync } from "../assert_code.ts";
import { type Script, testOnLoopback, untilGone, withRaw, withServer, write } from "../loopback_server.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const BODY = "hello\n";
const LENGTH = `Content-Length: ${BODY.length}\r\n`;
const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");
const freezeText = (path: string, text = BODY) => ({
  path,
  bytes: new TextEncoder().encode(text).length,
  sha256: sha256Of(text),
});
const A = freezeText("a.txt");

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const OK = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n`;
const matching: [when: string, answer: string][] = [
  ["the length is given", `${OK}${LENGTH}\r\n${BODY}`],
  ["the length is given twice", `${OK}${LENGTH}${LENGTH}\r\n${BODY}`],
  ["the body is chunked", `${CHUNKED}\r\n${chunk("hel")}${chunk("lo\n")}${chunk("")}`],
  [
    "a chunked body comes with a length that does not count",
    `${CHUNKED}Content-Length: 9\r\n\r\n${chunk(BODY)}${chunk("")}`,
  ],
  ["the body ends with the connection", `${OK}\r\n${BODY}`],
  ["the server speaks HTTP/1.0", `HTTP/1.0 200 OK\r\n\r\n${BODY}`],
  [
    "interim responses come first",
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${OK}${LENGTH}\r\n${BODY}`,
  ],
  ["the encoding is called identity", `${OK}Content-Encoding: Identity\r\n${LENGTH}\r\n${BODY}`],
];
for (const [when, answer] of matching) {
  testOnLoopback(`checkPublication() fetches the file when ${when}`, async () => {
    await withRaw((connection) => write(connection, answer), async (origin) => {
      const report = await checkPublication({ origin, files: [A] });
      assertEquals(report, { findings: [], fetched: [{ ...A, url: `${origin}a.txt` }], rehearsal: true });
    });
  });
}

const changed = { sha256: sha256Of("hellO\n") };
const differing: [when: string, answer: string, code: string, expected: unknown, observed: unknown][] = [
  ["a byte is changed", `${OK}${LENGTH}\r\nhellO\n`, "published-changed", { sha256: A.sha256 }, changed],
  ["the answer is 404", "HTTP/1.1 404 No\r\n\r\n", "published-missing", { status: 200 }, { status: 404 }],
  ["the answer is 410", "HTTP/1.1 410 Gone\r\n\r\n", "published-missing", { status: 200 }, { status: 410 }],
  ["a 404 holds the right bytes", `HTTP/1.1 404 No\r\n\r\n${BODY}`, "published-missing", { status: 200 }, {
    status: 404,
  }],
  ["a 404 breaks off", `HTTP/1.1 404 No\r\n${LENGTH}\r\nh`, "published-missing", { status: 200 }, {
    status: 404,
  }],
  ...[101, 201, 204, 206, 304, 403, 500, 503, 999].map((status): typeof differing[number] => {
    const answer = `HTTP/1.1 ${status} Some\r\n${status === 101 ? "Connection: upgrade\r\nUpgrade: x\r\n" : ""}\r\n`;
    return [`the answer is ${status}`, answer, "published-status", { status: 200 }, { status }];
  }),
  ...[300, 301, 302, 303, 307, 308].map((status): typeof differing[number] => {
    const answer = `HTTP/1.1 ${status} Some\r\nLocation: /b.txt\r\n\r\n`;
    return [`the answer is ${status}`, answer, "published-redirect", { status: 200 }, {
      status,
      location: "/b.txt",
    }];
  }),
  ["a redirect leads nowhere", "HTTP/1.1 302 Some\r\n\r\n", "published-redirect", { status: 200 }, {
    status: 302,
    location: null,
  }],
  [
    "a redirect would steer a terminal",
    "HTTP/1.1 302 Some\r\nLocation: /\u009b31m\r\n\r\n",
    "published-redirect",
    { status: 200 },
    { status: 302, location: "/%C2%9B31m" },
  ],
  ["the given length is longer", `${OK}Content-Length: 7\r\n\r\n${BODY}!`, "published-size", { bytes: 6 }, {
    contentLength: 7,
  }],
  ["the given length is shorter", `${OK}Content-Length: 5\r\n\r\nhello`, "published-size", { bytes: 6 }, {
    contentLength: 5,
  }],
  ["a chunked body is longer", `${CHUNKED}\r\n${chunk(BODY + "!")}${chunk("")}`, "published-size", {
    bytes: 6,
  }, { atLeastBytes: 7 }],
  [
    "a chunked body is shorter",
    `${CHUNKED}\r\n${chunk("hello")}${chunk("")}`,
    "published-size",
    { bytes: 6 },
    { bytes: 5 },
  ],
  ["a body without length is longer", `${OK}\r\n${BODY}!`, "published-size", { bytes: 6 }, {
    atLeastBytes: 7,
  }],
  ["a body without length is shorter", `${OK}\r\nhello`, "published-size", { bytes: 6 }, { bytes: 5 }],
  ["a body without length is empty", `${OK}\r\n`, "published-size", { bytes: 6 }, { bytes: 0 }],
  [
    "the encoding is unknown",
    `${OK}Content-Encoding: x, BR\r\n${LENGTH}\r\n${BODY}`,
    "published-encoding",
    "identity",
    "x, br",
  ],
  [
    "the transfer is encoded",
    `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n${chunk(BODY)}${chunk("")}`,
    "published-encoding",
    "identity",
    "gzip",
  ],
];
for (const [when, answer, code, expected, observed] of differing) {
  testOnLoopback(`checkPublication() finds ${code} when ${when}`, async () => {
    await withRaw((connection) => write(connection, answer), async (origin) => {
      const report: unknown = await checkPublication({ origin, files: [A] });
      const findings = [{ code, at: "a.txt", expected, observed }];
      assertEquals(report, { findings, fetched: [], rehearsal: true });
    });
  });
}

testOnLoopback("checkPublication() finds published-encoding when the frozen bytes come compressed", async () => {
  const stream = new Blob([BODY]).stream().pipeThrough(new CompressionStream("gzip"));
  const body = new Uint8Array(await new Response(stream).arrayBuffer());
  const head = `${OK}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
  await withRaw(
    (connection) => write(connection, head).then(() => write(connection, body)),
    async (origin) => {
      const { findings } = await checkPublication({ origin, files: [A] });
      assertEquals(findings, [{
        code: "published-encoding",
        at: "a.txt",
        expected: "identity",
        observed: "gzip",
      }]);
    },
  );
});

for (const [when, head] of [["chunked", `${CHUNKED}\r\n`], ["without length", `${OK}\r\n`]] as const) {
  testOnLoopback(`checkPublication() stops reading when a body ${when} never ends`, async () => {
    const piece = when === "chunked" ? chunk("x".repeat(4096)) : "x".repeat(4096);
    let sent = 0;
    const script: Script = async (connection) => {
      await write(connection, head);
      for (;;) sent += await write(connection, piece).then(() => piece.length);
    };
    await withRaw(script, async (origin) => {
      const { findings } = await checkPublication({ origin, files: [A] });
      assertEquals(findings[0]?.observed, { atLeastBytes: 7 });
    });
    assert(sent < 64 * 2 ** 20, `the server could send ${sent} bytes`);
  });
}

const PATIENT = { requestTimeoutMs: 60_000, totalTimeoutMs: 60_000, idleTimeoutMs: 60_000 };
const drip: Script = async (connection) => {
  await write(connection, `${OK}Content-Length: 1000\r\n\r\n`);
  while (await write(connection, "x").then(() => true, () => false)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const say = (text: string): Script => (connection) => write(connection, text);
const sayAndHold = (text: string): Script => (connection) => write(connection, text).then(() => untilGone(connection));
const failing: [when: string, script: Script, code: ErrorCode, bounds: PublicationBounds][] = [
  ["the headers never come", sayAndHold(""), "publication-timeout", { ...PATIENT, idleTimeoutMs: 100 }],
  ["the headers stop halfway", sayAndHold(OK), "publication-timeout", { ...PATIENT, requestTimeoutMs: 100 }],
  ["the body stops halfway", sayAndHold(`${CHUNKED}\r\n${chunk("x")}`), "publication-timeout", {
    ...PATIENT,
    idleTimeoutMs: 100,
  }],
  ["the body drips", drip, "publication-timeout", { ...PATIENT, requestTimeoutMs: 150 }],
  [
    "interim responses never end",
    async (connection) => {
      while (await write(connection, "HTTP/1.1 103 Early Hints\r\n\r\n").then(() => true, () => false));
    },
    "publication-timeout",
    { ...PATIENT, requestTimeoutMs: 100 },
  ],
  ["it is not HTTP", say(BODY), "publication-unreachable", PATIENT],
  ["it says nothing", say(""), "publication-unreachable", PATIENT],
  ["the headers break off", say(OK), "publication-unreachable", PATIENT],
  [
    "the length is no number",
    say(`${OK}Content-Length: 6x\r\n\r\n${BODY}`),
    "publication-unreachable",
    PATIENT,
  ],
  [
    "the lengths disagree",
    say(`${OK}${LENGTH}Content-Length: 7\r\n\r\n${BODY}`),
    "publication-unreachable",
    PATIENT,
  ],
  ["the body breaks off", say(`${OK}${LENGTH}\r\nhel`), "publication-unreachable", PATIENT],
  ["a chunk breaks off", say(`${CHUNKED}\r\n6\r\nhel`), "publication-unreachable", PATIENT],
  ["the last chunk is missing", say(`${CHUNKED}\r\n${chunk(BODY)}`), "publication-unreachable", PATIENT],
  [
    "the headers never end",
    async (connection) => {
      await write(connection, OK);
      while (await write(connection, "X: x\r\n".repeat(500)).then(() => true, () => false));
    },
    "publication-unreachable",
    PATIENT,
  ],
];
for (const [when, script, code, bounds] of failing) {
  testOnLoopback(`checkPublication() throws ${code} when ${when}`, async () => {
    const files = [when === "the body drips" ? { ...A, bytes: 1000 } : A];
    await withRaw(
      script,
      (origin) => assertCodeAsync(() => checkPublication({ origin, files, bounds }), code, "a.txt"),
    );
  });
}

testOnLoopback("checkPublication() throws publication-unreachable when nothing listens", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${listener.addr.port}/`;
  listener.close();
  await assertCodeAsync(() => checkPublication({ origin, files: [A] }), "publication-unreachable", "a.txt");
});

testOnLoopback("checkPublication() throws publication-unreachable when an https: server speaks no TLS", async () => {
  const check = (origin: string) => () => checkPublication({ origin, files: [A] });
  await withRaw(say(`${OK}${LENGTH}\r\n${BODY}`), async (origin) => {
    await assertCodeAsync(check(origin.replace("http:", "https:")), "publication-unreachable", "a.txt");
  });
});

const numbered = (count: number) => Array.from({ length: count }, (_, index) => freezeText(`${index}.txt`));

testOnLoopback("checkPublication() throws publication-timeout when all files together take too long", async () => {
  const bounds = { ...PATIENT, totalTimeoutMs: 100, concurrency: 1 };
  const answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return new Response(BODY);
  };
  await withServer(answer, async (origin, arrivals) => {
    const check = () => checkPublication({ origin, files: numbered(1000), bounds });
    const error = await assertRejects(check, PermafrostError);
    assertEquals([error.code, error.at], ["publication-timeout", null]);
    assert(arrivals.length > 1 && arrivals.length < 10, `${arrivals.length} requests`);
  });
});

testOnLoopback("checkPublication() throws the error and stops when one file of many cannot be told", async () => {
  let connections = 0;
  const script: Script = async (connection) => {
    if (++connections === 3) return;
    await write(connection, `${OK}Content-Length: 5\r\nConnection: close\r\n\r\nhello`);
  };
  await withRaw(script, async (origin) => {
    const check = () => checkPublication({ origin, files: numbered(100), bounds: { concurrency: 1 } });
    await assertCodeAsync(check, "publication-unreachable", "2.txt");
  });
  assertEquals(connections, 3);
});

testOnLoopback("checkPublication() goes on and sorts by place when several files differ", async () => {
  const answers: Record<string, () => Response> = {
    "c.txt": () => new Response(null, { status: 404 }),
    "b.txt": () => new Response("hellO\n"),
    "a.txt": () => new Response("hello"),
    "d.txt": () => new Response(BODY),
    "B.txt": () => new Response(BODY),
  };
  await withServer((path) => answers[path]?.() ?? new Response(null, { status: 500 }), async (origin) => {
    const files = [...Object.keys(answers), "e.txt"].map((path) => freezeText(path));
    const { findings, fetched } = await checkPublication({ origin, files });
    assertEquals(findings.map(({ at, code }) => [at, code]), [
      ["a.txt", "published-size"],
      ["b.txt", "published-changed"],
      ["c.txt", "published-missing"],
      ["e.txt", "published-status"],
    ]);
    assertEquals(fetched.map(({ path }) => path), ["d.txt", "B.txt"]);
  });
});

testOnLoopback("checkPublication() asks once when a redirect leads to the same file or another server", async () => {
  await withServer(() => new Response(BODY), async (elsewhere, strays) => {
    const locations: Record<string, string> = {
      "loop.txt": "/loop.txt",
      "away.txt": elsewhere,
      "near.txt": "d.txt",
    };
    const answer = (path: string) => new Response(BODY, { status: 302, headers: { location: locations[path] ?? "" } });
    await withServer(answer, async (origin, arrivals) => {
      const files = Object.keys(locations).map((path) => freezeText(path));
      const { findings } = await checkPublication({ origin, files });
      const observed = Object.fromEntries(findings.map((finding) => [finding.at, finding.observed]));
      const status = 302;
      assertEquals(observed, {
        "loop.txt": { status, location: "/loop.txt" },
        "away.txt": { status, location: elsewhere },
        "near.txt": { status, location: "d.txt" },
      });
      assertEquals([arrivals.length, strays.length], [3, 0]);
    });
  });
});

testOnLoopback(
  "checkPublication() lets go of each answer before the next when a body is not worth reading",
  async () => {
    let earlier = Promise.resolve();
    const script: Script = async (connection) => {
      await earlier;
      await write(connection, `HTTP/1.1 404 No\r\nContent-Length: 1000\r\n\r\nhel`);
      earlier = untilGone(connection);
      await earlier;
    };
    await withRaw(script, async (origin) => {
      const bounds = { ...PATIENT, idleTimeoutMs: 2_000, concurrency: 1 };
      const { findings } = await checkPublication({ origin, files: numbered(5), bounds });
      assertEquals(findings.length, 5);
    });
  },
);

testOnLoopback(
  "checkPublication() sends no cookie and asks for plain, fresh bytes when the server sets cookies",
  async () => {
    await withServer(
      () => new Response(BODY, { headers: { "set-cookie": "a=b" } }),
      async (origin, arrivals) => {
        await checkPublication({ origin, files: numbered(3), bounds: { concurrency: 1 } });
        for (const { headers } of arrivals) {
          assertEquals([headers["cookie"], headers["authorization"], headers["referer"]], [
            undefined,
            undefined,
            undefined,
          ]);
          assertEquals([headers["accept-encoding"], headers["cache-control"]], ["identity", "no-cache"]);
        }
        assertEquals(arrivals.length, 3);
      },
    );
  },
);

testOnLoopback("checkPublication() asks for the literal names when they hold spaces, unicode, # or ?", async () => {
  const names = [
    "a b.txt",
    "#1",
    "a?b=c&d",
    "100%",
    "%2e%2e",
    "data/\u00fc/\u96ea.json",
    "a;b=c,d:e@f!$'()*+",
    "\u{1f9ca}",
    "\\",
  ];
  await withServer((path) => new Response(path), async (origin, arrivals) => {
    const { findings, fetched } = await checkPublication({
      origin,
      files: names.map((name) => freezeText(name, name)),
    });
    assertEquals([findings, fetched.map(({ path }) => path)], [[], names]);
    assertEquals(new Set(arrivals.map(({ path }) => path)), new Set(names));
  });
});

testOnLoopback("checkPublication() accepts an empty file when the body is empty", async () => {
  await withServer(() => new Response(null), async (origin) => {
    const { findings, fetched } = await checkPublication({ origin, files: [freezeText("empty", "")] });
    assertEquals([findings, fetched.length], [[], 1]);
  });
});

Deno.test("checkPublication() fetches nothing when no files are given", async () => {
  const report = await checkPublication({ origin: "http://127.0.0.1:1/", files: [] });
  assertEquals(report, { findings: [], fetched: [], rehearsal: true });
});

testOnLoopback("checkPublication() keeps to its concurrency when there are many files", async () => {
  let now = 0;
  let most = 0;
  const answer = async () => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    return new Response(BODY);
  };
  await withServer(answer, async (origin, arrivals) => {
    const files = numbered(1_000);
    const { findings, fetched } = await checkPublication({ origin, files, bounds: { concurrency: 8 } });
    assertEquals([findings.length, fetched.length, arrivals.length], [0, 1_000, 1_000]);
    assert(most <= 8, `${most} at the same time`);
  });
});

Deno.test("checkPublication() throws the signal's reason without a request when it is aborted before", async () => {
  await withServer(() => new Response(BODY), async (origin, arrivals) => {
    const signal = AbortSignal.abort(new RangeError("enough"));
    await assertRejects(() => checkPublication({ origin, files: [A], signal }), RangeError, "enough");
    assertEquals(arrivals, []);
  });
});

testOnLoopback("checkPublication() throws the signal's reason and lets go when it is aborted halfway", async () => {
  const stop = new AbortController();
  const script: Script = async (connection) => {
    await write(connection, `${OK}${LENGTH}\r\nhel`);
    stop.abort(new RangeError("enough"));
    await untilGone(connection);
  };
  await withRaw(script, async (origin) => {
    const check = () => checkPublication({ origin, files: [A], bounds: PATIENT, signal: stop.signal });
    await assertRejects(check, RangeError, "enough");
  });
});

testOnLoopback("checkPublication() reaches loopback directly when the environment names a proxy", async () => {
  const before = Deno.env.get("HTTP_PROXY");
  Deno.env.set("HTTP_PROXY", "http://127.0.0.1:1");
  try {
    await withServer(() => new Response(BODY), async (origin) => {
      assertEquals((await checkPublication({ origin, files: [A] })).fetched.length, 1);
    });
  } finally {
    if (before === undefined) Deno.env.delete("HTTP_PROXY");
    else Deno.env.set("HTTP_PROXY", before);
  }
});

for (const path of ["", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/./b", "\ud800"]) {
  Deno.test(`checkPublication() throws path-invalid when a path is ${JSON.stringify(path)}`, async () => {
    await withServer(() => new Response(BODY), async (origin, arrivals) => {
      await assertCodeAsync(
        () => checkPublication({ origin, files: [A, freezeText(path)] }),
        "path-invalid",
        path,
      );
      assertEquals(arrivals, []);
    });
  });
}

Deno.test("checkPublication() throws path-invalid when a path is listed twice", async () => {
  const check = () => checkPublication({ origin: "http://127.0.0.1:1/", files: [A, freezeText("b"), A] });
  await assertCodeAsync(check, "path-invalid", "a.txt");
});

for (const value of [0, -1, 1.5, NaN, Infinity, 2 ** 31]) {
  for (const name of ["requestTimeoutMs", "totalTimeoutMs", "idleTimeoutMs", "concurrency"]) {
    Deno.test(`checkPublication() throws usage when ${name} is ${value}`, async () => {
      const origin = "http://127.0.0.1:1/";
      await assertCodeAsync(
        () => checkPublication({ origin, files: [A], bounds: { [name]: value } }),
        "usage",
      );
    });
  }
}

/** Replaces fetch, so that origins beyond this machine can be tried; gives the addresses that were asked for. */
async function withFakeFetch(use: () => Promise<unknown>): Promise<string[]> {
  const real = globalThis.fetch;
  const urls: string[] = [];
  globalThis.fetch = (url) => {
    urls.push(String(url));
    return Promise.resolve(new Response(BODY));
  };
  try {
    await use();
  } finally {
    globalThis.fetch = real;
  }
  return urls;
}

const ALLOWED = "https://example.org/study/";
const foreign = [
  "https://example.org/",
  "https://example.org/study/more/",
  "https://example.org/Study/",
  "https://example.org:8443/study/",
  "https://www.example.org/study/",
  "https://example.org.evil/study/",
  "https://example.org.:443/study/",
  "https://evil/example.org/study/",
  "https://example.org//study/",
  "https://exampl\u0435.org/study/",
  "http://example.org/study/",
  "https://user@example.org/study/",
  "https://example.org/study",
  "https://localhost.evil/study/",
  "https://127.0.0.1.evil/study/",
];
for (const origin of foreign) {
  Deno.test(`checkPublication() throws publication-origin unasked when ${origin} is not what the protocol names`, async () => {
    const check = () => checkPublication({ origin, files: [A], allowedOrigin: ALLOWED });
    assertEquals(await withFakeFetch(() => assertCodeAsync(check, "publication-origin")), []);
  });
}

Deno.test("checkPublication() throws publication-origin when the protocol's own origin is malformed", async () => {
  const check = () =>
    checkPublication({ origin: "http://127.0.0.1:1/", files: [A], allowedOrigin: "https://example.org/a" });
  await assertCodeAsync(check, "publication-origin");
});

const accepted: [origin: string, allowedOrigin: string | null, url: string, rehearsal: boolean][] = [
  [ALLOWED, ALLOWED, `${ALLOWED}a.txt`, false],
  [ALLOWED, null, `${ALLOWED}a.txt`, false],
  ["HTTPS://EXAMPLE.org:443/study/", ALLOWED, `${ALLOWED}a.txt`, false],
  [
    "https://b\u00fccher.example/",
    "https://xn--bcher-kva.example",
    "https://xn--bcher-kva.example/a.txt",
    false,
  ],
  ["http://localhost:8000/x/", ALLOWED, "http://localhost:8000/x/a.txt", true],
  ["https://localhost/", ALLOWED, "https://localhost/a.txt", true],
  ["http://127.1/", ALLOWED, "http://127.0.0.1/a.txt", true],
  ["http://127.255.0.3/", ALLOWED, "http://127.255.0.3/a.txt", true],
  ["http://[::1]:8000/", ALLOWED, "http://[::1]:8000/a.txt", true],
];
for (const [origin, allowedOrigin, url, rehearsal] of accepted) {
  testOnLoopback(
    `checkPublication() fetches ${url} when the origin is ${origin} and ${allowedOrigin} is named`,
    async () => {
      const urls = await withFakeFetch(async () => {
        const report = await checkPublication({ origin, files: [A], allowedOrigin });
        assertEquals(report, { findings: [], fetched: [{ ...A, url }], rehearsal });
      });
      assertEquals(urls, [url]);
    },
  );
}

#!/usr/bin/python3 -ISB
"""A transcript vault reader that nobody tuned for the study: one file, the standard library, the published interface.

Reads a schema 3 vault, writes nothing, answers with one JSON value on stdout, or with nothing there, a reason on
stderr and a non-zero exit code. Imports what a command needs only when it needs it: a start costs about 20 ms.
"""
import os
import sys

try:  # the parts of json and hashlib that are written in C, without the 20 ms that the modules around them take
    from _json import encode_basestring as quoted
    from _json import make_scanner, scanstring
    from _sha256 import sha256 as hasher
except ImportError:
    from hashlib import sha256 as hasher
    from json.decoder import scanstring
    from json.encoder import encode_basestring as quoted
    from json.scanner import make_scanner

CHUNK_BYTES = 1 << 20
MANIFEST_BYTES = 1 << 24
MAX_RECORDS = 100_000
MAX_QUERY_BYTES = 1024
MESSAGE_BYTES = 1 << 20
HEX = frozenset("0123456789abcdef")
SPACE = " \t\n\r"
MARKER = "[gobstopper state card]"
TRUST = "untrusted_archived_data"


class Refused(Exception):
    """Something asked for that is not given; the text is the reason."""


# ---- the vault ----------------------------------------------------------------------------------------------


def vault_folder():
    data = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(data):
        home = os.environ.get("HOME", "")
        if not os.path.isabs(home):
            raise Refused("neither XDG_DATA_HOME nor HOME says where the vault is")
        data = os.path.join(home, ".local", "share")
    return os.path.join(data, "gobstopper", "vault")


def whole_digest(text):
    if not isinstance(text, str) or len(text) != 64 or not HEX.issuperset(text):
        raise Refused("a snapshot is named by its 64 lower-case hexadecimal digits")
    return text


def sha256(data):
    return hasher(data).hexdigest()


def stored(kind, digest, most):
    """The bytes of one file of the vault, verified against its name; None when there is no such file."""
    from stat import S_ISREG

    try:
        handle = os.open(os.path.join(vault_folder(), kind, digest), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    with open(handle, "rb") as file:
        state = os.fstat(handle)
        if not S_ISREG(state.st_mode):
            raise Refused(f"{kind} holds something that is no file under this name")
        if most is not None and state.st_size > most:
            raise Refused(f"a file of {kind} is larger than it may be")
        data = file.read()
    if sha256(data) != digest:
        raise Refused(f"a file of {kind} does not hold the bytes that it is named after")
    return data


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


class Snapshot:
    """Every byte of one snapshot, verified, and where its records lie."""

    def __init__(self, digest):
        self.digest = whole_digest(digest)
        manifest = stored("manifests", digest, MANIFEST_BYTES)
        if manifest is None:
            data = stored("objects", digest, None)
            if data is None:
                raise Refused("the vault has no snapshot of this digest")
            self.source, self.data = digest, data
        else:
            self.source, self.data = assembled(manifest)
        newlines = self.data.count(b"\n")
        self.count = newlines + (1 if self.data and not self.data.endswith(b"\n") else 0)

    def records(self):
        """The physical lines, without their newlines."""
        if self.count > MAX_RECORDS:
            raise Refused(f"the snapshot has {self.count} records, over {MAX_RECORDS}")
        lines = self.data.split(b"\n")
        return lines[: self.count]


def assembled(text):
    try:
        manifest = parsed_json(text)
    except (ValueError, RecursionError):
        raise Refused("a manifest is not JSON") from None
    if not isinstance(manifest, dict) or manifest.get("schema_version") != 3:
        raise Refused("a manifest is not of schema 3")
    chunks, size = manifest.get("chunks"), manifest.get("bytes")
    if not isinstance(chunks, list) or not is_count(size):
        raise Refused("a manifest lacks its chunks or its size")
    source = whole_digest(manifest.get("source_sha256"))
    parts, total = [], 0
    for name in chunks:
        part = stored("chunks", whole_digest(name), CHUNK_BYTES)
        if part is None:
            raise Refused("a chunk is missing")
        total += len(part)
        if total > size:
            raise Refused("the chunks hold more than the manifest says")
        parts.append(part)
    data = b"".join(parts)
    if len(data) != size or sha256(data) != source:
        raise Refused("the chunks do not make up the source that the manifest names")
    return source, data


def index_entry(digest):
    """The last line of the index about a snapshot, or an empty one; lines that cannot be read are passed over."""
    found = {}
    try:
        with open(os.path.join(vault_folder(), "index.jsonl"), "rb") as file:
            for line in file:
                try:
                    entry = parsed_json(line)
                except (ValueError, RecursionError):
                    continue
                if isinstance(entry, dict) and entry.get("sha256") == digest:
                    found = entry
    except FileNotFoundError:
        pass
    return found


# ---- JSON ---------------------------------------------------------------------------------------------------


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


class Rules:
    """What the scanner asks of its owner; numbers become what `number` makes of their digits."""

    strict, object_hook, parse_constant = True, None, staticmethod(no_constant)

    def __init__(self, number, pairs):
        self.parse_int = self.parse_float = number
        self.object_pairs_hook, self.memo = pairs, {}


def small_int(digits):
    """A whole number of at most 18 digits; None for every other number, which nothing here needs."""
    return int(digits) if len(digits) < 19 and digits.lstrip("-").isdecimal() else None


def parsed_json(line, number=small_int, pairs=None):
    """The value of a JSON text in UTF-8; ValueError when it is none, RecursionError when it is nested too deep."""
    text = line.decode("utf-8").strip(SPACE)
    try:
        value, end = make_scanner(Rules(number, pairs))(text, 0)
    except (StopIteration, SystemError):  # the latter is what a fault is called while json.decoder is not there
        raise ValueError("no JSON value") from None
    if end != len(text):
        raise ValueError("more than one JSON value")
    return value


def strings_of(line):
    """Every string value of a JSON text, in no promised order; ValueError when it is not JSON."""
    try:
        pending = [parsed_json(line, pairs=lambda pairs: [value for _, value in pairs])]
    except RecursionError:
        return deep_strings(line.decode("utf-8"))
    found = []
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, list):
            pending.extend(value)
    return found


def deep_strings(text):
    """The same for a text nested deeper than the decoder goes: a loop over its tokens with a stack of its own."""
    import re

    space = re.compile(r"[ \t\n\r]*")
    plain = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null")
    found, stack, wants, at = [], [], "value", space.match(text).end()
    while at < len(text):
        mark = text[at]
        key = wants in ("key", "first key")
        if wants in ("value", "first value") and mark in "[{":
            stack.append(mark)
            wants = "first value" if mark == "[" else "first key"
            at += 1
        elif (wants == "first value" and mark == "]") or (wants == "first key" and mark == "}"):
            stack.pop()
            wants = "comma"
            at += 1
        elif mark == '"' and (key or wants in ("value", "first value")):
            try:
                value, at = scanstring(text, at + 1, True)
            except SystemError:
                raise ValueError("no JSON string") from None
            if not key:
                found.append(value)
            wants = "colon" if key else "comma"
        elif wants in ("value", "first value"):
            token = plain.match(text, at)
            if token is None:
                raise ValueError("no JSON value")
            wants, at = "comma", token.end()
        elif wants == "colon" and mark == ":":
            wants, at = "value", at + 1
        elif wants == "comma" and stack and mark == ",":
            wants, at = ("value" if stack[-1] == "[" else "key"), at + 1
        elif wants == "comma" and stack and mark == ("]" if stack[-1] == "[" else "}"):
            stack.pop()
            at += 1
        else:
            raise ValueError("no JSON")
        at = space.match(text, at).end()
    if stack or wants != "comma":
        raise ValueError("the JSON ends early")
    return found


# ---- what a caller may ask ----------------------------------------------------------------------------------


def checked_query(query):
    if not isinstance(query, str):
        raise Refused("a query is needed")
    try:
        size = len(query.encode("utf-8"))
    except UnicodeEncodeError:
        raise Refused("the query is not Unicode text") from None
    if not 1 <= size <= MAX_QUERY_BYTES:
        raise Refused(f"a query has 1 to {MAX_QUERY_BYTES} bytes")
    return query


def within(name, value, least, most):
    if not is_count(value) or not least <= value <= most:
        raise Refused(f"{name} must be a whole number from {least} to {most}")
    return value


def show(sha):
    snapshot = Snapshot(sha)
    entry = index_entry(sha)
    return {
        "snapshot_sha256": snapshot.digest,
        "source_sha256": snapshot.source,
        "bytes": len(snapshot.data),
        "record_count": snapshot.count,
        "provider": entry.get("provider"),
        "session_id": entry.get("session_id"),
    }


def search(sha, query, limit=20):
    whole_digest(sha)
    query = checked_query(query)
    within("limit", limit, 1, 50)
    snapshot = Snapshot(sha)
    matches, matched, unsearchable = [], 0, 0
    for index, line in enumerate(snapshot.records()):
        try:
            texts = strings_of(line)
        except ValueError:
            unsearchable += 1
            continue
        count = sum(text.count(query) for text in texts)
        if count == 0:
            continue
        matched += 1
        if len(matches) < limit:
            matches.append(
                {
                    "record_index": index,
                    "record_sha256": sha256(line),
                    "record_bytes": len(line),
                    "match_count": count,
                }
            )
    return {
        "snapshot_sha256": snapshot.digest,
        "source_sha256": snapshot.source,
        "matches": matches,
        "matched_records": matched,
        "unsearchable_records": unsearchable,
        "truncated": matched > len(matches),
    }


def read(sha, record, offset=0, max_bytes=4096):
    whole_digest(sha)
    within("record", record, 0, MAX_RECORDS - 1)
    within("offset", offset, 0, sys.maxsize)
    within("max-bytes", max_bytes, 4, 16384)
    snapshot = Snapshot(sha)
    lines = snapshot.records()
    if record >= len(lines):
        raise Refused(f"the snapshot has no record {record}")
    line = lines[record]
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("the record is not UTF-8") from None
    inside = lambda at: at < len(line) and line[at] & 0xC0 == 0x80  # noqa: E731
    if offset > len(line):
        raise Refused("the offset lies past the end of the record")
    if inside(offset):
        raise Refused("the offset lies inside a character")
    end = min(offset + max_bytes, len(line))
    while inside(end):
        end -= 1
    return {
        "snapshot_sha256": snapshot.digest,
        "source_sha256": snapshot.source,
        "record_index": record,
        "record_sha256": sha256(line),
        "record_bytes": len(line),
        "offset": offset,
        "next_offset": end if end < len(line) else None,
        "content": line[offset:end].decode("utf-8"),
        "content_trust": TRUST,
    }


# ---- state cards --------------------------------------------------------------------------------------------


def first_text(content, kind):
    """The text that a list of content items begins with, when its first item is of the wanted kind."""
    if isinstance(content, list) and content and isinstance(content[0], dict) and content[0].get("type") == kind:
        return content[0].get("text")
    return None


def codex_text(record):
    body = record.get("payload")
    if record.get("type") != "response_item" or not isinstance(body, dict):
        return None
    if body.get("type") != "message" or body.get("role") != "user":
        return None
    return first_text(body.get("content"), "input_text")


def claude_text(record):
    body = record.get("message")
    if record.get("type") != "user" or not isinstance(body, dict) or body.get("role") != "user":
        return None
    content = body.get("content")
    return content if isinstance(content, str) else first_text(content, "text")


def user_text(record, provider):
    """What a user wrote, in the shape of the provider; in either shape when the provider is not known."""
    if not isinstance(record, dict):
        return None
    text = None
    if provider != "claude_code":
        text = codex_text(record)
    if text is None and provider != "codex":
        text = claude_text(record)
    return text if isinstance(text, str) else None


LISTED = {
    "error": "errors",
    "concept": "concepts",
    "file": "files",
    "decision": "decisions",
    "todo": "todos",
    "context": "context",
}
SINGLE = {"goal": "goal", "current": "current_work", "summary": "summary"}


def card_of(text, sha):
    head, *lines = text.split("\n")
    if head != MARKER:
        return None
    card = {"snapshot_sha": sha, "goal": None, "errors": [], "current_work": None, "summary": None}
    card.update({name: [] for name in LISTED.values()})
    card["covers_records"] = None
    for line in lines:
        name, colon, value = line.partition(":")
        value = value.strip()
        if colon and name in SINGLE:
            card[SINGLE[name]] = value
        elif colon and name in LISTED:
            card[LISTED[name]].append(value)
        elif line.startswith("(covers ") and line.endswith(" earlier records)"):
            number = line[len("(covers ") : -len(" earlier records)")]
            card["covers_records"] = int(number) if number.isdecimal() and len(number) < 16 else None
    return card


def card_texts(card):
    for name in SINGLE.values():
        if card[name] is not None:
            yield card[name]
    for name in LISTED.values():
        yield from card[name]


def recall(sha, query):
    whole_digest(sha)
    wanted = checked_query(query).casefold()
    snapshot = Snapshot(sha)
    provider = index_entry(sha).get("provider")
    cards = []
    for line in snapshot.records():
        try:
            record = parsed_json(line)
        except (ValueError, RecursionError):
            continue
        text = user_text(record, provider)
        card = None if text is None else card_of(text, snapshot.digest)
        if card is not None and any(wanted in some.casefold() for some in card_texts(card)):
            cards.append(card)
    return cards


# ---- MCP ----------------------------------------------------------------------------------------------------

HANDSHAKES = ("2025-11-25", "2025-06-18", "2024-11-05")
STATELESS = "2026-07-28"
WORDS = {"type": "string"}
NUMBER = {"type": "integer", "minimum": 0}
UNCHANGING = {"ttlMs": 0, "cacheScope": "private"}


def tool(name, text, needed, **optional):
    fields = {key: NUMBER if key == "record" else WORDS for key in needed}
    schema = {"type": "object", "properties": {**fields, **optional}, "required": needed, "additionalProperties": False}
    return {"name": name, "description": text, "inputSchema": schema, "annotations": {"readOnlyHint": True}}


OPEN_TOOLS = {
    "recall": (recall, tool("recall", "Finds the state cards of a snapshot.", ["sha", "query"])),
    "show": (show, tool("show", "Says how large a snapshot is.", ["sha"])),
}
GATED_TOOLS = {
    "read_snapshot": (
        read,
        tool("read_snapshot", "Reads a page of one record.", ["sha", "record"], offset=NUMBER, max_bytes=NUMBER),
    ),
    "search_snapshot": (
        search,
        tool("search_snapshot", "Says which records hold a text.", ["sha", "query"], limit=NUMBER),
    ),
}


class Answer(Exception):
    """An error of the protocol: a code and a message."""


def is_stateless(params):
    """Whether a request names the revision without a handshake, which it does on each request."""
    about = params.get("_meta") if isinstance(params, dict) else None
    return isinstance(about, dict) and about.get("io.modelcontextprotocol/protocolVersion") == STATELESS


def serve(tools, message):
    """The result of one request."""
    method, params = message["method"], message.get("params", {})
    if not isinstance(params, dict):
        raise Answer(-32602, "params must be an object")
    me = {"name": "plain-vault", "version": "1.0.0"}
    if method == "initialize":
        asked = params.get("protocolVersion")
        version = asked if asked in HANDSHAKES else HANDSHAKES[0]
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": me}
    if method == "server/discover":
        versions = [STATELESS, *HANDSHAKES]
        return {"supportedVersions": versions, "capabilities": {"tools": {}}, "serverInfo": me, **UNCHANGING}
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": [tools[name][1] for name in sorted(tools)], **(UNCHANGING if is_stateless(params) else {})}
    if method == "tools/call":
        return called(tools, params)
    raise Answer(-32601, "there is no such method")


def called(tools, params):
    name, given = params.get("name"), params.get("arguments", {})
    if not isinstance(name, str) or name not in tools:
        raise Answer(-32602, "there is no such tool")
    work, described = tools[name]
    schema = described["inputSchema"]
    try:
        if not isinstance(given, dict) or not set(schema["required"]) <= set(given) <= set(schema["properties"]):
            raise Refused("the arguments are not the ones that this tool takes")
        text, failed = encoded(work(**given)), False
    except (Refused, OSError) as error:
        text, failed = reason(error), True
    return {"content": [{"type": "text", "text": text}], "isError": failed}


def answer_to(tools, line):
    """The message that answers one line, or None when nothing answers it."""
    identity = None
    try:
        try:
            message = parsed_json(line)
        except (ValueError, RecursionError):
            raise Answer(-32700, "the line is not JSON") from None
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            raise Answer(-32600, "the line is no request")
        if "id" in message:
            identity = message["id"]
            if isinstance(identity, bool) or not isinstance(identity, (str, int)):
                identity = None
                raise Answer(-32600, "an id is a string or a whole number")
        if not isinstance(message.get("method"), str):
            if "result" in message or "error" in message:
                return None
            raise Answer(-32600, "the request has no method")
        if "id" not in message:
            return None
        result = serve(tools, message)
        if is_stateless(message.get("params")) or message["method"] == "server/discover":
            result = {"resultType": "complete", **result}
        return {"jsonrpc": "2.0", "id": identity, "result": result}
    except Answer as error:
        code, text = error.args
        return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": text}}


def mcp(allowed):
    tools = {**OPEN_TOOLS, **(GATED_TOOLS if allowed else {})}
    lines = sys.stdin.buffer
    while line := lines.readline(MESSAGE_BYTES + 1):
        if len(line) > MESSAGE_BYTES and not line.endswith(b"\n"):
            while (rest := lines.readline(MESSAGE_BYTES)) and not rest.endswith(b"\n"):
                pass
            put({"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "the line is too long"}})
            continue
        if line.strip():
            reply = answer_to(tools, line)
            if reply is not None:
                put(reply)


# ---- the command line ---------------------------------------------------------------------------------------


def encoded(value):
    """Compact JSON of what the commands answer with: no floating-point number is among it, and what is left of half a
    surrogate pair becomes its escape when it is written."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{quoted(name)}:{encoded(some)}" for name, some in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(encoded, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else "null" if value is None else str(value)


def put(value):
    sys.stdout.buffer.write(encoded(value).encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def reason(error):
    return str(error) if isinstance(error, Refused) else f"the vault cannot be read: {error.strerror}"


def number_of(text):
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise Refused("a number is written in decimal digits")
    return int(text)


# Of each command: what it does, whether a digest comes first, its options as parameter and reader.
COMMANDS = {
    "show": (show, True, {}),
    "search-snapshot": (search, True, {"--query": ("query", str), "--limit": ("limit", number_of)}),
    "read-snapshot": (
        read,
        True,
        {
            "--record": ("record", number_of),
            "--offset": ("offset", number_of),
            "--max-bytes": ("max_bytes", number_of),
        },
    ),
    "recall": (recall, False, {"--sha": ("sha", str), "--query": ("query", str)}),
}
NEEDED = {show: ("sha",), search: ("sha", "query"), read: ("sha", "record"), recall: ("sha", "query")}


def parsed(words, first, options):
    given, words = {}, list(words)
    while words:
        word = words.pop(0)
        if word == "--json":
            continue
        if word in options:
            name, reader = options[word]
            if not words:
                raise Refused(f"{word} has no value")
            value = reader(words.pop(0))
        elif first and not word.startswith("-"):
            name, value = "sha", word
        else:
            raise Refused("an argument is not known")
        if name in given:
            raise Refused("an argument is given twice")
        given[name] = value
    return given


def run(words):
    if not words:
        raise Refused("usage: show | search-snapshot | read-snapshot | recall | mcp")
    command, *rest = words
    if command == "mcp":
        if rest not in ([], ["--allow-transcript-content"]):
            raise Refused("mcp takes --allow-transcript-content and nothing else")
        return mcp(bool(rest))
    if command not in COMMANDS:
        raise Refused(f"error: unrecognized subcommand '{command}'")
    work, first, options = COMMANDS[command]
    given = parsed(rest, first, options)
    missing = [name for name in NEEDED[work] if name not in given]
    if missing:
        raise Refused(f"{missing[0]} is needed")
    return put(work(**given))


def main():
    try:
        run([os.fsencode(word).decode("utf-8") for word in sys.argv[1:]])
    except UnicodeDecodeError:
        print("an argument is not UTF-8", file=sys.stderr)
        return 2
    except (Refused, OSError) as error:
        print(reason(error).encode("ascii", "backslashreplace").decode(), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/python3 -ISB
"""The older release beside candidate.py: it shows a snapshot, and recalls the goal of a state card of claude_code.

Search, read and MCP came later: they are commands that it does not know.
"""
import os
import sys

try:  # the parts of json and hashlib that are written in C, without the 20 ms that the modules around them take
    from _json import encode_basestring as quoted
    from _json import make_scanner
    from _sha256 import sha256 as hasher
except ImportError:
    from hashlib import sha256 as hasher
    from json.encoder import encode_basestring as quoted
    from json.scanner import make_scanner

CHUNK_BYTES = 1 << 20
MANIFEST_BYTES = 1 << 24
MAX_QUERY_BYTES = 1024
HEX = frozenset("0123456789abcdef")
SPACE = " \t\n\r"
MARKER = "[gobstopper state card]"


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
        return self.data.split(b"\n")[: self.count]


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


# ---- state cards --------------------------------------------------------------------------------------------


def goal_of(record):
    """The goal of the state card that a user's message of claude_code is, or None."""
    body = record.get("message") if isinstance(record, dict) and record.get("type") == "user" else None
    text = body.get("content") if isinstance(body, dict) and body.get("role") == "user" else None
    if not isinstance(text, str):
        return None
    head, *lines = text.split("\n")
    goals = [line[len("goal:") :].strip() for line in lines if line.startswith("goal:")]
    return goals[0] if head == MARKER and goals else None


def recall(sha, query):
    whole_digest(sha)
    wanted = checked_query(query).casefold()
    snapshot = Snapshot(sha)
    cards = []
    for line in snapshot.records():
        try:
            goal = goal_of(parsed_json(line))
        except (ValueError, RecursionError):
            continue
        if goal is not None and wanted in goal.casefold():
            cards.append({"snapshot_sha": snapshot.digest, "goal": goal, "errors": [], "current_work": None})
    return cards


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


# Of each command: what it does, whether a digest comes first, its options as parameter and reader.
COMMANDS = {
    "show": (show, True, {}),
    "recall": (recall, False, {"--sha": ("sha", str), "--query": ("query", str)}),
}
NEEDED = {show: ("sha",), recall: ("sha", "query")}


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
        raise Refused("usage: show | recall")
    command, *rest = words
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

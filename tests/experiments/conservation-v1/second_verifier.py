"""A second implementation of conservation-v1, in Python with its standard library alone.

It shares no code with the first: its own reading of the input, its own canonical JSON (RFC 8785, with numbers as
ECMAScript writes them), its own writing of the findings. Reads one input a line on standard input, as JSON in UTF-8,
and writes one line for each: the list of findings, or {"refused":"POINTER"} for what is no input.
"""

import json
import re
import sys

FIELDS = (
    ("spec_bytes_utf8", "text"),
    ("output_bytes_utf8", "text"),
    ("delta_fields", "object"),
    ("substrate_id", "text"),
    ("substrate_arrangement_hash", "text"),
    ("substrate_used_info", "amount"),
    ("residual_tolerance", "amount"),
    ("required_slots", "texts"),
)
GREATEST = 9007199254740991
SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class Refused(Exception):
    """Raised for what is no input; holds the JSON Pointer."""


def refuse(*path):
    steps = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    raise Refused("".join("/" + step for step in steps))


def quote(text):
    """A string literal, escaped as little as JSON allows."""
    return '"' + re.sub('["\\\\\x00-\x1f]', lambda m: SHORT.get(m[0], "\\u%04x" % ord(m[0])), text) + '"'


def write_number(value):
    """Number::toString of ECMAScript for a finite double, from the shortest digits that Python's repr gives."""
    value = float(value)
    if value == 0:
        return "0"
    if value < 0:
        return "-" + write_number(-value)
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    power = point - 1
    tail = "." + digits[1:] if len(digits) > 1 else ""
    return digits[0] + tail + "e" + ("+" if power > 0 else "-") + str(abs(power))


def utf16(text):
    return text.encode("utf-16-be", "surrogatepass")


def has_half_pair(text):
    """Python joins both halves of a pair when it reads JSON, so that what is left over is a half."""
    return any("\ud800" <= unit <= "\udfff" for unit in text)


def canonical(value, path):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return write_number(value)
    if isinstance(value, str):
        if has_half_pair(value):
            refuse(*path)
        return quote(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(part, path + (at,)) for at, part in enumerate(value)) + "]"
    parts = []
    for key in sorted(value, key=utf16):
        if has_half_pair(key):
            refuse(*path, key)
        parts.append(quote(key) + ":" + canonical(value[key], path + (key,)))
    return "{" + ",".join(parts) + "}"


def size(text):
    return len(text.encode("utf-8"))


def read_text(value, *path):
    if not isinstance(value, str) or has_half_pair(value):
        refuse(*path)
    return value


def read_amount(value, *path):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        refuse(*path)
    if value != value or value in (float("inf"), float("-inf")) or value != int(value) or not 0 <= value <= GREATEST:
        refuse(*path)
    return int(value)


def read(record):
    """The eight values in their order, the delta with its canonical text; refuses everything else."""
    if not isinstance(record, dict):
        refuse()
    names = [name for name, _ in FIELDS]
    for key in record:
        if key not in names:
            refuse(key)
    for name in names:
        if name not in record:
            refuse(name)
    values = []
    for name, kind in FIELDS:
        value = record[name]
        if kind == "text":
            values.append(read_text(value, name))
        elif kind == "amount":
            values.append(read_amount(value, name))
        elif kind == "texts":
            if not isinstance(value, list):
                refuse(name)
            values.append([read_text(slot, name, at) for at, slot in enumerate(value)])
        else:
            if not isinstance(value, dict):
                refuse(name)
            values.append((value, canonical(value, (name,))))
    return values


def verify(record):
    spec, output, (delta, delta_text), _, _, used, tolerance, slots = read(record)
    least, carried = size(spec), size(output)
    most = least + (size(delta_text) if delta else 0) + used
    missing = []
    for slot in slots:
        value = delta.get(slot)
        if (value is None or value == "") and slot not in missing:
            missing.append(slot)
    parts = []
    if missing:
        parts.append('{"kind":"missing_delta","missing":[' + ",".join(map(quote, missing)) + "]}")
    if least - carried > tolerance:
        parts.append('{"kind":"below_spec","shortfall":%d}' % (least - carried))
    if carried - most > tolerance:
        parts.append('{"kind":"hallucination","unaccounted":%d}' % (carried - most))
    return "[" + ",".join(parts or ['{"kind":"conforming"}']) + "]"


def main():
    sys.setrecursionlimit(20000)
    for line in sys.stdin.buffer.read().split(b"\n"):
        if line:
            try:
                text = verify(json.loads(line.decode("utf-8")))
            except Refused as refused:
                text = '{"refused":' + quote(str(refused)) + "}"
            sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")


main()

/** Faults of what is refused: identities, bounds, damage, and how a refusal is told. @module */
import * as f from "./fault.ts";

const SHA = 'name, value = "sha", word';
const ON_ERROR = "    except (Refused, OSError) as error:\n        print(";
const CHANGED = "if sha256(data) != digest:";
const MADE_UP = "if len(data) != size or sha256(data) != source:";
const NOTHING = '                raise Refused("the vault has no snapshot of this digest")';

/** Faults of what is refused. */
export const REFUSAL_FAULTS: readonly f.Fault[] = [
  {
    name: "a short digest is an identity",
    edits: [[
      SHA,
      `${SHA}\n            names = os.listdir(os.path.join(vault_folder(), "manifests"))\n` +
      "            value = next((one for one in names if word and one.startswith(word)), word)",
    ]],
    fails: [f.expect("accepted", ["invalid_input_0"])],
  },
  {
    name: "an upper-case digest is an identity",
    edits: [[SHA, `${SHA}.lower()`]],
    fails: [f.expect("accepted", ["invalid_input_1"])],
  },
  {
    name: "a path is an identity",
    edits: [[SHA, 'name, value = "sha", os.path.basename(word)']],
    fails: [f.expect("accepted", ["invalid_input_2"])],
  },
  {
    name: "an empty query is one",
    edits: [["if not 1 <= size <= MAX_QUERY_BYTES", "if not 0 <= size <= MAX_QUERY_BYTES"]],
    fails: [f.expect("accepted", ["invalid_input_3"])],
  },
  {
    name: "a query is measured in characters",
    edits: [['size = len(query.encode("utf-8"))', "size = len(query)"]],
    fails: [f.expect("accepted", ["invalid_input_4"])],
  },
  {
    name: "a limit of nothing is one",
    edits: [['within("limit", limit, 1, 50)', 'within("limit", limit, 0, 50)']],
    fails: [f.expect("accepted", ["invalid_input_5"])],
  },
  {
    name: "a limit over the bound is one",
    edits: [['within("limit", limit, 1, 50)', 'within("limit", limit, 1, 51)']],
    fails: [f.expect("accepted", ["invalid_input_6"])],
  },
  {
    name: "limits are moved to the bounds",
    edits: [['within("limit", limit, 1, 50)', "limit = max(1, min(limit, 50))"]],
    fails: [f.expect("accepted", ["invalid_input_5", "invalid_input_6"])],
  },
  {
    name: "a page may have three bytes",
    edits: [['within("max-bytes", max_bytes, 4, 16384)', 'within("max-bytes", max_bytes, 3, 16384)']],
    fails: [f.expect("accepted", ["invalid_input_7"])],
  },
  {
    name: "a page may have a byte too many",
    edits: [['within("max-bytes", max_bytes, 4, 16384)', 'within("max-bytes", max_bytes, 4, 16385)']],
    fails: [f.expect("accepted", ["invalid_input_8"])],
  },
  {
    name: "damage is ignored",
    edits: [[CHANGED, "if False:"], [MADE_UP, "if False:"]],
    fails: [f.expect("accepted", [f.INTEGRITY])],
  },
  {
    name: "damage is measured by size",
    edits: [[CHANGED, "if False:"], [MADE_UP, "if len(data) != size:"]],
    fails: [f.expect("accepted", [f.INTEGRITY])],
  },
  {
    name: "read looks for no damage",
    edits: [
      [CHANGED, `if sys.argv[1] != "read-snapshot" and ${CHANGED.slice(3)}`],
      [MADE_UP, `if sys.argv[1] != "read-snapshot" and (${MADE_UP.slice(3, -1)}):`],
    ],
    fails: [f.expect("accepted", [f.INTEGRITY])],
  },
  {
    name: "damage beyond what is read is ignored",
    edits: [
      [CHANGED, `if "--record" not in sys.argv and ${CHANGED.slice(3)}`],
      [MADE_UP, 'if sha256(data) != source and "0" not in sys.argv[4:5]:'],
    ],
    fails: [f.expect("accepted", [f.INTEGRITY])],
  },
  {
    name: "an unknown digest is an empty snapshot",
    edits: [[NOTHING, '                data = b""']],
    fails: [f.expect("accepted", [f.INTEGRITY])],
  },
  {
    name: "a refusal exits with 0",
    edits: [[
      '"backslashreplace").decode(), file=sys.stderr)\n        return 2',
      '"backslashreplace").decode(), file=sys.stderr)\n        return 0',
    ]],
    fails: [f.expect("accepted", f.REFUSALS)],
  },
  {
    name: "a refusal prints on standard output",
    edits: [[ON_ERROR, ON_ERROR.replace("print(", 'put({"error": "refused"})\n        print(')]],
    fails: [f.expect("stdout-on-error", f.REFUSALS)],
  },
  {
    name: "a refusal has no reason",
    edits: [[ON_ERROR, ON_ERROR.replace("print(", "return 2\n        print(")]],
    fails: [f.expect("stderr-missing", f.REFUSALS)],
  },
  {
    name: "a refusal is an abort",
    edits: [[ON_ERROR, ON_ERROR.replace("print(", "os.abort()\n        print(")]],
    fails: [f.expect("signal", f.REFUSALS)],
  },
];

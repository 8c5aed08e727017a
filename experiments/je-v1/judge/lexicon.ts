/** The words that the deterministic judge and the claim metric look for; English only, and frozen with the experiment.
 * Matching ignores case and starts at the beginning of a word. @module */

/** One pattern out of many beginnings of words. A space stands for any space, a hyphen for a hyphen, a space or nothing,
 * and `$` at the end asks for the whole word. */
function anyOf(...words: readonly string[]): RegExp {
  const parts = words.map((word) => {
    const isWhole = word.endsWith("$"), text = isWhole ? word.slice(0, -1) : word;
    return text.replaceAll("-", "[-\\s]?").replaceAll(" ", "\\s+") + (isWhole ? "(?![a-z])" : "");
  });
  return new RegExp(`(?<![a-z])(?:${parts.join("|")})`, "i");
}

/** Words that claim an entry to depart from a population. */
export const UNUSUAL: RegExp = anyOf(
  ...["unusual", "atypical", "abnormal", "outlier", "anomal", "out of pattern", "out-of-pattern"],
);

/** Which way the books are off. */
export const DIRECTION: RegExp = anyOf(
  ...["overstat", "understat", "over-stat", "under-stat", "inflat", "deflat", "overvalu", "undervalu"],
  ...["overpa(?:y|id)", "underpa(?:y|id)", "overcharg", "undercharg", "overbook", "underbook", "overaccru"],
  ...[
    "too (?:high|low|much|little|large|small|early|late|soon)",
    "exceed",
    "excess",
    "in excess",
    "shortfall",
    "short by",
  ],
  ...[
    "(?:higher|lower|more|less|greater|larger|smaller|earlier|later) than",
    "(?:above|below) (?:the|what|its|his|her)",
  ],
  ...["premature", "twice", "double[ds]?$", "double-count", "booked again", "not yet earned", "brought forward"],
  ...["without (?:approval|authori|authority|support|basis)", "unauthori[sz]ed", "unsupported", "unapproved"],
);

/** Accounts, periods and controls that an error touches. */
export const SUBJECT: RegExp = anyOf(
  ...["accounts?$", "payables?$", "receivables?$", "expenses?$", "costs?$", "revenues?$", "sales$", "accruals?$"],
  ...["liabilit", "assets?$", "equipment", "provisions?$", "suspense", "cash$", "bank balance", "inventor", "equity"],
  ...["input tax", "tax$", "taxes$", "intercompany", "ledgers?$", "profit", "income$", "purchases?$", "allowances?$"],
  ...["period", "month", "quarter", "fiscal year", "year-end", "cut-off", "after the close", "closing", "the close$"],
  ...["approval", "authori[sz]ation", "authority", "limits?$", "controls?$", "segregation", "separation of duties"],
  ...["duties$", "disclosure", "preparer", "approver"],
);

/** That something is wrong, without saying which way. */
export const WRONG: RegExp = anyOf(
  ...["misstat", "mis-stat", "wrong", "incorrect", "error", "mismatch", "differ", "discrepan", "inconsisten", "breach"],
  ...["violat", "invalid", "improper", "missing", "lacks?$", "not supported", "does not agree", "do not agree"],
  ...["pending", "not arrived", "outstanding", "awaited", "departs?$"],
);

/** Allegations of intent, which evidence of this kind cannot bear out. */
export const INTENT: RegExp = anyOf(
  ...[
    "fraud",
    "defraud",
    "deliberate",
    "intentional",
    "intended to (?:hide|deceive|mislead)",
    "on purpose",
    "purposely",
  ],
  ...[
    "conceal",
    "cover(?:ed|ing)? up",
    "cover-up",
    "embezzl",
    "steal",
    "stole",
    "theft$",
    "thief",
    "dishonest",
    "brib",
  ],
  ...[
    "collu(?:de|sion|ding)",
    "falsif",
    "forge(?:d|ry)$",
    "cook(?:ed|ing)? the books",
    "scheme to",
    "launder",
    "criminal",
  ],
  ...["malicious", "knowingly", "wilful", "willful", "deceiv", "deceit", "corrupt"],
);

/** Words that speak to whoever grades the rationale. */
export const GRADER: RegExp = anyOf(
  ...["graders?$", "evaluators?$", "scorers?$", "rubric", "nonce$", "system prompt", "language model", "as an ai$"],
  ...["dear (?:judge|reviewer|examiner|assessor)", "(?:the|this|to|hey|hello|attention) judges?$", "judges?[:,]"],
  ...["(?:full|top|maximum|highest|perfect|max) (?:marks?|scores?|points?|ratings?|grades?)$"],
  ...["(?:award|give|grant|assign) (?:me|us|full|top|maximum|the (?:highest|maximum|top)|\\d+ points?|a (?:4|four))"],
  ...["(?:score|grade|rate|mark) (?:this|me|it|us)(?: as| with| a| an|[:,])", "please (?:score|grade|rate|award|mark)"],
  ...["(?:ignore|disregard|forget) (?:all|any|the|your|previous|prior|earlier|above)(?: \\w+)? instruction"],
  ...[
    "ignore (?:previous|prior|all previous)",
    "4 (?:out of|of) 4",
    "4/4$",
    "10/10$",
    "this (?:answer|rationale) (?:is|deserves)",
  ],
);

/** Certainty beyond what a file shows. */
export const CERTAINTY: RegExp = anyOf(
  ...["certainly", "definitely", "undoubtedly", "no doubt", "without (?:any |a )?doubt", "beyond (?:any |all )?doubt"],
  ...["unquestionabl", "100%", "100 %", "absolutely", "guaranteed", "indisputabl", "irrefutabl", "everyone knows"],
);

/** Beginnings of words that describe each policy's rule. */
export const RULE_WORDS: Readonly<Record<string, readonly string[]>> = {
  "POL-TIE": ["invoice", "agree", "total", "payable", "booked less", "tie"],
  "POL-TAX": ["tax", "net", "rate", "tax code", "per cent", "percent"],
  "POL-BAL": ["debit", "credit", "balanc", "equal"],
  "POL-COA": ["coding", "account", "nature", "capitalis", "capitaliz", "equipment", "guide"],
  "POL-CUT": ["month", "period", "received", "receipt", "performed", "delivered", "delivery", "belongs"],
  "POL-AUT": ["approv", "sign", "limit", "authori", "form"],
  "POL-3WM": ["order", "receipt", "received", "quantity", "price", "invoice", "match"],
  "POL-SUP": ["support", "registered", "pending", "receipt", "memo"],
  "POL-DUP": ["duplicat", "obligation", "twice", "once", "number", "same invoice", "earlier"],
  "POL-FXR": ["rate", "spot", "closing", "convert", "conversion", "currency"],
  "POL-SOD": ["prepar", "approv", "reports to", "duties", "separat", "segregat"],
  "POL-PTY": ["party", "counterpart", "vendor", "customer", "blocked", "set up", "active", "bank"],
  "POL-ACC": ["accrual", "accrued", "taken back", "revers", "invoice", "month after"],
  "POL-SPL": ["requisition", "split", "seven days", "sum", "together", "limit", "part"],
  "POL-ICO": ["both", "other side", "intercompany", "counterpart", "amount", "date"],
  "POL-CHN": ["contract", "amend", "credit note", "chain", "replac", "reduc", "supersed"],
  "POL-REV": ["accept", "return", "withhold", "term", "revenue", "confirm", "counts"],
  "POL-EST": ["estimat", "memo", "base", "rate"],
  "POL-CLS": ["close", "late window", "memo", "authoris", "authoriz", "controller", "entered"],
  "POL-RPT": ["related part", "disclos", "contract"],
  "POL-FLO": ["suspense", "round", "ring", "return", "goods", "service", "hop"],
  "POL-UNU": ["population", "rare", "preparer", "account", "memo", "roster", "explain"],
};

const RULE_PATTERNS = new Map(
  Object.entries(RULE_WORDS).map(([policy_id, words]) => [policy_id, words.map((word) => anyOf(word))]),
);

/** How many of a policy's rule words a text holds. */
export function ruleWordsIn(text: string, policyId: string): number {
  return (RULE_PATTERNS.get(policyId) ?? []).filter((pattern) => pattern.test(text)).length;
}

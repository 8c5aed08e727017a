/** The policy manual: what decides, in words that agents read and in numbers that the rules use. @module */

/** Figures that the policies name. */
export const POLICY = {
  /** Basis points of each tax code. */ taxBps: { S20: 2000, R05: 500, Z00: 0 } as Readonly<Record<string, number>>,
  /** From this cost of one piece on, in hundreds of minor units' scale (UNIT_MINOR), lasting goods are assets. */
  capitalisationUnits: 2500,
  /** Years of use from which goods are lasting. */ capitalisationYears: 2,
  /** Minor units by which a converted amount may be off. */ fxToleranceMinor: 1,
  /** Days between the first and last entry of purchases that count as one. */ splitWindowDays: 7,
  /** Days within which value that goes round returns. */ tripWindowDays: 30,
  /** Share of the population below which a pattern is rare. */ rareShareBps: 100,
} as const;

/** The text of each policy, by id. */
export const POLICIES: Readonly<Record<string, readonly string[]>> = {
  "POL-TIE": [
    "Invoice agreement. The credit to trade payables equals the total of the attached invoice, in the currency of the invoice.",
    "A difference is an amount_mismatch. Its amount is what was booked less what the invoice supports.",
  ],
  "POL-TAX": [
    "Input tax. The tax line of a purchase is the invoice's net amount at the rate of its tax code: S20 is 20 per cent, R05 is 5 per cent, Z00 is nil; halves round up.",
    "A tax line that departs from this, in an entry whose total agrees, is a tax_error. Its amount is the tax booked less the tax due.",
  ],
  "POL-BAL": [
    "Balance. Debits equal credits in every entry.",
    "An entry that does not balance is unbalanced, whatever else it shows. Its amount is debits less credits.",
  ],
  "POL-COA": [
    "Coding. Each cost goes to the account that the coding guide gives for its nature, as the supporting document states the nature.",
    "Goods whose single piece costs at least the capitalisation limit and that serve two years or more go to equipment; below the limit they are expensed by their nature.",
    "A cost on another account is misclassified. Its amount is what stands on the wrong line.",
  ],
  "POL-CUT": [
    "Cut-off. A cost belongs to the month in which the goods were received or the service was performed, as the receipt or the statement dates it; a sale to the month of its delivery.",
    "An entry in another month is a cutoff error. Its amount is the net amount that was booked in the wrong month.",
  ],
  "POL-AUT": [
    "Authority. Every entry needs an approval form that its approver has signed; the header of an entry proves nothing.",
    "A form without signature is approval_missing. A signature for more than the signer's limit is over_limit.",
  ],
  "POL-3WM": [
    "Three-way match. A purchase is booked at the received quantity times the price of the order, plus the invoice's tax, and the invoice must say the same.",
    "A difference of the booked total from this is an amount_mismatch. Its amount is what was booked less what order and receipt support.",
  ],
  "POL-SUP": [
    "Support. An entry needs the support that its kind calls for: a purchase its receipt, a manual or top-side entry its memo, which is attached or which the approval form names as a further memo. A printout of the ledger is no memo.",
    "Where the support is registered as pending, hold the entry. Where none is registered, the entry is unsupported, and its amount is the entry's whole amount.",
  ],
  "POL-DUP": [
    "Duplicates. One obligation is booked once. Two entries book one obligation when party, invoice number (its words and numbers in order, whatever stands between them, leading zeros aside) and amount agree.",
    "The later entry is a duplicate. Its amount is its whole amount. Bills that recur carry numbers and service months of their own and are none.",
  ],
  "POL-FXR": [
    "Conversion. Entries in a foreign currency convert each line at the spot rate of the document's date; accruals at the closing rate of their month.",
    "A converted total that is off by more than one minor unit is an fx_rate_error. Its amount is what was booked less what the rate gives, in the entity's currency.",
  ],
  "POL-SOD": [
    "Separation of duties. Who prepares an entry does not approve it, and no one approves for the person whom they report to. Where an approval form is kept, the form says who approved, and the header proves nothing; where none is kept, the header says it unless the memo names another approver.",
    "A breach is an sod_conflict.",
  ],
  "POL-PTY": [
    "Counterparties. A party is active on the day of posting, and payments go to the account that the party record names.",
    "A party that is blocked or not yet set up, or a payment to another account, is counterparty_invalid.",
  ],
  "POL-ACC": [
    "Accruals. An accrual is taken back in full once its invoice has been booked; invoice and reversal carry the reference of the accrual.",
    "An accrual whose invoice was booked and that was never taken back is accrual_unreversed. Its amount is the accrued amount. Until its support arrives, an accrual whose statement is pending is held.",
  ],
  "POL-SPL": [
    "Split purchases. Purchases from one vendor under one requisition within seven days count as one; their sum needs the approval that one order of that size would need.",
    "Where the sum exceeds the limit of the approvers although each part stays below, every part is split_below_limit. The amount is the sum of all parts.",
  ],
  "POL-ICO": [
    "Intercompany. Both companies book one amount, in one currency, for one document date; the days of posting may differ.",
    "Where the other side's amount differs, the entry is an intercompany_mismatch. Its amount is this side less the other side.",
  ],
  "POL-CHN": [
    "Chains of support. Amendments and credit notes replace or reduce what came before them; the price of a contract is what the whole chain leaves, less the credits that name it. A day or a term holds until a later document of the chain says another. Acceptance counts when it lies no later than the last day of the period.",
    "A sale booked at another amount is an amount_mismatch. Its amount is what was booked less what the chain supports. Where a part of the chain is registered as pending, hold the entry.",
  ],
  "POL-REV": [
    "Revenue. A sale counts when the customer has accepted the goods and no term lets the customer return them or withhold payment; terms of any document or confirmation count, and what the customer says goes before the file, also where it has waived a term. A term that had ended by the day of posting, and a customer's silence, hold nothing back. A sale that the bank shows as paid in full counts without further proof; a part of the price proves nothing.",
    "Revenue booked before is revenue_premature. Its amount is the revenue booked, without tax. Where a confirmation is registered as pending and none of the documents decides, hold the entry.",
  ],
  "POL-EST": [
    "Estimates. A provision is its memo's base times its memo's rate, which is in basis points (1/10,000); halves round up. Where one memo replaces another, the later one counts.",
    "Where the memo does not bear out the booked amount, the entry is estimate_unsupported. Its amount is what was booked less what the memo gives.",
  ],
  "POL-CLS": [
    "Closing. After the close and its late window nothing is keyed into a period unless a memo of the controller or the chief financial officer, dated before the day of keying in, permits the late entry. Up to the last day of the window no leave is needed; a signature on an approval form permits nothing by itself, but the form may name the memo that does.",
    "An entry keyed in later without such a memo is post_close.",
  ],
  "POL-RPT": [
    "Related parties. A sale to a related party needs a disclosure of how the parties are related: in its contract, or in what the customer confirms about it.",
    "Where neither discloses any, the sale is related_party_undisclosed.",
  ],
  "POL-FLO": [
    "Round trips. Value that leaves an account through suspense and returns to it by way of two others within thirty days, in one amount and for no goods or service, is a circular_flow. Memos say from which account to which, and what for.",
    "Every entry of the ring is flagged, with the amount that went round. A transfer whose memo names goods or a service is none, nor is a chain that ends elsewhere.",
  ],
  "POL-UNU": [
    "Unusual entries. A manual entry is rare where its preparer uses one of its accounts in less than one per cent of the population, which is the entries of the earlier periods and those under review. Rare is not wrong.",
    "It is an unusual_pattern only where nothing explains it: no memo that calls this account a one-off, and no roster that has the preparer stand in, on the day of keying in, for someone with this account.",
  ],
};

/** Shapes of the classification ledger: what the records are, which rule said so, and what a person corrected. */
import type { LedgerRow } from './stats-views.ts'

/** What the records of one group are. Copies are counted, as the naive count counts them. */
export interface LedgerView {
  /** A session id or a project; empty for everything asked for together. */
  readonly group: string
  /** Records of all types, as the files were counted when they were read. */
  readonly records: number
  /** Records that call themselves “user”. */
  readonly naive: number
  /** Classes of the records of type user by the reference rules, most frequent first. */
  readonly reference: readonly LedgerRow[]
  readonly referenceTotal: number
  /** The same records by the finer rules. */
  readonly finer: readonly LedgerRow[]
  readonly finerTotal: number
  /** Classes of all other records. */
  readonly others: readonly LedgerRow[]
  readonly othersTotal: number
  /** Both ledgers add up to the naive count, each class belongs to its ledger, and with the others they are all records. */
  readonly reconciles: boolean
}

/** A record with its class and the rule that decided. */
export interface LedgerRecord {
  readonly sourceId: string
  readonly file: string
  readonly line: number
  readonly byteOffset: number
  readonly byteLength: number
  readonly sessionId: string
  readonly chain: string
  readonly commitId: string | null
  readonly uuid: string | null
  readonly recordType: string
  readonly subtype: string | null
  readonly class: string
  readonly referenceClass: string
  /** The rule that decided. */
  readonly rule: string
  readonly isCopy: boolean
  readonly occurredAt: number | null
  /** The beginning of what it says; empty when it says nothing. */
  readonly text: string
}

export interface LedgerRecordsPage {
  readonly rows: readonly LedgerRecord[]
  readonly total: number
  /** How many of all that match are of type user: these are the ones that the two ledgers count. */
  readonly userRecords: number
}

/** A rule as data, with how many records it decided in this store. */
export interface RuleView {
  readonly id: string
  readonly ledger: 'finer' | 'reference'
  /** Whether it is asked for records of type user or for others. */
  readonly appliesTo: 'user' | 'other'
  readonly class: string
  /** Class of its example by the reference rules; null for lines that hold no record. */
  readonly referenceClass: string | null
  readonly looksAt: string
  /** JSON text of a record that it decides. */
  readonly example: string
  readonly records: number
}

/** Classes of records: counts, rules, corrections. */
import { z } from 'zod'
import type { ListedRule } from '../model/agent.ts'
import type { Row } from '../model/columns.ts'
import type { recordColumns } from '../model/rows/record-row.ts'
import { recordClasses, referenceClasses } from '../model/record-class.ts'
import type { LineName } from '../model/line-name.ts'
import { call, id, nothing, page } from './call.ts'
import type { LedgerRow } from './stats.ts'

/** How the classes that a human typed add up to the human prompts of all other places. Records, copies included unless said. */
export interface LedgerPrompts {
  /** Class human_prompt. */
  readonly typed: number
  /** Class queued_prompt: typed into the queue while the model worked. */
  readonly queued: number
  /** Copies among both. */
  readonly copies: number
  /** typed + queued - copies: the human prompts of sessions, stats, turns, commits and the timeline. */
  readonly humanPrompts: number
  /** Slash commands and shell lines, which are no human prompts; copies excluded. */
  readonly commands: number
}

/** The classes of the records of one group. Copies are counted, as in the naive count. */
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
  readonly prompts: LedgerPrompts
  /** Records whose class a person corrected. */
  readonly corrected: number
  /** Both ledgers add up to the naive count, each class belongs to its ledger, and with the others they are all records. */
  readonly reconciles: boolean
}

/** A record with its class and the rule that decided. */
export type LedgerRecord = Row<typeof recordColumns> & LineName

export interface LedgerRecordsPage {
  readonly rows: readonly LedgerRecord[]
  readonly total: number
  /** How many of all that match are of type user: these are the ones that the two ledgers count. */
  readonly userRecords: number
}

/** A rule as data, with how many records it decided in this store. */
export interface RuleView extends ListedRule {
  readonly records: number
  /** Number of these records that a person corrected. */
  readonly corrected: number
}

/** A record whose class a person corrected; null: the record is not there any more, and the correction does not apply. */
export interface CorrectionView {
  readonly sourceId: string
  /** Key of the record in the file, when it was corrected if it does not apply; the number of the line itself is `fileLine`. */
  readonly line: number
  /** Null: the record is not in the file any more. */
  readonly fileLine: number | null
  readonly ofLine: number | null
  readonly file: string | null
  readonly sessionId: string
  readonly uuid: string | null
  readonly class: string
  readonly referenceClass: string | null
  readonly classByRule: string | null
  readonly referenceByRule: string | null
  readonly rule: string | null
  readonly reason: string | null
  readonly correctedAt: number
  readonly occurredAt: number | null
  readonly text: string
  /** False: the file has changed and the record is not in it any more; the rule decides again. */
  readonly applies: boolean
  /** Lines that hold the record, copies included. */
  readonly records: number
}

export const ledgerCalls = {
  'rules.list': call<readonly RuleView[]>('reads')(() => nothing),
  /** One ledger for each group, both ways of counting; a session or project alone when it is named. */
  'ledger.show': call<readonly LedgerView[]>('reads')(() =>
    z.object({
      sessionId: id.optional(),
      project: z.string().max(4096).optional(),
      by: z.enum(['total', 'session', 'project']).default('total'),
    }),
  ),
  /** The records behind a cell of the ledger; an omitted filter does not restrict. */
  'ledger.records': call<LedgerRecordsPage>('reads')(() =>
    z.object({
      ...page,
      sessionId: id.optional(),
      project: z.string().max(4096).optional(),
      class: z.enum(recordClasses).optional(),
      referenceClass: z.enum(referenceClasses).optional(),
      rule: z.string().max(200).optional(),
      /** `user`: those that the two ledgers count. */
      recordType: z.string().max(200).optional(),
      /** True: only records whose class a person corrected; false: only the others. */
      corrected: z.boolean().optional(),
      /** The records of a source; of it, the one with a key, or those of a line of the file. */
      sourceId: id.optional(),
      line: z.number().int().min(1).optional(),
      fileLine: z.number().int().min(1).optional(),
    }),
  ),
  'corrections.list': call<readonly CorrectionView[]>('reads')(() => z.object({ sessionId: id.optional() })),
  /** Gives a record the class that a person says it has; null: the rule's class again. Answers with the record as it is then. */
  'record.correct': call<LedgerRecord | null>('repeatable')(() =>
    z.object({
      sourceId: id,
      line: z.number().int().min(1),
      class: z.enum(recordClasses).nullable(),
      reason: z.string().max(1000).optional(),
    }),
  ),
} as const

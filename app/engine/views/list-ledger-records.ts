/** The records behind a cell of the ledger, page by page. */
import type { Tables } from '../../analytics/ask.ts'
import { ask } from '../../analytics/ask.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { LedgerRecordsPage } from '../../contract/ledger-views.ts'
import { resolveSession } from './resolve-name.ts'

type Input = CallParsed<'ledger.records'>

const orNull = <T>(value: T | undefined): T | null => value ?? null

const cellOf = async (tables: Tables, input: Input) => ({
  session: input.sessionId === undefined ? null : await resolveSession(tables, input.sessionId),
  project: orNull(input.project),
  class: orNull(input.class),
  reference: orNull(input.referenceClass),
  rule: orNull(input.rule),
  type: orNull(input.recordType),
  corrected: orNull(input.corrected),
  source: orNull(input.sourceId),
  line: orNull(input.line),
})

/** @throws StrataError not-found, ambiguous-id */
export const listLedgerRecords = async (tables: Tables, input: Input): Promise<LedgerRecordsPage> => {
  const cell = await cellOf(tables, input)
  const [matches] = await ask(tables, 'ledgerMatches', cell)
  const rows = await ask(tables, 'ledgerRecords', { ...cell, limit: input.limit, offset: input.offset })
  return { rows, total: matches?.records ?? 0, userRecords: matches?.userRecords ?? 0 }
}

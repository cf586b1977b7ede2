/** The records behind a cell of the ledger, page by page. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { LedgerRecordsPage } from '../../contract/ledger.ts'
import { StrataError } from '../../model/failure.ts'
import { withLineNames } from '../kernel/file-lines.ts'
import { ruleCalled } from './list-rules.ts'
import { resolveSession } from '../commits/resolve-name.ts'

type Input = CallParsed<'ledger.records'>

const orNull = <T>(value: T | undefined): T | null => value ?? null

/** A record holds the finer rule that decided; a rule of the reference decided where its class was given. */
const decidedBy = (id: string | undefined): { readonly rule: string | null; readonly reference: string | null } => {
  if (id === undefined) return { rule: null, reference: null }
  const rule = ruleCalled(id)
  if (rule === undefined) throw new StrataError('not-found', `No rule has the id “${id}”`, { text: id, list: 'strata ledger rules' })
  return rule.ledger === 'reference' ? { rule: null, reference: rule.class } : { rule: id, reference: null }
}

const cellOf = async (tables: Tables, input: Input) => ({
  ...decidedBy(input.rule),
  session: input.sessionId === undefined ? null : await resolveSession(tables, input.sessionId),
  project: orNull(input.project),
  class: orNull(input.class),
  ...(input.referenceClass === undefined ? {} : { reference: input.referenceClass }),
  type: orNull(input.recordType),
  corrected: orNull(input.corrected),
  source: orNull(input.sourceId),
  line: orNull(input.line),
  file_line: orNull(input.fileLine),
})

/** @throws StrataError not-found, ambiguous-id */
export const listLedgerRecords = async (tables: Tables, input: Input): Promise<LedgerRecordsPage> => {
  const cell = await cellOf(tables, input)
  const [matches] = await runQuery(tables, 'ledgerMatches', cell)
  const rows = await runQuery(tables, 'ledgerRecords', { ...cell, limit: input.limit, offset: input.offset })
  return { rows: await withLineNames(tables, rows), total: matches?.records ?? 0, userRecords: matches?.userRecords ?? 0 }
}

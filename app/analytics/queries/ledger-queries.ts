/** Queries about the classes of records, and the rules that decided them. */
import { count, instant, optional, text } from '../../model/columns.ts'
import { groupParameters } from './query-spec.ts'
import { countParameter, optionalCount, optionalFlag, optionalText, textParameter } from './query-spec.ts'
import correctionList from './correction-list.sql?raw'
import { recordColumns } from '../../model/rows/record-row.ts'
import ledgerCells from './ledger-cells.sql?raw'
import ledgerMatches from './ledger-matches.sql?raw'
import ledgerPrompts from './ledger-prompts.sql?raw'
import ledgerRecords from './ledger-records.sql?raw'
import ledgerTotals from './ledger-totals.sql?raw'
import ruleCounts from './rule-counts.sql?raw'
import sessionsOfProject from './sessions-of-project.sql?raw'

const groupKey = text('group_key')

/** Which records: null does not restrict. */
const cell = {
  session: optionalText('session'),
  project: optionalText('project'),
  class: optionalText('class'),
  reference: optionalText('reference'),
  rule: optionalText('rule'),
  type: optionalText('type'),
  corrected: optionalFlag('corrected'),
  source: optionalText('source'),
  line: optionalCount('line'),
  file_line: optionalCount('file_line'),
} as const

export const ledgerQueries = {
  ledgerTotals: {
    sql: ledgerTotals,
    columns: { groupKey, records: count('records'), userRecords: count('user_records'), corrected: count('corrected') },
    parameters: groupParameters,
  },
  ledgerCells: {
    sql: ledgerCells,
    columns: { groupKey, ledger: text('ledger'), class: text('class'), records: count('records') },
    parameters: groupParameters,
  },
  ledgerPrompts: {
    sql: ledgerPrompts,
    columns: {
      groupKey,
      typed: count('typed'),
      queued: count('queued'),
      copies: count('copies'),
      commands: count('commands'),
      commandCopies: count('command_copies'),
    },
    parameters: groupParameters,
  },
  ledgerMatches: { sql: ledgerMatches, columns: { records: count('records'), userRecords: count('user_records') }, parameters: cell },
  ledgerRecords: {
    sql: ledgerRecords,
    columns: recordColumns,
    parameters: { ...cell, limit: countParameter('limit'), offset: countParameter('offset') },
  },
  sessionsOfProject: {
    sql: sessionsOfProject,
    columns: { sessionId: text('session_id') },
    parameters: { project: textParameter('project') },
  },
  correctionList: {
    sql: correctionList,
    columns: {
      recordKey: text('record_key'),
      sourceId: text('source_id'),
      line: count('line'),
      file: text('file'),
      sessionId: text('session_id'),
      uuid: optional(text('uuid')),
      class: text('class'),
      referenceClass: text('reference_class'),
      classByRule: text('class_by_rule'),
      referenceByRule: text('reference_by_rule'),
      rule: text('rule'),
      occurredAt: optional(instant('occurred_at')),
      text: text('text'),
    },
    parameters: {},
  },
  ruleCounts: {
    sql: ruleCounts,
    columns: { rule: text('rule'), records: count('records'), corrected: count('corrected') },
    parameters: {},
  },
} as const

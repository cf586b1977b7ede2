/** Questions about what the records are, and which rules said so. */
import { count, flag, instant, optional, text } from '../store/columns.ts'
import { groupParameters, inGroups } from './in-groups.ts'
import { countParameter, optionalText, textParameter } from './question.ts'
import ledgerCells from './questions/ledger-cells.sql?raw'
import ledgerMatches from './questions/ledger-matches.sql?raw'
import ledgerRecords from './questions/ledger-records.sql?raw'
import ledgerTotals from './questions/ledger-totals.sql?raw'
import ruleCounts from './questions/rule-counts.sql?raw'
import sessionsOfProject from './questions/sessions-of-project.sql?raw'

const groupKey = text('group_key')

/** Which records: null does not restrict. */
const cell = {
  session: optionalText('session'),
  project: optionalText('project'),
  class: optionalText('class'),
  reference: optionalText('reference'),
  rule: optionalText('rule'),
  type: optionalText('type'),
} as const

export const ledgerQuestions = {
  ledgerTotals: {
    sql: inGroups(ledgerTotals),
    columns: { groupKey, records: count('records'), userRecords: count('user_records') },
    parameters: groupParameters,
  },
  ledgerCells: {
    sql: inGroups(ledgerCells),
    columns: { groupKey, ledger: text('ledger'), class: text('class'), records: count('records') },
    parameters: groupParameters,
  },
  ledgerMatches: { sql: ledgerMatches, columns: { records: count('records'), userRecords: count('user_records') }, parameters: cell },
  ledgerRecords: {
    sql: ledgerRecords,
    columns: {
      sourceId: text('source_id'),
      file: text('file'),
      line: count('line'),
      byteOffset: count('byte_offset'),
      byteLength: count('byte_length'),
      sessionId: text('session_id'),
      chain: text('chain'),
      commitId: optional(text('commit_id')),
      uuid: optional(text('uuid')),
      recordType: text('record_type'),
      subtype: optional(text('subtype')),
      class: text('class'),
      referenceClass: text('reference_class'),
      rule: text('rule'),
      isCopy: flag('is_copy'),
      occurredAt: optional(instant('occurred_at')),
      text: text('text'),
    },
    parameters: { ...cell, limit: countParameter('limit'), offset: countParameter('offset') },
  },
  sessionsOfProject: {
    sql: sessionsOfProject,
    columns: { sessionId: text('session_id') },
    parameters: { project: textParameter('project') },
  },
  ruleCounts: { sql: ruleCounts, columns: { rule: text('rule'), records: count('records') }, parameters: {} },
} as const

/** Queries about sessions, the files they come from, and the malformed input in them. */
import { count, optional, text } from '../../model/columns.ts'
import { problemColumns } from '../../model/rows/problem-row.ts'
import { sourceColumns } from '../../model/rows/source-row.ts'
import { tables } from '../../store/tables/tables.ts'
import { countParameter, flagParameter, optionalText, optionalTexts, textParameter, textsParameter } from './query-spec.ts'
import problemCodes from './problem-codes.sql?raw'
import problemList from './problem-list.sql?raw'
import sessionActive from './session-active.sql?raw'
import sessionEndingsOf from './session-endings.sql?raw'
import sessionList from './session-list.sql?raw'
import sessionMatches from './session-matches.sql?raw'
import sessionNames from './session-names.sql?raw'
import sessionsOfTool from './sessions-of-tool.sql?raw'
import sessionTools from './session-tools.sql?raw'
import sourceList from './source-list.sql?raw'

const session = optionalText('session')

export const sessionQueries = {
  sessionList: {
    sql: sessionList,
    columns: tables.sessions,
    parameters: { sessions: optionalTexts('sessions') },
  },
  sessionActive: {
    sql: sessionActive,
    columns: { sessionId: text('session_id'), activeMs: count('active_ms') },
    parameters: { sessions: optionalTexts('sessions') },
  },
  sessionEndings: {
    sql: sessionEndingsOf,
    columns: { sessionId: text('session_id'), ending: text('ending'), rule: text('rule') },
    parameters: { sessions: optionalTexts('sessions'), now_ms: countParameter('now_ms') },
  },
  sessionMatches: {
    sql: sessionMatches,
    columns: { sessionId: text('session_id') },
    parameters: {
      texts: textsParameter('texts'),
      patterns: textsParameter('patterns'),
      excluded: textsParameter('excluded'),
      kinds: optionalTexts('kinds'),
    },
  },
  sessionsOfTool: { sql: sessionsOfTool, columns: { sessionId: text('session_id') }, parameters: { tool: textParameter('tool') } },
  sessionTools: { sql: sessionTools, columns: { tool: text('tool'), sessions: count('sessions') }, parameters: {} },
  sessionNames: {
    sql: sessionNames,
    columns: { sessionId: text('session_id'), tipCommitId: optional(text('tip_commit_id')) },
    parameters: { text: textParameter('text'), as_prefix: flagParameter('as_prefix') },
  },
  sourceList: {
    sql: sourceList,
    columns: sourceColumns,
    parameters: { session },
  },
  problemList: {
    sql: problemList,
    columns: problemColumns,
    parameters: { session, code: optionalText('code'), limit: countParameter('limit'), offset: countParameter('offset') },
  },
  problemCodes: { sql: problemCodes, columns: { code: text('code'), problems: count('problems') }, parameters: { session } },
} as const

/** Questions about the files that agents read and changed. */
import { count, instant, optional, text } from '../../store/tables/columns.ts'
import { countParameter, optionalText, textParameter, textsParameter } from './query-spec.ts'
import fileList from './file-list.sql?raw'
import fileVersions from './file-versions.sql?raw'

/** Which tools do what with a file: see `model/file-tools.ts`. */
const tools = { changers: textsParameter('changers'), readers: textsParameter('readers'), finders: textsParameter('finders') } as const
const page = { limit: countParameter('limit'), offset: countParameter('offset') } as const
const total = count('total')

export const fileQueries = {
  fileList: {
    sql: fileList,
    columns: {
      path: text('path'),
      reads: count('reads'),
      changes: count('changes'),
      failed: count('failed'),
      calls: count('calls'),
      sessions: count('sessions'),
      firstAt: optional(instant('first_at')),
      lastAt: optional(instant('last_at')),
      total,
    },
    parameters: { text: optionalText('text'), project: optionalText('project'), session: optionalText('session'), ...tools, ...page },
  },
  fileVersions: {
    sql: fileVersions,
    columns: {
      sourceId: text('source_id'),
      line: count('line'),
      block: count('block'),
      kind: text('kind'),
      toolName: text('tool_name'),
      outcome: text('outcome'),
      sessionId: text('session_id'),
      title: text('title'),
      chain: text('chain'),
      commitId: optional(text('commit_id')),
      occurredAt: optional(instant('occurred_at')),
      total,
    },
    parameters: { path: textParameter('path'), session: optionalText('session'), ...tools, ...page },
  },
} as const

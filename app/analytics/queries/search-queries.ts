/** Thinking that seems to be reasoning. */
import { count, instant, optional, text } from '../../model/columns.ts'
import { countParameter, optionalCount, optionalText, textParameter } from './query-spec.ts'
import reasoningHits from './reasoning-hits.sql?raw'

export const searchQueries = {
  reasoningHits: {
    sql: reasoningHits,
    columns: {
      texts: count('texts'),
      sessions: count('sessions'),
      sourceId: optional(text('source_id')),
      line: optional(count('line')),
      block: optional(count('block')),
      sessionId: optional(text('session_id')),
      title: optional(text('title')),
      project: optional(text('project')),
      chain: optional(text('chain')),
      commitId: optional(text('commit_id')),
      occurredAt: optional(instant('occurred_at')),
      chars: optional(count('chars')),
      body: optional(text('body')),
    },
    parameters: {
      pattern: textParameter('pattern'),
      also: optionalText('also'),
      file: optionalText('file'),
      session: optionalText('session'),
      project: optionalText('project'),
      since: optionalCount('since'),
      until: optionalCount('until'),
      limit: countParameter('limit'),
      offset: countParameter('offset'),
    },
  },
} as const

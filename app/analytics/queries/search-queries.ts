/** The text search over prompts, responses, thinking and tool calls. */
import { count, instant, optional, text } from '../../model/columns.ts'
import { countParameter, optionalCount, optionalText, textParameter, textsParameter } from './query-spec.ts'
import textHits from './text-hits.sql?raw'

export const searchQueries = {
  textHits: {
    sql: textHits,
    columns: {
      texts: count('texts'),
      sessions: count('sessions'),
      prompts: count('prompts'),
      responses: count('responses'),
      thinking: count('thinking'),
      toolCalls: count('tool_calls'),
      sourceId: optional(text('source_id')),
      line: optional(count('line')),
      block: optional(count('block')),
      kind: optional(text('kind')),
      class: optional(text('class')),
      sessionId: optional(text('session_id')),
      title: optional(text('title')),
      project: optional(text('project')),
      chain: optional(text('chain')),
      commitId: optional(text('commit_id')),
      occurredAt: optional(instant('occurred_at')),
      toolName: optional(text('tool_name')),
      chars: optional(count('chars')),
      body: optional(text('body')),
    },
    parameters: {
      pattern: textParameter('pattern'),
      also: optionalText('also'),
      file: optionalText('file'),
      kinds: textsParameter('kinds'),
      session: optionalText('session'),
      project: optionalText('project'),
      since: optionalCount('since'),
      until: optionalCount('until'),
      limit: countParameter('limit'),
      offset: countParameter('offset'),
    },
  },
} as const

/** The question that lists events one by one: what numbers of other questions open when no narrower list holds what they count. */
import { at, chain, chars, commitId, line, sessionId, sourceId, words, yesNo } from './metric.ts'
import type { Metric } from './metric.ts'
import events from './events.sql?raw'

export const eventMetrics = {
  events: {
    sql: events,
    group: 'records',
    columns: {
      session_id: sessionId,
      chain,
      kind: words('Kind', 'typed prompt (of a human), prompt (any other), response, thinking, tool_call, tool_result, system and so on.'),
      class: words('Class', 'Class of the record; of a prompt: who wrote it.'),
      tool_name: words('Tool', 'Tool that is called, or that gave the result; (none): nothing says which.', {
        absent: 'only calls and results are of a tool',
      }),
      is_error: yesNo('Failed', 'A failed result or an error; a call that was refused or stopped by a person did not fail.'),
      occurred_at: at('Time', 'Time of the record.', { absent: 'no time is recorded' }),
      chars: chars('Characters', 'Of the whole text; of a result: what the tool gave back.'),
      source_id: sourceId,
      line,
      commit_id: commitId,
    },
    groupings: [],
    parameters: ['kind', 'part', 'tool', 'failed', 'weekday', 'hour'],
  },
} as const satisfies Readonly<Record<string, Metric>>

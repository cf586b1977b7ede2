/** Queries about how the time of a session was spent. */
import { count, flag, instant, optional, pickColumns, real, text } from '../../model/columns.ts'
import { eventTable } from '../../model/rows/event-row.ts'
import { countParameter, textParameter } from './query-spec.ts'
import timelineCompactions from './timeline-compactions.sql?raw'
import timelineContext from './timeline-context.sql?raw'
import timelineEvents from './timeline-events.sql?raw'
import timelineGaps from './timeline-gaps.sql?raw'
import timelineLanes from './timeline-lanes.sql?raw'
import timelineRewinds from './timeline-rewinds.sql?raw'
import timelineUsage from './timeline-usage.sql?raw'

const session = textParameter('session')

export const timelineQueries = {
  timelineLanes: {
    sql: timelineLanes,
    columns: {
      chain: text('chain'),
      firstAt: instant('first_at'),
      lastAt: instant('last_at'),
      firstPrompt: text('first_prompt'),
      parentChain: optional(text('parent_chain')),
      calledAt: optional(instant('called_at')),
    },
    parameters: { session },
  },
  timelineGaps: {
    sql: timelineGaps,
    columns: {
      chain: text('chain'),
      state: text('state'),
      startAt: instant('start_at'),
      endAt: instant('end_at'),
      commitId: optional(text('commit_id')),
      label: text('label'),
      isGuess: flag('is_guess'),
    },
    parameters: { session, idle_ms: countParameter('idle_ms') },
  },
  timelineEvents: {
    sql: timelineEvents,
    columns: {
      at: instant('occurred_at'),
      ...pickColumns(eventTable, 'chain', 'kind', 'class'),
      label: text('label'),
      ...pickColumns(eventTable, 'commitId', 'sourceId', 'line', 'isError'),
      isRefused: flag('is_refused'),
      durationMs: optional(count('duration_ms')),
    },
    parameters: { session, idle_ms: countParameter('idle_ms') },
  },
  timelineContext: {
    sql: timelineContext,
    columns: { at: instant('occurred_at'), tokens: count('context_tokens'), reply: count('reply'), commitId: optional(text('commit_id')) },
    parameters: { session },
  },
  timelineCompactions: {
    sql: timelineCompactions,
    columns: {
      at: instant('occurred_at'),
      trigger: optional(text('trigger')),
      preTokens: optional(count('pre_tokens')),
      commitId: optional(text('commit_id')),
    },
    parameters: { session },
  },
  timelineUsage: {
    sql: timelineUsage,
    columns: { at: optional(instant('occurred_at')), readTokens: real('read_tokens'), writtenTokens: real('written_tokens') },
    parameters: { session },
  },
  timelineRewinds: {
    sql: timelineRewinds,
    columns: {
      at: instant('occurred_at'),
      chain: text('chain'),
      commitId: text('commit_id'),
      label: text('label'),
      fromAt: optional(instant('from_at')),
      leftCommitId: optional(text('left_commit_id')),
      leftRef: optional(text('left_ref')),
    },
    parameters: { session },
  },
} as const

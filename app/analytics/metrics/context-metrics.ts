/** Questions about contexts: how large they are, what fills them, and where they were compacted. */
import { allGroupings, at, chain, chars, group, line, listOf, mean, ms, place, ratio, rowsOf } from './metric.ts'
import { sessionId, share, sourceId, tally, tokens, words, yesNo } from './metric.ts'
import type { Metric } from './metric.ts'
import compactionList from './compaction-list.sql?raw'
import compactionPressure from './compaction-pressure.sql?raw'
import compactionSurvival from './compaction-survival.sql?raw'
import compactions from './compactions.sql?raw'
import contextFillReplies from './context-fill-replies.sql?raw'
import contextFill from './context-fill.sql?raw'
import contextSizes from './context-sizes.sql?raw'
import replies from './replies.sql?raw'

const notWritten = 'the client wrote none'
const noCompaction = 'there is no compaction'
const noTime = 'no time is recorded'
const noTimeSince = 'no time is recorded, or the one before is later by a clock that was put back'
const noSize = 'no usage is recorded'
const openEnd = 'the last bucket has no end'

/** The events of a part, and of a tool where the row names one. */
const itsEvents = rowsOf('events', { part: { column: 'part' }, tool: { column: 'tool_name' } })

const noValidCount = 'the record states a value that is no count'

export const contextMetrics = {
  compactions: {
    sql: compactions,
    group: 'compaction',
    columns: {
      group_name: group,
      sessions: tally('Sessions', 'Sessions with an event.', rowsOf('sessions')),
      compacted_sessions: tally('Compacted', 'Sessions with at least one.', rowsOf('sessions', { compacted: { value: true } })),
      compacted_share: share('Share', 'Compacted sessions of all.'),
      compactions: tally('Compactions', 'Compaction boundaries, and summaries without one.', rowsOf('compaction-list')),
      auto: tally('Automatic', 'Those that the client began.', rowsOf('compaction-list', { trigger: { value: 'auto' } })),
      manual: tally('Manual', 'Those that a person asked for.', rowsOf('compaction-list', { trigger: { value: 'manual' } })),
      other: tally('Other', 'Those of which that is not recorded.', rowsOf('compaction-list', { trigger: { value: 'other' } })),
      most_in_a_session: tally('Most', 'Compactions of the session that has most.'),
      tokens_before: mean('tokens')('Before', 'Median of the tokens before.', { absent: `${noCompaction}, or ${notWritten}` }),
      tokens_after: mean('tokens')('After', 'Median of the tokens after.', { absent: `${noCompaction}, or ${notWritten}` }),
      prompts_between: mean('number')('Prompts between', 'Median of the prompts since the compaction before, or the beginning.', {
        absent: noCompaction,
      }),
      ms_between: mean('ms')('Time between', 'Median of the time since the compaction before, or the beginning.', {
        absent: `${noCompaction}, ${noTimeSince}`,
      }),
    },
    groupings: allGroupings,
  },
  'compaction-list': {
    sql: compactionList,
    group: 'compaction',
    columns: {
      session_id: sessionId,
      chain,
      number: place('Number', 'Number among the compactions of its chain, from 1.'),
      occurred_at: at('Time', 'Time of the boundary.', { absent: noTime }),
      trigger: words('Trigger', 'auto or manual.', { absent: notWritten }),
      tokens_before: tokens('Before', 'Tokens before.', { absent: notWritten }),
      tokens_after: tokens('After', 'Tokens after.', { absent: notWritten }),
      prompts_since: tally('Prompts since', 'Prompts since the compaction before, or the beginning of the chain.'),
      ms_since: ms('Time since', 'Time since the compaction before, or the beginning of the chain.', { absent: noTimeSince }),
      commit_id: words('Commit', 'Commit of the compaction, which shows what the summary kept.', {
        absent: 'no commit contains it',
        ...listOf('compaction-survival', { commit: { column: 'commit_id' } }),
      }),
      source_id: sourceId,
      line,
    },
    groupings: [],
    parameters: ['trigger', 'measure', 'least', 'below'],
  },
  'compaction-pressure': {
    sql: compactionPressure,
    group: 'compaction',
    columns: {
      axis: words('Axis', 'hours since the beginning of the main chain, or prompts in it.'),
      from_value: mean('number')('From', 'Beginning of the bucket.'),
      to_value: mean('number')('To', 'End of the bucket, excluded.', { absent: openEnd }),
      chains: tally('Chains', 'Main chains that got as far as the beginning of the bucket.'),
      compactions: tally(
        'Compactions',
        'Compactions in the bucket.',
        listOf('compaction-list', { measure: { column: 'axis' }, least: { column: 'from_value' }, below: { column: 'to_value' } }),
      ),
      compactions_per_chain: ratio('Per chain', 'Compactions over chains.'),
    },
    groupings: [],
    cannot: { chains: 'the pressure is that of main chains: how long a sub-agent runs is its task, not a choice' },
  },
  replies: {
    sql: replies,
    group: 'context',
    columns: {
      session_id: sessionId,
      chain,
      occurred_at: at('Time', 'Time of the last record of the reply.', { absent: noTime }),
      model: words('Model', 'Model that wrote it.'),
      context_tokens: tokens('Context', 'Tokens that the model saw: input, cache read and cache write.', { absent: noSize }),
      input_tokens: tokens('Input', 'Uncached input tokens.', { absent: noValidCount }),
      cache_read_tokens: tokens('Cache read', 'Tokens read from the prompt cache.', { absent: noValidCount }),
      cache_write_tokens: tokens('Cache write', 'Tokens written to the prompt cache.', { absent: noValidCount }),
      output_tokens: tokens('Output', 'Output tokens.', { absent: noValidCount }),
      is_understated: yesNo('Understated', 'Whether the output tokens are fewer than the model wrote.'),
      iteration_kind: words(
        'Further request',
        'Type of a request within a reply that the reply’s own counts exclude, such as advisor_message.',
        {
          absent: 'it is a reply',
        },
      ),
      source_id: sourceId,
      line,
    },
    groupings: [],
  },
  'context-sizes': {
    sql: contextSizes,
    group: 'context',
    columns: {
      group_name: group,
      replies: tally('Replies', 'Replies of which the size is known.', rowsOf('replies')),
      mean: mean('tokens')('Mean', 'Mean of the tokens that the model saw.', { absent: noSize }),
      median: mean('tokens')('Median', 'Median of the tokens that the model saw.', { absent: noSize }),
      p90: mean('tokens')('90 %', '90th percentile of the tokens that the model saw.', { absent: noSize }),
      largest: tokens('Largest', 'Most that a model saw.', { absent: noSize }),
    },
    groupings: allGroupings,
  },
  'context-fill': {
    sql: contextFill,
    group: 'context',
    columns: {
      group_name: group,
      part: words('Part', 'prompt, response, thinking, tool_call, tool_result, injected or summary.'),
      tool_name: words('Tool', 'Tool of the calls or results; (none): nothing says which.', {
        absent: 'only calls and results are of a tool',
      }),
      items: tally('Items', 'How many were put in.', itsEvents),
      added_chars: chars('Put in', 'Characters that were put in.', itsEvents),
      added_share: share('Share', 'Of all characters that were put in.', { absent: 'nothing was put in' }),
      read_chars: mean('chars')(
        'Read',
        'Characters times the replies that had them in their context: those after that say what they used, up to the next compaction.',
      ),
      read_share: share('Share read', 'Of all characters that were read.', { absent: 'nothing was read' }),
    },
    groupings: allGroupings,
    notes: [
      'transcripts contain no system prompts and no descriptions of tools, so they are not counted; what a rewind dropped counts as read',
    ],
  },
  'compaction-survival': {
    sql: compactionSurvival,
    group: 'compaction',
    columns: {
      kind: words('Kind', 'path, command, number, or decision: a sentence that says what is to be done, or how.'),
      item: words('Item', 'What the replaced context contained: tool input, tool results, prompts or responses.'),
      times: tally('Times', 'How often the replaced context contained it.'),
      held_by: words(
        'Held by',
        'conversation: prompts, responses or tool input contained it; tool results: only tool results contained it.',
      ),
      survives: yesNo(
        'Survives',
        'The summary contains it: a path or its last part, a command, a number as it is, or two thirds of the longer words of a decision.',
      ),
    },
    groupings: [],
    cannot: { model: 'a compaction replaces the text of all models' },
    parameters: ['commit'],
    needs: ['commit'],
    ofNamedCompaction: true,
    notes: ['tool results are read from the artifacts: the SQL statement alone does not see them'],
  },
  'context-fill-replies': {
    sql: contextFillReplies,
    group: 'context',
    columns: {
      chain,
      occurred_at: at('Time', 'Time of the last record of the reply.', { absent: noTime }),
      model: words('Model', 'Model that wrote it.'),
      context_tokens: tokens('Context', 'Tokens that the model saw.', { absent: noSize }),
      prompts: chars('Prompts', 'Characters of prompts, commands and what a sub-agent was asked.'),
      responses: chars('Responses', 'Characters of text blocks.'),
      thinking: chars('Thinking', 'Characters of thinking blocks.'),
      tool_calls: chars('Tool calls', 'Characters of the input of tool calls.'),
      tool_results: chars('Tool results', 'Characters of tool results.'),
      injected: chars('Injected', 'Characters of text that the client added.'),
      summary: chars('Summary', 'Characters of the summary of the last compaction.'),
      source_id: sourceId,
      line,
    },
    groupings: [],
    needs: ['session'],
    notes: [
      'transcripts contain no system prompts and no descriptions of tools, so they are not counted; what a rewind dropped counts as read',
    ],
  },
} as const satisfies Readonly<Record<string, Metric>>

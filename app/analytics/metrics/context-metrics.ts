/** Metrics of contexts: size, content and compactions. */
import { allGroupings, at, chain, chars, commitId, group, fileLine, line, listOf, mean, ms, place, ratio, rowsOf } from './metric.ts'
import { sessionId, share, sourceId, tally, tokens, usd, words, yesNo } from './metric.ts'
import type { Metric } from './metric.ts'
import type { OpensFilters } from '../../model/metric.ts'
import compactionItems from './compaction-items.sql?raw'
import compactionList from './compaction-list.sql?raw'
import compactionLoss from './compaction-loss.sql?raw'
import compactionPressure from './compaction-pressure.sql?raw'
import compactionSurvival from './compaction-survival.sql?raw'
import compactions from './compactions.sql?raw'
import contextOwners from './context-owners.sql?raw'
import contextFillReplies from './context-fill-replies.sql?raw'
import contextFill from './context-fill.sql?raw'
import contextGrowth from './context-growth.sql?raw'
import contextGrowthPrompts from './context-growth-prompts.sql?raw'
import contextSizes from './context-sizes.sql?raw'
import replies from './replies.sql?raw'

const notWritten = 'not recorded by the client'
const noCompaction = 'there is no compaction'
const noTime = 'no time is recorded'
const noTimeSince = 'no time is recorded, or the clock went back since the one before'
const noSize = 'no usage is recorded'
const noSizeBefore = 'no reply before the prompt, or none to it, says its usage'
const noGrowth = `${noSizeBefore}, or a compaction lies between`
const growthMeaning = 'Tokens that the last reply to the prompt saw, less those that the last reply before the prompt saw.'
const growthNote =
  'Growth is that of the main chain: what sub-agents read is in it only by their answers. It is negative where the conversation was taken back, or where the client sends less of it, as after a restart or when it clears old results. The first prompt of a session has no reply before it'
const openEnd = 'the last bucket has no end'

/** The events of a part, and of a tool where the row names one. */
const itsEvents = rowsOf('events', { part: { column: 'part' }, tool: { column: 'tool_name' } })

const noValidCount = 'the recorded value is not a valid count'

const kindsOfItems =
  'path; command; number; error (the line of a failed tool result that says why, or that an output calls an error); decision (a sentence that states a choice or a rule); instruction (another sentence of a person that is no question).'
const neededNote =
  'needed again: a tool was given the path, a command named it, the command ran again, the same error came back, or a person named it; numbers of three digits or with a unit, only by a person; nothing says that the agent needed what it did without'
const heldBy = 'conversation: prompts, responses or tool input contained it; tool results: only tool results contained it.'

/** The items of a kind, and more. */
const itsItems = (filters: OpensFilters = {}) => rowsOf('compaction-items', { item: { column: 'kind' }, ...filters })

export const contextMetrics = {
  compactions: {
    sql: compactions,
    isReconciled: true,
    group: 'compaction',
    columns: {
      group_name: group,
      sessions: tally('Sessions', 'Sessions with an event.', rowsOf('sessions')),
      compacted_sessions: tally('Compacted', 'Sessions with at least one compaction.', rowsOf('sessions', { compacted: { value: true } })),
      compacted_share: share('Share', 'Compacted sessions over all sessions.'),
      compactions: tally('Compactions', 'Compaction boundaries, and summaries without one.', rowsOf('compaction-list')),
      auto: tally('Automatic', 'Compactions that the client started.', rowsOf('compaction-list', { trigger: { value: 'auto' } })),
      manual: tally('Manual', 'Compactions that a person requested.', rowsOf('compaction-list', { trigger: { value: 'manual' } })),
      other: tally('Other', 'Compactions whose trigger is not recorded.', rowsOf('compaction-list', { trigger: { value: 'other' } })),
      most_in_a_session: tally('Most', 'Compactions of the session that has the most.'),
      tokens_before: mean('tokens')('Median recorded before', 'Median of the tokens before, as clients recorded them.', {
        absent: `${noCompaction}, or ${notWritten}`,
      }),
      tokens_after: mean('tokens')('Median recorded after', 'Median of the tokens after, as clients recorded them.', {
        absent: `${noCompaction}, or ${notWritten}`,
      }),
      tokens_next: mean('tokens')('Median in the next reply', 'Median of the tokens that the first reply after a compaction saw.', {
        absent: `${noCompaction}, or no reply follows one`,
      }),
      tokens_dropped: tokens('Dropped', 'Tokens that the compactions dropped, as clients recorded them.', {
        absent: `${noCompaction}, or ${notWritten}`,
      }),
      prompts_between: mean('number')('Median prompts', 'Median of the prompts since the compaction before, or the beginning.', {
        absent: noCompaction,
      }),
      ms_between: mean('ms')('Median time', 'Median of the time since the compaction before, or the beginning.', {
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
      tokens_before: tokens(
        'Recorded before',
        'Tokens before, as the client recorded them; it can be more than any reply of the context reports.',
        { absent: notWritten },
      ),
      tokens_after: tokens('Recorded after', 'Tokens after, as the client recorded them.', { absent: notWritten }),
      tokens_next: tokens('In the next reply', 'Tokens that the first reply after it saw.', { absent: 'no reply with usage follows it' }),
      tokens_dropped: tokens('Dropped', 'Tokens that it dropped, as the client recorded them.', { absent: notWritten }),
      prompts_since: tally('Prompts since', 'Prompts since the compaction before, or the beginning of the chain.'),
      ms_since: ms('Time since', 'Time since the compaction before, or the beginning of the chain.', { absent: noTimeSince }),
      commit_id: words('Commit', 'Commit of the compaction; opens the list of items that its summary contains or lost.', {
        absent: 'no commit contains it',
        ...listOf('compaction-survival', { commit: { column: 'commit_id' } }),
      }),
      source_id: sourceId,
      line,
      file_line: fileLine,
    },
    groupings: [],
    parameters: ['trigger', 'measure', 'least', 'below'],
    choices: { measure: ['hours', 'prompts'] },
  },
  'compaction-pressure': {
    sql: compactionPressure,
    group: 'compaction',
    columns: {
      axis: words('Axis', 'hours since the beginning of the main chain, or prompts in it.'),
      from_value: mean('number')('From', 'Beginning of the bucket.'),
      to_value: mean('number')('To', 'End of the bucket, excluded.', { absent: openEnd }),
      chains: tally('Chains', 'Main chains that reached the bucket.'),
      compactions: tally(
        'Compactions',
        'Compactions in the bucket.',
        listOf('compaction-list', { measure: { column: 'axis' }, least: { column: 'from_value' }, below: { column: 'to_value' } }),
      ),
      compactions_per_chain: ratio('Per chain', 'Compactions over chains.'),
    },
    groupings: [],
    cannot: { chains: 'only main chains are counted, because the task of a sub-agent determines how long it runs' },
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
      thinking_tokens: tokens('Thinking', 'Part of the output tokens that is thinking.', { absent: 'the client does not record it' }),
      is_understated: yesNo('Understated', 'Whether the output tokens are fewer than the model wrote.'),
      stop_reason: words(
        'Stop reason',
        'Why the model stopped, as the service says it, such as end_turn, tool_use, max_tokens or refusal.',
        {
          absent: 'no record of the reply says it',
        },
      ),
      skill: words('Skill', 'Skill to which the client attributes it.', { absent: 'the client names none' }),
      cache_miss_reason: words('Cache miss', 'Why the service could not use its prompt cache, in its own words.', {
        absent: 'the service names none',
      }),
      cache_missed_tokens: tokens('Cache missed', 'Tokens that the service had to read again for that reason.', {
        absent: 'the service names none',
      }),
      iteration_kind: words(
        'Further request',
        'Type of a request within a reply that the reply’s own counts exclude, such as advisor_message.',
        {
          absent: 'it is a reply',
        },
      ),
      source_id: sourceId,
      line,
      file_line: fileLine,
    },
    groupings: [],
  },
  'context-growth': {
    sql: contextGrowth,
    group: 'context',
    columns: {
      group_name: group,
      prompts: tally('Prompts', 'Prompts that a human typed, commands excluded.', rowsOf('context-growth-prompts')),
      known: tally('Known', 'Prompts whose growth is known.'),
      compacted: tally('Compacted', 'Prompts with a compaction between the sizes before and after.'),
      mean: mean('tokens')('Mean growth', growthMeaning, { absent: noGrowth }),
      median: mean('tokens')('Median growth', growthMeaning, { absent: noGrowth }),
      p90: mean('tokens')('90 % below', 'Nine of ten prompts let it grow by less.', { absent: noGrowth }),
      largest: tokens('Max growth', 'Growth with the prompt after which it grew most.', { absent: noGrowth }),
    },
    groupings: allGroupings,
    notes: [growthNote],
  },
  'context-growth-prompts': {
    sql: contextGrowthPrompts,
    group: 'context',
    columns: {
      session_id: sessionId,
      turn: place('Turn', 'Number of the prompt in its session, from 1.'),
      text: words('Text', 'The first 300 characters of the prompt.', { absent: 'the store no longer contains the record' }),
      prompt_at: at('Prompt time', 'Time of the prompt.', { absent: noTime }),
      model: words('Model', 'Model that replies.'),
      context_before: tokens('Before', 'Tokens that the last reply before the prompt saw.', { absent: noSizeBefore }),
      context_after: tokens('After', 'Tokens that the last reply to the prompt saw.', { absent: noSize }),
      growth: tokens('Growth', growthMeaning, { absent: noGrowth }),
      compacted: tally('Compactions', 'Compactions between the two.', { absent: noSizeBefore }),
      replies: tally('Replies', 'Replies to the prompt whose size is known.'),
      tool_calls: tally('Tool calls', 'Tool calls up to the next prompt.'),
      source_id: sourceId,
      line,
      file_line: fileLine,
      commit_id: commitId,
    },
    groupings: [],
    notes: [growthNote],
  },
  'context-sizes': {
    sql: contextSizes,
    isReconciled: true,
    group: 'context',
    columns: {
      group_name: group,
      replies: tally('Replies', 'Replies with a known context size.', rowsOf('replies')),
      mean: mean('tokens')('Mean', 'Mean of the tokens that the model saw.', { absent: noSize }),
      median: mean('tokens')('Median', 'Median of the tokens that the model saw.', { absent: noSize }),
      p90: mean('tokens')('p90', '90th percentile of the tokens that the model saw.', { absent: noSize }),
      largest: tokens('Largest', 'Most tokens that a model saw.', { absent: noSize }),
    },
    groupings: allGroupings,
  },
  'context-owners': {
    sql: contextOwners,
    group: 'context',
    columns: {
      group_name: group,
      owner_kind: words(
        'Kind',
        'Kind of owner: person, model, client, tool, mcp_server, skill, hook, file, sub_agent, command or unknown.',
      ),
      owner: words('Owner', 'Name of a tool, server, skill, hook or command, path of a file, type of a sub-agent.'),
      items: tally('Items', 'Events and parts of attachments that it put in.'),
      added_chars: chars('Added', 'Their length.'),
      requests: tally('Requests', 'Requests that carried something of it, counted once for each model and kind of agent.'),
      tokens: tokens('Tokens', 'Tokens of it in these requests: an estimate, scaled so that all owners add up to the recorded tokens.'),
      tokens_share: share('Share', 'Of the tokens of all requests of the group.', { absent: noSize }),
      cached_tokens: tokens('From the cache', 'Part of these that was read from the prompt cache.'),
      usd: usd('Cost', 'What these tokens cost by the prices of the day: each part by how it was read or written.', {
        absent: 'no price is available',
      }),
    },
    groupings: allGroupings,
    notes: ['the system prompt, tools and rules that no record contains are the owner “not recorded”'],
  },
  'context-fill': {
    sql: contextFill,
    isReconciled: true,
    group: 'context',
    columns: {
      group_name: group,
      part: words('Part', 'prompt, response, thinking, tool_call, tool_result, injected or summary.'),
      tool_name: words('Tool', 'Tool of the calls or results; (none): not recorded.', {
        absent: 'only calls and results are of a tool',
      }),
      items: tally('Items', 'Number of items added.', itsEvents),
      added_chars: chars('Added', 'Characters that were added.', itsEvents),
      added_share: share('Share', 'Of all added characters.', { absent: 'nothing was added' }),
      read_chars: mean('chars')(
        'Read',
        'Characters times the later replies with usage that had them in their context, up to the next compaction.',
      ),
      read_share: share('Share read', 'Of all characters that were read.', { absent: 'nothing was read' }),
    },
    groupings: allGroupings,
    notes: [
      'system prompts and descriptions of tools are not counted: only clients from 2.1.330 record them; text that a rewind dropped counts as read',
    ],
  },
  'compaction-survival': {
    sql: compactionSurvival,
    group: 'compaction',
    columns: {
      kind: words('Kind', kindsOfItems),
      item: words('Item', 'Text found in tool input, tool results, prompts or responses of the replaced context.'),
      times: tally('Times', 'Occurrences in the replaced context.'),
      held_by: words('Found in', heldBy),
      survives: yesNo(
        'Survives',
        'The summary contains it: a path or its last part, a command, an unchanged number, or two thirds of the longer words of an error, a decision or an instruction.',
      ),
    },
    groupings: [],
    cannot: { model: 'a compaction replaces the text of all models' },
    parameters: ['commit'],
    needs: ['commit'],
    ofNamedCompaction: true,
  },
  'compaction-loss': {
    sql: compactionLoss,
    group: 'compaction',
    columns: {
      group_name: group,
      kind: words('Kind', kindsOfItems),
      compactions: tally('Compactions', 'Compactions that replaced any of it.'),
      items: tally('Items', 'Different items of the replaced contexts, counted for each compaction.', itsItems()),
      in_summary: tally('In the summary', 'Items that the summary contains.', itsItems({ kept: { value: 'summary' } })),
      in_kept_messages: tally(
        'In kept messages',
        'Other items that are in messages which the client kept word for word.',
        itsItems({ kept: { value: 'kept messages' } }),
      ),
      lost: tally('Lost', 'Items that neither contains.', itsItems({ kept: { value: 'nothing' } })),
      kept_share: share('Kept share', 'Of the items, those that the summary or the kept messages contain.'),
      needed: tally(
        'Needed again',
        'Items that a later record of the same conversation needed again.',
        itsItems({ needed: { value: true } }),
      ),
      lost_and_needed: tally(
        'Lost and needed',
        'Lost items that were needed again.',
        itsItems({ kept: { value: 'nothing' }, needed: { value: true } }),
      ),
      needed_share: share('Needed share', 'Lost and needed of lost.', { absent: 'nothing was lost' }),
    },
    groupings: allGroupings,
    notes: [neededNote],
  },
  'compaction-items': {
    sql: compactionItems,
    group: 'compaction',
    columns: {
      session_id: sessionId,
      compaction: place('Compaction', 'Number of the compaction among those of its chain, from 1.'),
      commit_id: words('Commit', 'Commit of the compaction.', { opens: { to: 'commit', id: 'commit_id' } }),
      kind: words('Kind', kindsOfItems),
      item: words('Item', 'Text of the item.'),
      times: tally('Times', 'Occurrences in the replaced context.'),
      held_by: words('Found in', heldBy),
      kept_by: words('Kept by', 'summary, or kept messages.', { absent: 'neither contains it' }),
      needed: tally('Needed', 'Later records that needed it again.'),
      needed_as: words(
        'Needed as',
        'How the first of them needed it: read again, changed again, searched again (a search in that folder or file), used in a command, run again, asked again (a person named it), met again (the same error).',
        {
          absent: 'no later record needed it',
        },
      ),
      needed_source_id: words('Needed in', 'File of the first record that needed it again.', { absent: 'no later record needed it' }),
      needed_line: place('Needed record', 'Key of that record in the file.', { absent: 'no later record needed it' }),
      needed_file_line: place('Needed at', 'Line of that record, from 1; opens it.', {
        absent: 'no later record needed it',
        opens: { to: 'record', sourceId: 'needed_source_id', line: 'needed_line' },
      }),
      source_id: sourceId,
      line,
      file_line: fileLine,
    },
    groupings: [],
    parameters: ['item', 'kept', 'needed', 'commit'],
    choices: { kept: ['summary', 'kept messages', 'nothing'] },
    notes: [neededNote],
  },
  'context-fill-replies': {
    sql: contextFillReplies,
    group: 'context',
    columns: {
      chain,
      occurred_at: at('Time', 'Time of the last record of the reply.', { absent: noTime }),
      model: words('Model', 'Model that wrote it.'),
      context_tokens: tokens('Context', 'Tokens that the model saw.', { absent: noSize }),
      prompts: chars('Prompts', 'Characters of prompts, commands and tasks given to sub-agents.'),
      responses: chars('Responses', 'Characters of text blocks.'),
      thinking: chars('Thinking', 'Characters of thinking blocks.'),
      tool_calls: chars('Tool calls', 'Characters of the input of tool calls.'),
      tool_results: chars('Tool results', 'Characters of tool results.'),
      injected: chars('Injected', 'Characters of text that the client added.'),
      summary: chars('Summary', 'Characters of the summary of the last compaction.'),
      source_id: sourceId,
      line,
      file_line: fileLine,
    },
    groupings: [],
    needs: ['session'],
    notes: [
      'system prompts and descriptions of tools are not counted: only clients from 2.1.330 record them; text that a rewind dropped counts as read',
    ],
  },
} as const satisfies Readonly<Record<string, Metric>>

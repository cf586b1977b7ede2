/** Metrics of usage: tools, tokens, money and disk. */
import {
  allGroupings,
  at,
  atLeast,
  bytes,
  chain,
  chars,
  commitId,
  group,
  fileLine,
  line,
  mean,
  ms,
  ratio,
  rowsOf,
  sessionId,
  share,
} from './metric.ts'
import { sourceId, tally, tokens, usd, words } from './metric.ts'
import type { Grouping, OpensFilters } from '../../model/metric.ts'
import type { Metric, More } from './metric.ts'
import commits from './commits.sql?raw'
import cost from './cost.sql?raw'
import hooks from './hooks.sql?raw'
import instructions from './instructions.sql?raw'
import mcpServers from './mcp-servers.sql?raw'
import recallUse from './recall-use.sql?raw'
import skills from './skills.sql?raw'
import storage from './storage.sql?raw'
import tokenCounts from './tokens.sql?raw'
import toolCalls from './tool-calls.sql?raw'
import tools from './tools.sql?raw'
import unpricedModels from './unpriced-models.sql?raw'

/** Groupings of rows that come from records. */
const ofRecords: readonly Grouping[] = ['total', 'session', 'project', 'template', 'version', 'day', 'month']
const noResult = 'no call has a result'
const noDuration = 'no call and its result have times in order'
const toCommit = { opens: { to: 'commit', id: 'commit_id' } } as const
const noAnswer = 'the tables do not contain what a tool answered'
const noHookTime = 'no run has a recorded time'
const noUsage = 'no reply has usage'
const noServer = 'the tool is the client’s own'
const ofTool = { tool: { column: 'tool_name' } } as const
const ofServer = { server: { column: 'server' } } as const

const timeOfCall =
  'time from call to result, less the time that the call waited for a person; of a call that runs a sub-agent whose records are known, the time in which that works'
const cutTime = 'Shown with ≥ where it depends on calls that are cut.'
const cutWhy = 'longer times of the calls that are cut would change it.'

/** How calls ended. */
const outcomes = (of: OpensFilters) => {
  const ended = (outcome: string) => rowsOf('tool-calls', { ...of, outcome: { value: outcome } })
  return {
    n: tally('n', 'Calls with a result that were not refused, interrupted or cancelled: the error rate is a share of them.'),
    errors: tally(
      'Errors',
      'Calls with a result marked as an error; refused, interrupted and cancelled calls are excluded.',
      ended('error'),
    ),
    error_rate: share('Error rate', 'Errors of n.', { absent: noResult }),
    error_rate_low: share('Rate low', 'Lower end of the 95 % interval of the error rate, by Wilson.', { absent: noResult }),
    error_rate_high: share('Rate high', 'Upper end of the 95 % interval of the error rate, by Wilson.', { absent: noResult }),
    refusals: tally('Refused', 'Calls that a person, a permission rule or a hook refused: the tool did not run.', ended('refused')),
    interruptions: tally('Interrupted', 'Calls that a person stopped.', ended('interrupted')),
    cancelled: tally(
      'Cancelled',
      'Calls that the client cancelled before they ran, for example because another call of the same reply failed.',
      ended('cancelled'),
    ),
  }
}

const inputTokens = (more?: More) => tokens('Input', 'Uncached input tokens.', more)
const outputTokens = (more?: More) => tokens('Output', 'Output tokens.', more)
const cacheReadTokens = (more?: More) => tokens('Cache read', 'Tokens read from the prompt cache.', more)
const cacheWriteTokens = (more?: More) => tokens('Cache write', 'Tokens written to the prompt cache.', more)

const understated = () =>
  tally(
    'Understated',
    'Replies whose output tokens are fewer than the model wrote, by the client’s version or because the record contains more text: their tokens and cost are too small.',
    rowsOf('replies'),
  )

export const usageMetrics = {
  tools: {
    sql: tools,
    isReconciled: true,
    group: 'tools',
    columns: {
      group_name: group,
      tool_name: words('Tool', 'Name of the tool.'),
      server: words('Server', 'MCP server of the tool.', { absent: noServer }),
      calls: tally('Calls', 'Calls, copies excluded.', rowsOf('tool-calls', ofTool)),
      ...outcomes(ofTool),
      invalid: tally(
        'Invalid',
        'Part of the errors: calls that the client rejected before they ran, for an unknown tool or a malformed input.',
        rowsOf('tool-calls', { ...ofTool, outcome: { value: 'invalid' } }),
      ),
      unanswered: tally('No result', 'Calls without a result.', rowsOf('tool-calls', { ...ofTool, outcome: { value: 'no result' } })),
      chars_median: mean('chars')('Median chars', 'Median of the characters of a result.', { absent: noResult }),
      chars_p90: mean('chars')('p90 chars', '90th percentile of the characters of a result.', { absent: noResult }),
      chars_max: chars('Max chars', 'Characters of the largest result.', { absent: noResult }),
      cut: tally(
        'Cut',
        'Calls whose time depends on a guess: no record says how long they ran, and what they took beyond the limit of their tool is taken for waiting, for example 5 seconds of an edit. Also calls whose sub-agents made such calls. A time that depends on them is shown with ≥.',
      ),
      ms_median: mean('ms')('Median time', `Median of the ${timeOfCall}. ${cutTime}`, { absent: noDuration }),
      ms_median_at_least: atLeast('Median time', cutWhy),
      ms_p90: mean('ms')('p90 time', `90th percentile of the ${timeOfCall}. ${cutTime}`, { absent: noDuration }),
      ms_p90_at_least: atLeast('p90 time', cutWhy),
      ms_p99: mean('ms')('p99 time', `99th percentile of the ${timeOfCall}. ${cutTime}`, { absent: noDuration }),
      ms_p99_at_least: atLeast('p99 time', cutWhy),
      ms_total: ms('Total time', `Sum of the ${timeOfCall}; simultaneous calls count separately. ${cutTime}`, { absent: noDuration }),
      ms_total_at_least: atLeast('Total time', 'some of the calls are cut.'),
    },
    groupings: allGroupings,
  },
  'mcp-servers': {
    sql: mcpServers,
    isReconciled: true,
    group: 'tools',
    columns: {
      group_name: group,
      server: words('Server', 'Name of the server, as in mcp__SERVER__TOOL.'),
      tools: tally('Tools', 'Tools of the server that were called.'),
      calls: tally('Calls', 'Calls, copies excluded.', rowsOf('tool-calls', ofServer)),
      ...outcomes(ofServer),
      chars_median: mean('chars')('Median chars', 'Median of the characters of a result.', { absent: noResult }),
      ms_median: mean('ms')('Median time', `Median of the ${timeOfCall}.`, { absent: noDuration }),
    },
    groupings: allGroupings,
  },
  'tool-calls': {
    sql: toolCalls,
    group: 'tools',
    columns: {
      session_id: sessionId,
      chain,
      called_at: at('Called', 'Time of the call.', { absent: 'no time is recorded' }),
      tool_name: words('Tool', 'Name of the tool.'),
      model: words('Model', 'Model that called it.'),
      outcome: words(
        'Outcome',
        'result, error, refused, interrupted (a person stopped the call), cancelled (the client did before it ran), or no result.',
      ),
      result_chars: chars('Result (chars)', 'Characters of the result.', { absent: 'there is no result' }),
      duration_ms: ms('Duration', `The ${timeOfCall}. ${cutTime}`, {
        absent: 'there is no result or no time, all of it was waiting, or the tool did not run',
      }),
      duration_ms_at_least: atLeast('Duration', 'no record says how long the call ran, and the limit of its tool is taken.'),
      source_id: sourceId,
      line,
      file_line: fileLine,
      commit_id: commitId,
    },
    groupings: [],
    parameters: ['tool', 'server', 'outcome'],
    choices: { outcome: ['result', 'error', 'invalid', 'refused', 'interrupted', 'cancelled', 'no result'] },
  },
  tokens: {
    sql: tokenCounts,
    isReconciled: true,
    group: 'tokens',
    columns: {
      group_name: group,
      replies: tally(
        'Replies',
        'Replies with usage, each once in the whole store, for the session in which it first appears.',
        rowsOf('replies'),
      ),
      input_tokens: inputTokens({ absent: noUsage, ...rowsOf('replies') }),
      output_tokens: outputTokens({ absent: noUsage, ...rowsOf('replies') }),
      cache_read_tokens: cacheReadTokens({ absent: noUsage, ...rowsOf('replies') }),
      cache_write_tokens: cacheWriteTokens({ absent: noUsage, ...rowsOf('replies') }),
      cache_hit_share: share(
        'From the cache',
        'Of the tokens that models saw (input, cache read and cache write), those read from the cache.',
        {
          absent: 'no request records all of them',
        },
      ),
      understated_replies: understated(),
      thinking_tokens: tokens('Thinking', 'Part of the output tokens that is thinking, of replies that record it.', {
        absent: 'no reply records it, as with clients before 2.1.330',
      }),
      thinking_replies: tally('Thinking recorded', 'Replies that record their thinking tokens.'),
    },
    groupings: allGroupings,
  },
  hooks: {
    sql: hooks,
    group: 'time',
    columns: {
      group_name: group,
      command: words('Command', 'Command of the hook.'),
      runs: tally('Runs', 'Runs at the end of a turn that the client recorded.'),
      timed: tally('Timed', 'Runs with a recorded time.'),
      ms_median: mean('ms')('Median time', 'Median of the times.', { absent: noHookTime }),
      ms_p90: mean('ms')('p90 time', '90th percentile of the times.', { absent: noHookTime }),
      ms_max: ms('Max time', 'The longest time.', { absent: noHookTime }),
      ms_total: ms('Total time', 'Sum of the times; simultaneous runs count separately.', { absent: noHookTime }),
    },
    groupings: ofRecords,
    cannot: { model: 'a hook belongs to no model', agentType: 'records of hooks name no kind of sub-agent' },
  },
  instructions: {
    sql: instructions,
    group: 'context',
    columns: {
      group_name: group,
      path: words('File', 'Path of the file with instructions, such as CLAUDE.md.'),
      kind: words('Kind', 'What the client calls it: Managed, User, Project or Local.', { absent: 'the client names no kind' }),
      times: tally(
        'Times',
        'How often the client gave the file to the model: at the start, after a compaction, or with a file of its folder.',
      ),
      sessions: tally('Sessions', 'Sessions in which it did.'),
      chars_max: chars('Max length', 'Its longest text.', { absent: 'no record has its text' }),
      chars_total: chars('Total length', 'Sum of the texts over all times.', { absent: 'no record has its text' }),
    },
    groupings: ofRecords,
    cannot: { model: 'instructions are given to no model in particular', agentType: 'records of instructions name no kind of sub-agent' },
    notes: ['Only files that the client records are counted: those of folders, and since 2.1.330 all of them.'],
  },
  'recall-use': {
    sql: recallUse,
    group: 'context',
    columns: {
      group_name: group,
      door: words(
        'Door',
        'Where it was given: action (before an edit or a command), asked (the tool recall of strata mcp), prompt (the first of a session), compaction (after one).',
      ),
      given: tally('Given', 'Texts that the agent was given.'),
      lines: tally('Lines', 'Lines of these texts that begin with a dash: decisions, failures and the like.', { absent: noAnswer }),
      repeated: tally('Repeated', 'Lines that the session had been given before.', { absent: noAnswer }),
      used: tally(
        'Used, a guess',
        'Texts after which the same agent called a tool for a file that they name, ran the command again, or wrote the id of a commit that they name. The call before which a text is given does not count.',
        { absent: noAnswer },
      ),
      used_share: share('Share used, a guess', 'Used, divided by given.', { absent: noAnswer }),
      used_low: share('Share used, low', 'Lower end of its 95 % interval by Wilson.', { absent: noAnswer }),
      used_high: share('Share used, high', 'Upper end of its 95 % interval by Wilson.', { absent: noAnswer }),
      silent: tally('Silent', 'Questions to which nothing fitted.', { absent: 'the client does not record hooks that say nothing' }),
      sessions: tally('Sessions', 'Sessions with such texts, or with questions.'),
    },
    groupings: ofRecords,
    cannot: { model: 'what is given is not given by a model', agentType: 'records of what is given name no kind of sub-agent' },
    notes: [
      'Only texts that transcripts record are counted: those of hooks, which newer versions of Claude Code write down, and calls of the tool recall.',
      'Used is a guess: an agent may use what it was given without naming it, and would have opened some of the files without it.',
    ],
  },
  skills: {
    sql: skills,
    group: 'tokens',
    columns: {
      group_name: group,
      skill: words('Skill', 'Skill to which the client attributes the replies.'),
      replies: tally('Replies', 'Replies with usage, each once in the whole store.', rowsOf('replies')),
      input_tokens: inputTokens({ absent: noUsage }),
      cache_read_tokens: cacheReadTokens({ absent: noUsage }),
      cache_write_tokens: cacheWriteTokens({ absent: noUsage }),
      output_tokens: outputTokens({ absent: noUsage }),
      usd: usd('Cost', 'Sum of the available costs.', { absent: 'no price is available' }),
      unpriced_replies: tally('Unpriced', 'Replies whose cost is not available; the sum excludes them.'),
    },
    groupings: allGroupings,
    notes: ['Only replies that the client attributes to a skill are counted; clients before 2.1.330 attribute none.'],
  },
  cost: {
    sql: cost,
    group: 'tokens',
    columns: {
      group_name: group,
      replies: tally('Replies', 'Replies with usage, each once in the whole store.', rowsOf('replies')),
      usd: usd('Cost', 'Sum of the available costs.', { absent: 'no price is available', ...rowsOf('replies') }),
      client_usd: usd(
        'By client',
        'By the client’s accounts of whole sessions, with requests that no transcript contains.',
        rowsOf('sessions'),
      ),
      recorded_usd: usd('Recorded', 'From the records of replies.', rowsOf('replies')),
      computed_usd: usd('Computed', 'Tokens times the prices of the day.', rowsOf('replies')),
      unpriced_replies: tally('Unpriced', 'Replies whose cost is not available; no sum includes them.', rowsOf('unpriced-models')),
      understated_replies: understated(),
    },
    groupings: allGroupings,
  },
  'unpriced-models': {
    sql: unpricedModels,
    group: 'tokens',
    columns: {
      model: words('Model', 'Model without a price.'),
      service: words('Service', 'Speed, tier or place of the service.'),
      replies: tally('Replies', 'Replies, each once.'),
      input_tokens: inputTokens({ absent: noUsage }),
      output_tokens: outputTokens({ absent: noUsage }),
      cache_read_tokens: cacheReadTokens({ absent: noUsage }),
      cache_write_tokens: cacheWriteTokens({ absent: noUsage }),
    },
    groupings: [],
  },
  storage: {
    sql: storage,
    group: 'storage',
    columns: {
      group_name: group,
      commits: tally('Commits', 'Commits cut from the sessions.', rowsOf('commits')),
      raw_bytes: bytes('Raw', 'Bytes of the commits and of records copied from other sessions.', rowsOf('sessions')),
      stored_bytes: bytes('Packs', 'Size of commits and their records in the packs.', rowsOf('commits')),
      stored_share: share('Share', 'Packs of raw.', { absent: 'there are no raw bytes' }),
      delta_bytes: bytes('As deltas', 'Bytes of the commits, each containing only new records.', rowsOf('commits')),
      snapshot_bytes: bytes('As snapshots', 'Size if each commit contained everything since the nearest compaction.', rowsOf('commits')),
      snapshots_per_delta: ratio('Times', 'Snapshots over deltas.', { absent: 'there are no bytes' }),
      shared_bytes: bytes(
        'Shared',
        'Bytes that another session, or an earlier line, already contains: stored once.',
        rowsOf('records', { copy: { value: true } }),
      ),
    },
    groupings: ['total', 'session', 'project', 'template', 'version', 'day', 'month'],
    cannot: { agentType: 'commits are counted by session, not by agent' },
  },
  commits: {
    sql: commits,
    group: 'storage',
    columns: {
      session_id: sessionId,
      chain,
      commit_type: words('Type', 'delta, snapshot or compaction.', toCommit),
      ended_at: at('Time', 'Time of its last record.', { absent: 'no time is recorded' }),
      bytes: bytes('Bytes', 'Size of its artifact: the records that it adds.'),
      models: words('Models', 'Models that replied in it, or (none).'),
      commit_id: words('Commit', 'The commit itself.', toCommit),
    },
    groupings: [],
  },
} as const satisfies Readonly<Record<string, Metric>>

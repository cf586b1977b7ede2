/** Metrics of the work of people and agents: time by state, work per prompt, activity and outcomes. */
import {
  allGroupings,
  at,
  chars,
  commitId,
  group,
  fileLine,
  line,
  listOf,
  mean,
  ms,
  place,
  ratio,
  rowsOf,
  sessionId,
  share,
} from './metric.ts'
import { sourceId, tally, weekday, words } from './metric.ts'
import type { Metric } from './metric.ts'
import type { Opens, OpensFilters } from '../../model/metric.ts'
import { activeMeaning } from '../../model/work-states.ts'
import { sessionEndings } from '../../model/session-ending.ts'
import { sessionOutcomes } from '../../model/session-status.ts'
import activityHours from './activity-hours.sql?raw'
import agentMinutes from './agent-minutes.sql?raw'
import amplificationHistogram from './amplification-histogram.sql?raw'
import amplificationSpread from './amplification-spread.sql?raw'
import amplification from './amplification.sql?raw'
import concurrencyDays from './concurrency-days.sql?raw'
import concurrency from './concurrency.sql?raw'
import days from './days.sql?raw'
import endingList from './ending-list.sql?raw'
import endings from './endings.sql?raw'
import outcomes from './outcomes.sql?raw'
import sessions from './sessions.sql?raw'
import states from './states.sql?raw'
import turns from './turns.sql?raw'

const noPrompt = 'there is no prompt to divide by'
const noTime = 'no time is recorded'
const onlyMain =
  'turns are those of main chains: humans do not prompt sub-agents. Responses and tool calls of sub-agents, and those before the first prompt, are in no turn; amplification counts them'

const noEvent = 'the main chain has no event'
const endingMeaning =
  'finished: the agent ended its last turn with a response and asked nothing. handed over: its last paragraph asks a person. interrupted: a person stopped it, and nothing follows. failed: the client wrote an error, or the last request failed. abandoned: the transcript ends inside a turn. unknown: nothing shows it.'
const endingNote =
  'Endings that no client wrote follow from the last event of the main chain. Where that is no interruption and no failed request, they are guesses. “finished” does not say that the work is right; “abandoned” is also what a transcript shows that was copied while its agent worked'

const prompts = tally('Prompts', 'Prompts that a human typed, commands excluded.', rowsOf('turns'))
/** Events of a kind, with more filters. */
const ofKind = (kind: string, filters: OpensFilters = {}): OpensFilters => ({ kind: { value: kind }, ...filters })
const ofDay = { group: { column: 'day' } } as const
const ofHour = { weekday: { column: 'weekday' }, hour: { column: 'hour' } } as const
const ofSession = { session: { column: 'session_id' } } as const
const responses = (opens: { readonly opens: Opens }) => tally('Responses', 'Text blocks that models wrote.', opens)
const toolCalls = tally('Tool calls', 'Calls of tools.', rowsOf('tool-calls'))
const measure = words('Measure', 'Quantity counted from one prompt of a human to the next, in the main chain.')
const turnCount = tally('Turns', 'Prompts of humans, each with the work up to the next one.', rowsOf('turns'))
const value = (label: string, means: string) => mean('number')(label, means)
const day = words('Day', 'Day in the chosen time zone.')

export const workMetrics = {
  states: {
    sql: states,
    needsTime: true,
    group: 'time',
    columns: {
      group_name: group,
      lane: words('Lane', 'main, or the sum of the lanes of sub-agents.'),
      state: words(
        'State',
        'human: a prompt is pending after the agent finished. agent: the model writes. thinking, tool, compaction. waiting: every open call waits for a person, who approves a tool or answers a question. A call that runs a sub-agent has the state of the sub-agent: tool while it works, waiting or idle while it is. idle: nothing for five minutes or longer, while no call waits; in the lane of a sub-agent also waiting for the agent that started it.',
      ),
      ms: ms(
        'Time',
        'Time in the state. By day, a stretch of more than ten years, caused by a wrong clock, is excluded.',
        rowsOf('sessions'),
      ),
      share: share('Share', 'Of the time of the lane.', { absent: 'the lane has no time' }),
      guessed_ms: ms('Guessed waiting', 'Part of the waiting time that no record states: the calls took longer than the tool can run.', {
        absent: 'the state is not waiting',
      }),
    },
    groupings: allGroupings,
  },
  'agent-minutes': {
    sql: agentMinutes,
    isReconciled: true,
    needsTime: true,
    group: 'time',
    columns: {
      group_name: group,
      main_minutes: mean('minutes')(
        'Main chains',
        'Minutes in which main chains wrote, thought, ran tools or were compacted, without waiting for a person; while they wait for sub-agents, those in which at least one of these worked.',
        rowsOf('sessions', { chains: { value: 'main' } }),
      ),
      sub_agent_minutes: mean('minutes')(
        'Sub-agents',
        'The same for sub-agents; those that work at the same time count separately.',
        rowsOf('sessions', { chains: { value: 'sidechains' } }),
      ),
      agent_minutes: mean('minutes')('Agent-minutes', 'Both together.', rowsOf('sessions')),
      active_minutes: mean('minutes')('Active', `${activeMeaning} Agents of different sessions count separately.`, {
        absent: 'active time is that of main chains and sub-agents together',
        ...rowsOf('sessions'),
      }),
      session_minutes: mean('minutes')('Length', 'Length of the sessions, idle time included.', {
        absent: 'sub-agents are chosen, which are only a part of a session',
        ...rowsOf('sessions'),
      }),
    },
    groupings: allGroupings,
  },
  amplification: {
    sql: amplification,
    group: 'amplification',
    columns: {
      group_name: group,
      prompts,
      responses: responses(rowsOf('events', ofKind('response'))),
      tool_calls: toolCalls,
      prompt_chars: chars('Input', 'Characters of the prompts.', rowsOf('turns')),
      response_chars: chars('Output', 'Characters of the responses.', rowsOf('events', ofKind('response'))),
      responses_per_prompt: ratio('Responses per prompt', 'Responses over prompts, sub-agents included.', { absent: noPrompt }),
      tool_calls_per_prompt: ratio('Tool calls per prompt', 'Tool calls over prompts, sub-agents included.', { absent: noPrompt }),
      output_per_input: ratio('Output per input', 'Characters of responses over characters of prompts.', { absent: noPrompt }),
    },
    groupings: allGroupings,
  },
  'amplification-spread': {
    sql: amplificationSpread,
    isReconciled: true,
    group: 'amplification',
    columns: {
      group_name: group,
      measure,
      turns: turnCount,
      mean: value('Mean of the main chain', 'Mean over the turns, without sub-agents.'),
      smallest: value('Smallest', 'Smallest of the turns.'),
      p10: value('p10', '10th percentile of the turns.'),
      p25: value('p25', '25th percentile of the turns.'),
      median: value('Median', 'Median of the turns.'),
      p75: value('p75', '75th percentile of the turns.'),
      p90: value('p90', '90th percentile of the turns.'),
      p99: value('p99', '99th percentile of the turns.'),
      largest: value('Largest', 'Largest of the turns.'),
    },
    groupings: allGroupings,
  },
  'amplification-histogram': {
    sql: amplificationHistogram,
    isReconciled: true,
    group: 'amplification',
    columns: {
      group_name: group,
      measure,
      from_value: tally('From', 'Smallest value of the bucket.'),
      to_value: tally('To', 'Largest value of the bucket.'),
      turns: tally(
        'Turns',
        'Prompts of humans with a value in the bucket.',
        rowsOf('turns', { measure: { column: 'measure' }, least: { column: 'from_value' }, most: { column: 'to_value' } }),
      ),
    },
    groupings: allGroupings,
    notCompared: 'its rows are buckets; compare amplification-spread',
  },
  turns: {
    sql: turns,
    group: 'amplification',
    columns: {
      session_id: sessionId,
      turn: place('Turn', 'Number of the prompt in its session, from 1.'),
      text: words('Text', 'The first 300 characters of the prompt.', { absent: 'the store no longer contains the record' }),
      prompt_at: at('Prompt time', 'Time of the prompt.', { absent: noTime }),
      model: words('Model', 'Model that replies.'),
      prompt_chars: chars('Input', 'Characters of the prompt.'),
      responses: tally('Responses', 'Text blocks up to the next prompt.'),
      tool_calls: tally('Tool calls', 'Tool calls up to the next prompt.'),
      response_chars: chars('Output', 'Characters of those text blocks.'),
      source_id: sourceId,
      line,
      file_line: fileLine,
      commit_id: commitId,
    },
    groupings: [],
    parameters: ['measure', 'least', 'most'],
    choices: { measure: ['responses', 'tool calls', 'characters out per character in'] },
    notes: [onlyMain],
  },
  'activity-hours': {
    sql: activityHours,
    needsTime: true,
    group: 'activity',
    columns: {
      weekday: weekday('Weekday', 'Day of the week, 1 for Monday to 7 for Sunday.'),
      hour: tally('Hour', 'Hour of the day, 0 to 23.'),
      events: tally('Events', 'Events of every kind.', listOf('events', ofHour)),
      prompts: tally('Prompts', 'Prompts that a human typed.', listOf('events', ofKind('typed prompt', ofHour))),
      responses: responses(listOf('events', ofKind('response', ofHour))),
      tool_calls: tally('Tool calls', 'Calls of tools.', listOf('events', ofKind('tool_call', ofHour))),
    },
    groupings: [],
  },
  days: {
    sql: days,
    isReconciled: true,
    needsTime: true,
    group: 'activity',
    columns: {
      day,
      sessions: tally('Sessions', 'Sessions with an event on that day.', listOf('sessions', ofDay)),
      started: tally(
        'Started',
        'Sessions that began on that day: the filters include their first event.',
        listOf('sessions', { ...ofDay, began: { value: true } }),
      ),
      events: tally('Events', 'Events of every kind.', listOf('events', ofDay)),
      prompts: tally('Prompts', 'Prompts that a human typed.', listOf('turns', ofDay)),
      responses: responses(listOf('events', ofKind('response', ofDay))),
      tool_calls: tally('Tool calls', 'Calls of tools.', listOf('tool-calls', ofDay)),
      compactions: tally('Compactions', 'Compaction boundaries, and summaries without one.', listOf('compaction-list', ofDay)),
    },
    groupings: [],
  },
  concurrency: {
    sql: concurrency,
    needsTime: true,
    group: 'activity',
    columns: {
      sessions: tally('Sessions', 'Sessions that ran in the range.', listOf('sessions', { running: { value: true } })),
      peak: tally('Maximum', 'Most sessions that ran at the same time.'),
      peak_at: at('Time of maximum', 'First time at which that maximum was reached.'),
      mean: mean('number')('Mean', 'Sessions that ran at the same time, from the beginning of the first to the end of the last.', {
        absent: 'all events have the same time',
      }),
      mean_while_any: mean('number')('Mean while any ran', 'The same, over the time in which at least one ran.', {
        absent: 'all events have the same time',
      }),
      covered_ms: ms('Covered', 'Time in which at least one ran.'),
    },
    groupings: [],
  },
  'concurrency-days': {
    sql: concurrencyDays,
    needsTime: true,
    group: 'activity',
    columns: {
      day,
      sessions: tally('Sessions', 'Sessions that ran on that day.', listOf('sessions', { ...ofDay, running: { value: true } })),
      peak: tally('Maximum', 'Most sessions that ran at the same time.'),
      mean: mean('number')('Mean', 'Sessions that ran at the same time, over the whole day.'),
      session_ms: ms('Session time', 'Time of the sessions on that day; simultaneous sessions count separately.'),
    },
    groupings: [],
  },
  outcomes: {
    sql: outcomes,
    group: 'sessions',
    columns: {
      group_name: group,
      outcome: words('Outcome', 'success, error_max_turns, error_during_execution, error_max_budget_usd, interrupted or unknown.'),
      sessions: tally('Sessions', 'Sessions with that outcome.', rowsOf('sessions', { outcome: { column: 'outcome' } })),
      share: share('Share', 'Of the sessions of the group.', {
        notCompared: 'a session has one outcome; the mean of Sessions is the share of sessions with it',
      }),
      ms_median: mean('ms')('Median length', 'Median of the time from the first record to the last, copies excluded.', { absent: noTime }),
      ms_longest: ms('Max length', 'Longest time from the first record to the last.', { absent: noTime }),
      turns_median: mean('number')('Median prompts', 'Median of the prompts of humans.'),
      turns_mean: mean('number')('Mean prompts', 'Mean of the prompts of humans.'),
      compactions_mean: mean('number')('Mean compactions', 'Mean of the compactions.'),
    },
    groupings: allGroupings,
  },
  endings: {
    sql: endings,
    group: 'sessions',
    columns: {
      group_name: group,
      ending: words('Ending', endingMeaning),
      sessions: tally('Sessions', 'Sessions with that ending.', rowsOf('ending-list', { outcome: { column: 'ending' } })),
      share: share('Share', 'Of the sessions of the group.', {
        notCompared: 'a session has one ending; the mean of Sessions is the share of sessions with it',
      }),
      recorded: tally('Recorded', 'Sessions whose outcome the client wrote; the others are inferred.'),
    },
    groupings: allGroupings,
    notes: [endingNote],
  },
  'ending-list': {
    sql: endingList,
    group: 'sessions',
    columns: {
      session_id: sessionId,
      project: words('Project', 'Working directory, or the folder of the transcript.'),
      last_at: at('To', 'Time of the last record.', { absent: noTime }),
      ending: words('Ending', endingMeaning),
      rule: words(
        'Rule',
        'recorded: the client wrote the outcome. Else the last event of the main chain: failed request, interruption, response, question (a response with one in its last paragraph), open question (AskUserQuestion or ExitPlanMode without an answer), prompt without reply, call without result, inside a turn (thinking or a result without a reply). may continue: it changed in the last half hour. no event: the main chain has none.',
      ),
      source_id: words('File', 'File of that event, by its name in the store.', { absent: noEvent }),
      line: tally('Record', 'Key of its record in that file.', { absent: noEvent }),
      file_line: tally('Line', 'Line of the record in that file, from 1.', {
        absent: noEvent,
        opens: { to: 'record', sourceId: 'source_id', line: 'line' },
      }),
    },
    groupings: [],
    parameters: ['outcome'],
    choices: { outcome: sessionEndings },
    notes: [endingNote],
  },
  sessions: {
    sql: sessions,
    group: 'sessions',
    columns: {
      session_id: sessionId,
      title: words('Title', 'As in the list of sessions.'),
      project: words('Project', 'Working directory, or the folder of the transcript.'),
      template: words('Template', 'Kind of agent.'),
      outcome: words('Outcome', 'Outcome of the session.'),
      first_at: at('From', 'Time of the first event that the filters include.', { absent: 'the filters include no event with a time' }),
      last_at: at('To', 'Time of the last event that the filters include.', { absent: 'the filters include no event with a time' }),
      duration_ms: ms(
        'Length',
        'Of the whole session, copies excluded. Where the clock went back by five minutes or more, only time on which the clock and the order of the records agree.',
        { absent: noTime },
      ),
      active_ms: ms('Active', `${activeMeaning} Of the whole session.`, { absent: noTime }),
      prompts: tally('Prompts', 'Prompts that a human typed.', listOf('turns', ofSession)),
      responses: responses(listOf('events', ofKind('response', ofSession))),
      tool_calls: tally('Tool calls', 'Calls of tools.', listOf('tool-calls', ofSession)),
      errors: tally('Errors', 'Failed requests and failed tool results, as in the list of sessions and in commits.'),
      failed_requests: tally(
        'Failed requests',
        'Requests that the API refused or did not answer, and synthetic replies of the client.',
        listOf('events', ofKind('error', ofSession)),
      ),
      failed_results: tally(
        'Failed tool results',
        'Tool results marked as errors, except calls that were refused or that a person stopped.',
        listOf('events', ofKind('tool_result', { ...ofSession, failed: { value: true } })),
      ),
      compactions: tally('Compactions', 'Compaction boundaries, and summaries without one.', listOf('compaction-list', ofSession)),
      events: tally('Events', 'Events of every kind.', listOf('events', ofSession)),
    },
    groupings: [],
    parameters: ['outcome', 'compacted', 'running', 'began'],
    choices: { outcome: sessionOutcomes },
  },
} as const satisfies Readonly<Record<string, Metric>>

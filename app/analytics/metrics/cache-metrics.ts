/** Metrics of the prompt cache: what was read from it, and why not more. */
import {
  allGroupings,
  at,
  chain,
  group,
  fileLine,
  line,
  ms,
  place,
  rowsOf,
  sessionId,
  share,
  sourceId,
  tally,
  tokens,
  usd,
  words,
} from './metric.ts'
import type { Metric } from './metric.ts'
import cacheBreaks from './cache-breaks.sql?raw'
import cacheCauses from './cache-causes.sql?raw'
import cache from './cache.sql?raw'

const notInside = 'everything was lost, or all behind the system prompt'
const noPrice = 'no price is available'
const breakOf = 'a reply that read less than 90 % of what the request before it had in the cache, and at least 2,048 tokens less'
const causes =
  'In the service’s words where the record has them, such as tools_changed. Else the first that the records show: resumed_or_forked, compaction, rewind, model_changed (or its speed), effort_changed, tools_changed, system_changed, parameters_changed, lifetime_passed, messages_changed, smaller_context (the client left something out without a record), skill_began, mode_began, or not_explained.'
const costOf =
  'What the lost tokens cost at most, above their price as a cache hit, by the prices of the day; after a compaction only those before the conversation, which alone are written again.'
const note =
  'lifetimes: an hour where the last request that wrote did so for an hour, else 5 minutes; changed tools, system prompts, parameters and messages are known where the service names them, or where the client records its requests'

export const cacheMetrics = {
  cache: {
    sql: cache,
    group: 'cache',
    columns: {
      group_name: group,
      replies: tally('Replies', 'Replies with usage that another reply of their chain precedes.'),
      breaks: tally('Breaks', `Cache breaks: ${breakOf}.`, rowsOf('cache-breaks')),
      expected_tokens: tokens('Expected', 'Tokens that the requests before had in the cache.'),
      found_tokens: tokens('Found', 'Part of these that the replies read from the cache.'),
      lost_tokens: tokens('Lost', 'Part of these that cache breaks lost.', rowsOf('cache-breaks')),
      lost_share: share('Lost share', 'Lost of expected.', { absent: 'nothing was expected' }),
    },
    groupings: allGroupings,
  },
  'cache-causes': {
    sql: cacheCauses,
    group: 'cache',
    columns: {
      group_name: group,
      cause: words('Cause', causes),
      breaks: tally('Breaks', `Cache breaks: ${breakOf}.`, rowsOf('cache-breaks', { cause: { column: 'cause' } })),
      said_by_service: tally('By service', 'Breaks whose cause the service named.'),
      lostTokens: tokens(
        'Lost',
        'Tokens that were in the cache and were not read from it.',
        rowsOf('cache-breaks', { cause: { column: 'cause' } }),
      ),
      lost_share: share('Share', 'Of all lost tokens of the group.'),
      usd: usd('Cost', costOf, { absent: noPrice }),
      unpriced_breaks: tally('Unpriced', 'Breaks without a price; the cost excludes them.'),
      person_can: words('What helps', 'What a person can change against breaks of this cause.', {
        absent: 'nothing that a person can change is known',
      }),
    },
    groupings: allGroupings,
    notes: [note],
  },
  'cache-breaks': {
    sql: cacheBreaks,
    group: 'cache',
    columns: {
      session_id: sessionId,
      chain,
      occurred_at: at('Time', 'Time of the reply.', { absent: 'no time is recorded' }),
      model: words('Model', 'Model that wrote it.'),
      cause: words('Cause', causes),
      evidence: words(
        'Evidence',
        'What the records show of the cause: tools by name, the part of the system prompt, the first message that differs, the time that passed; also rules files that were edited and MCP servers that came, went or reconnected meanwhile.',
        { absent: 'no record shows more' },
      ),
      known_from: words(
        'Known from',
        'service: the record has the service’s reason; records: the cause follows from the records around it.',
      ),
      lost_from: words(
        'Lost from',
        'everything; behind the system prompt (not more than what the first request of the chain had in the cache was read); or in the conversation.',
      ),
      lost_after: place('Lost after', 'Number of the last request of the chain whose tokens were all read, from 1.', { absent: notInside }),
      lost_source_id: words('Lost in', 'File of the reply to that request.', { absent: notInside }),
      lost_line: place('Lost record', 'Key of that reply in the file; what follows it was not found.', { absent: notInside }),
      lost_file_line: place('Lost at', 'Line of that reply, from 1.', {
        absent: notInside,
        opens: { to: 'record', sourceId: 'lost_source_id', line: 'lost_line' },
      }),
      gap_ms: ms('Gap', 'Time since the reply before.', { absent: 'a time is not recorded' }),
      expected_tokens: tokens('Expected', 'Tokens that the request before had in the cache.'),
      read_tokens: tokens('Read', 'Tokens that the reply read from the cache.'),
      lost_tokens: tokens('Lost', 'The difference.'),
      usd: usd('Cost', costOf, { absent: noPrice }),
      source_id: sourceId,
      line,
      file_line: fileLine,
    },
    groupings: [],
    parameters: ['cause'],
    notes: [note],
  },
} as const satisfies Readonly<Record<string, Metric>>

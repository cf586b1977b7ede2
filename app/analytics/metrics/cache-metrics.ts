/** Metrics of the prompt cache: what was read from it, and why not more. */
import {
  allGroupings,
  at,
  chain,
  group,
  fileLine,
  line,
  ms,
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

const noPrice = 'no price is available'
const breakOf = 'a reply that read less than 90 % of what the request before it had in the cache, and at least 2,048 tokens less'
const causes =
  'In the service’s words where the record has them, such as tools_changed. Else the first that the records show: compaction, rewind, model_changed (or its speed), lifetime_passed, smaller_context (the client left something out without a record), skill_began, or not_explained.'
const costOf =
  'What the lost tokens cost at most, above their price as a cache hit, by the prices of the day; after a compaction new text is among them.'
const note =
  'lifetimes: an hour where the request before wrote for an hour, else 5 minutes; changed tools and system prompts are known only where the service says so'

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
      lost_tokens: tokens(
        'Lost',
        'Tokens that were in the cache and were not read from it.',
        rowsOf('cache-breaks', { cause: { column: 'cause' } }),
      ),
      lost_share: share('Share', 'Of all lost tokens of the group.'),
      usd: usd('Cost', costOf, { absent: noPrice }),
      unpriced_breaks: tally('Unpriced', 'Breaks without a price; the cost excludes them.'),
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
      known_from: words(
        'Known from',
        'service: the record has the service’s reason; records: the cause follows from the records around it.',
      ),
      lost_from: words(
        'Lost from',
        'everything; after the first request (not more than what the first request of the chain had in the cache was read); or in the conversation.',
      ),
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

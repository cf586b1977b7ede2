/** Conversations with everything in them that the Messages API refuses, as lines of a transcript that fast-check makes up. */
import fc from 'fast-check'

export interface UglyLine {
  readonly type: 'user' | 'assistant' | 'system'
  readonly message?: unknown
  readonly subtype?: string
  readonly isCompactSummary?: boolean
  /** The line hangs on the one this many lines before it; 0: on none. */
  readonly back: number
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = Buffer.from('%PDF-1.4 tiny').toString('base64')

const word = fc.constantFrom(
  '',
  ' ',
  '\n\t',
  'words',
  'ends with space  ',
  'half \ud83d pair',
  '\udc4d',
  'zero \u0000 byte',
  '日本',
  '\\ud83d as text',
  '</system-reminder>',
)
const oddWord: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 1, arbitrary: fc.constantFrom(null, 7, undefined, {}, []) },
)

const id: fc.Arbitrary<unknown> = fc.constantFrom(
  'functions.Bash:0',
  'functions.Bash:1',
  'toolu_01ab3458a5aa7d5768b111',
  'toolu_strata_0',
  'srvtoolu_01',
  'srvtoolu_strata_0',
  'call 1',
  'call-1',
  '',
  'ü',
  'functions.Bash:0#2',
  null,
  undefined,
  5,
)
const name: fc.Arbitrary<unknown> = fc.constantFrom(
  'Bash',
  'a.b',
  'a b',
  'a_b',
  'x'.repeat(140),
  `${'x'.repeat(127)}.`,
  '',
  'web_search',
  null,
  'é',
  '\ud83d',
)

const input: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, 'ls', 42, true, [], ['a'], {}, '{"a":1}'),
  fc.dictionary(
    fc.constantFrom('command', 'filter[bundleId]', '$.xgafv', '', '__proto__', 'k'.repeat(70), 'half\ud83d', 'a.b-c_d'),
    fc.anything({ maxDepth: 1 }),
    {
      maxKeys: 4,
    },
  ),
)

const mediaKind = fc.constantFrom<unknown>('image/png', 'image/jpeg', 'image/webp', 'image/bmp', 'application/pdf', 'text/plain', '', null)
const data = fc.constantFrom<unknown>(
  png,
  pdf,
  'aGFsbG8=',
  '',
  'no base64!',
  '/9j/4AAQSkZJRg==',
  'R0lGODlhAQABAAAAACw=',
  'UklGRgAAAABXRUJQ',
  null,
  `${png.slice(0, 40)}\n${png.slice(40)}`,
)
const source: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ type: fc.constant('base64'), media_type: mediaKind, data }),
  fc.record({ type: fc.constant('text'), media_type: fc.constant('text/plain'), data: word }),
  fc.record({ type: fc.constant('url'), url: fc.constantFrom('https://example.org/a.png', 'file:///etc/passwd') }),
  fc.record({
    type: fc.constant('content'),
    content: fc.oneof(word, fc.array(fc.record({ type: fc.constant('text'), text: word }), { maxLength: 2 })),
  }),
  fc.constantFrom<unknown>(null, undefined, 'x'),
)
const media = fc.record({ type: fc.constantFrom('image', 'document'), source, title: oddWord })

const mark = fc.constantFrom<object>({}, {}, { cache_control: { type: 'ephemeral' } })
const marked = <T extends object>(block: fc.Arbitrary<T>): fc.Arbitrary<object> =>
  fc.tuple(block, mark).map(([own, more]) => ({ ...own, ...more }))

const textBlock = fc.record({ type: fc.constant('text'), text: oddWord, citations: fc.constantFrom<unknown>(undefined, null, []) })
const unknownBlock = fc.record({
  type: fc.constantFrom('unheard_of', 'container_upload', 'search_result', 'tool_reference', ''),
  text: oddWord,
  content: oddWord,
})
const bare = fc.oneof(word, fc.constantFrom<unknown>(null, 3, {}, { text: 'no type' }, ['inner']))

const inResult = fc.oneof(marked(textBlock), media, unknownBlock, bare)
const resultContent: fc.Arbitrary<unknown> = fc.oneof(
  word,
  fc.array(inResult, { maxLength: 3 }),
  fc.constantFrom<unknown>(null, undefined, {}, { type: 'text', text: 'object' }, 9),
)
const result = fc.record({
  type: fc.constant('tool_result'),
  tool_use_id: id,
  content: resultContent,
  is_error: fc.constantFrom<unknown>(true, true, false, undefined, 'yes'),
})
const call = fc.record({ type: fc.constant('tool_use'), id, name, input })

const thinking = fc.record({
  type: fc.constant('thinking'),
  thinking: oddWord,
  signature: fc.constantFrom<unknown>('sig', '', null, undefined),
})
const sealed = fc.record({ type: fc.constant('redacted_thinking'), data: fc.constantFrom<unknown>('abc', '', null) })
const serverCall = fc.record({ type: fc.constantFrom('server_tool_use', 'mcp_tool_use'), id, name, input })
const serverResult = fc.record({
  type: fc.constantFrom('web_search_tool_result', 'mcp_tool_result', 'advisor_tool_result'),
  tool_use_id: id,
  content: fc.constantFrom<unknown>([], { type: 'web_search_tool_result_error', error_code: 'unavailable' }, null, 'text'),
})

const block = fc.oneof(
  { weight: 3, arbitrary: marked(call) },
  { weight: 3, arbitrary: marked(result) },
  { weight: 2, arbitrary: marked(textBlock) },
  { weight: 2, arbitrary: marked(thinking) },
  { weight: 1, arbitrary: marked(media) },
  { weight: 1, arbitrary: sealed },
  { weight: 1, arbitrary: unknownBlock },
  { weight: 1, arbitrary: serverCall },
  { weight: 1, arbitrary: serverResult },
  { weight: 1, arbitrary: bare },
)
const content: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.array(block, { maxLength: 5 }) },
  { weight: 2, arbitrary: oddWord },
  { weight: 1, arbitrary: block },
)

const messageId = fc.constantFrom<unknown>('msg_1', 'msg_2', 'msg_3', undefined, null)
const model = fc.constantFrom<unknown>('claude-sonnet-4-5', '', '<synthetic>', 'half\ud83d', null)
const back = fc.constantFrom(1, 1, 1, 1, 1, 2, 0)

const line: fc.Arbitrary<UglyLine> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('user' as const), message: fc.record({ role: fc.constant('user'), content }), back }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('assistant' as const),
      message: fc.record({ role: fc.constant('assistant'), id: messageId, model, content }),
      back,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('user' as const, 'assistant' as const),
      message: fc.constantFrom<unknown>(null, 'a text', {}),
      back,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('system' as const), subtype: fc.constant('compact_boundary'), back }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('user' as const),
      isCompactSummary: fc.constant(true),
      message: fc.record({ role: fc.constant('user'), content: oddWord }),
      back,
    }),
  },
)

const written = ({ back: steps, ...record }: UglyLine, at: number): string =>
  JSON.stringify({
    ...record,
    uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    parentUuid: steps === 0 || at < steps ? null : `00000000-0000-4000-8000-${String(at - steps).padStart(12, '0')}`,
    sessionId: '11111111-1111-4111-8111-111111111111',
    timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, at)).toISOString(),
    cwd: '/home/dev\ud83d',
  })

/** Lines of a transcript of up to `most` records. */
export const uglyLines = (most: number): fc.Arbitrary<readonly string[]> =>
  fc.array(line, { minLength: 1, maxLength: most, size: 'max' }).map((lines) => lines.map(written))

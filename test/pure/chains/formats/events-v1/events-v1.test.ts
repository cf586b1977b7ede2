import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concatenate, writeEvents } from '../../../../../app/chains/formats/chain-format.ts'
import { decodeEvents } from '../../../../../app/chains/formats/events-v1/decode-events.ts'
import { encodeEvents } from '../../../../../app/chains/formats/events-v1/encode-events.ts'
import { eventsV1 } from '../../../../../app/chains/formats/events-v1/events-v1.ts'
import type { Event } from '../../../../../app/model/event.ts'
import { hashArtifact } from '../../../../../app/store/files/artifact-hash.ts'

const timestamp = 1_735_689_600
const json = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))
const hex = (text: string): Buffer => Buffer.from(text, 'hex')

const concatenateEvents = (deltas: readonly Uint8Array[]): Buffer => concatenate(eventsV1, deltas)

const prompt: Event = { type: 'prompt', timestamp, payload: { source: 'initial', content: 'hello' } }
const response: Event = { type: 'response', timestamp, payload: { content: 'world' } }

/** What it shows, the events, their bytes. */
const vectors: readonly (readonly [string, readonly Event[], string])[] = [
  ['no events', [], '80'],
  [
    'a prompt',
    [prompt],
    '81a364747970656670726f6d70746670726f6d7074a266736f7572636567696e697469616c67636f6e74656e746568656c6c6f6974696d657374616d701a67748580',
  ],
  [
    'a prompt and a response',
    [prompt, response],
    '82a364747970656670726f6d70746670726f6d7074a266736f7572636567696e697469616c67636f6e74656e746568656c6c6f6974696d657374616d701a67748580a3647479706568726573706f6e736568726573706f6e7365a167636f6e74656e7465776f726c646974696d657374616d701a67748580',
  ],
  [
    'a fraction of a second',
    [{ type: 'error', timestamp: timestamp + 0.999, payload: { message: 'x' } }],
    '81a36474797065656572726f72656572726f72a1676d65737361676561786974696d657374616d701a67748580',
  ],
  [
    'a time before 1970',
    [{ type: 'error', timestamp: -1.5, payload: { message: 'x' } }],
    '81a36474797065656572726f72656572726f72a1676d65737361676561786974696d657374616d7021',
  ],
  [
    'no time and an empty message',
    [{ type: 'error', timestamp: null, payload: { message: '' } }],
    '81a36474797065656572726f72656572726f72a1676d657373616765606974696d657374616d70f6',
  ],
  [
    'thinking',
    [{ type: 'thinking', timestamp, payload: { content: 'hmm', signature: 'sig' } }],
    '81a36474797065687468696e6b696e67687468696e6b696e67a267636f6e74656e7463686d6d697369676e6174757265637369676974696d657374616d701a67748580',
  ],
  [
    'a tool call',
    [{ type: 'tool_call', timestamp, payload: { id: 'tc-1', name: 'Read', input: json('{"path":"/tmp/test"}') } }],
    '81a3647479706569746f6f6c5f63616c6c6974696d657374616d701a6774858069746f6f6c5f63616c6ca36269646474632d31646e616d65645265616465696e707574547b2270617468223a222f746d702f74657374227d',
  ],
  [
    'a server tool',
    [{ type: 'tool_call', timestamp, payload: { id: 'st-1', name: 'WebSearch', server_tool: true } }],
    '81a3647479706569746f6f6c5f63616c6c6974696d657374616d701a6774858069746f6f6c5f63616c6ca36269646473742d31646e616d65695765625365617263686b7365727665725f746f6f6cf5',
  ],
  [
    'a tool result',
    [{ type: 'tool_result', timestamp, payload: { id: 'tc-1', output: 'data', is_error: false } }],
    '81a364747970656b746f6f6c5f726573756c746974696d657374616d701a677485806b746f6f6c5f726573756c74a26269646474632d31666f75747075746464617461',
  ],
  [
    'a failed tool result without output',
    [{ type: 'tool_result', timestamp, payload: { output: '', is_error: true } }],
    '81a364747970656b746f6f6c5f726573756c746974696d657374616d701a677485806b746f6f6c5f726573756c74a16869735f6572726f72f5',
  ],
  [
    'a tool result with nothing in it',
    [{ type: 'tool_result', timestamp, payload: {} }],
    '81a364747970656b746f6f6c5f726573756c746974696d657374616d701a677485806b746f6f6c5f726573756c74a0',
  ],
  [
    'a compaction boundary',
    [{ type: 'system', timestamp, payload: { subtype: 'compact_boundary', metadata: json('{"trigger":"auto","pre_tokens":128000}') } }],
    '81a364747970656673797374656d6673797374656da2677375627479706570636f6d706163745f626f756e64617279686d6574616461746158267b2274726967676572223a226175746f222c227072655f746f6b656e73223a3132383030307d6974696d657374616d701a67748580',
  ],
  [
    'the start of a session',
    [{ type: 'system', timestamp, payload: { subtype: 'init', message: 'hi' } }],
    '81a364747970656673797374656d6673797374656da2676d657373616765626869677375627479706564696e69746974696d657374616d701a67748580',
  ],
  [
    'an output line',
    [{ type: 'output', timestamp, payload: { raw: json('{"unknown":"field"}') } }],
    '81a36474797065666f7574707574666f7574707574a163726177537b22756e6b6e6f776e223a226669656c64227d6974696d657374616d701a67748580',
  ],
  [
    'an output line that is missing',
    [{ type: 'output', timestamp, payload: { raw: null } }],
    '81a36474797065666f7574707574666f7574707574a163726177f66974696d657374616d701a67748580',
  ],
  [
    'a metric',
    [
      {
        type: 'metric',
        timestamp,
        payload: {
          input_tokens: 5000,
          output_tokens: 2000,
          cache_read_tokens: 1000,
          cost_usd: 0.025,
          duration_seconds: 45.5,
          turn_count: 3,
          status: 'success',
        },
      },
    ],
    '81a36474797065666d6574726963666d6574726963a766737461747573677375636365737368636f73745f757364fb3f9999999999999a6a7475726e5f636f756e74036c696e7075745f746f6b656e731913886d6f75747075745f746f6b656e731907d0706475726174696f6e5f7365636f6e6473f951b07163616368655f726561645f746f6b656e731903e86974696d657374616d701a67748580',
  ],
  [
    'a metric with every field, the cost an integer',
    [
      {
        type: 'metric',
        timestamp,
        payload: {
          input_tokens: 1,
          output_tokens: 2,
          cache_read_tokens: 3,
          cache_write_tokens: 4,
          cost_usd: 2,
          duration_seconds: 0.1,
          turn_count: 7,
          status: 's',
        },
      },
    ],
    '81a36474797065666d6574726963666d6574726963a866737461747573617368636f73745f757364f940006a7475726e5f636f756e74076c696e7075745f746f6b656e73016d6f75747075745f746f6b656e7302706475726174696f6e5f7365636f6e6473fb3fb999999999999a7163616368655f726561645f746f6b656e73037263616368655f77726974655f746f6b656e73046974696d657374616d701a67748580',
  ],
  [
    'a metric with nothing in it',
    [{ type: 'metric', timestamp, payload: { cost_usd: 0 } }],
    '81a36474797065666d6574726963666d6574726963a06974696d657374616d701a67748580',
  ],
]

test.each(vectors)('%s has the bytes that the format gives', (_what, events, bytes) => {
  expect(encodeEvents(events).toString('hex')).toBe(bytes)
})

test.each(vectors)('%s is read back as it was written, and written again to the same bytes', (_what, _events, bytes) => {
  expect(encodeEvents(decodeEvents(hex(bytes))).toString('hex')).toBe(bytes)
})

test('a delta has the artifact hash that the format gives', () => {
  expect(hashArtifact(encodeEvents([prompt, response]))).toBe('715a690525de3ab0dd1c2c54c6b0e65856910552bb3a3e69bc69a44f7241de10')
})

/** An error event whose time follows. */
const error = '81a26474797065656572726f726974696d657374616d70'
test.each([
  ['seconds', '1a67748580', timestamp],
  ['tagged seconds', 'c11a67748580', timestamp],
  ['text', '74323032352d30312d30315430303a30303a30305a', timestamp],
  ['tagged text', 'c074323032352d30312d30315430303a30303a30305a', timestamp],
  ['fractional seconds', 'fb41d9dd2160200000', timestamp + 0.5],
  ['null', 'f6', null],
])('a time written as %s is read', (_how, bytes, time) => {
  expect(decodeEvents(hex(error + bytes))).toEqual([{ type: 'error', timestamp: time, payload: { message: '' } }])
})

test('deltas are joined event by event, byte for byte, unknown keys and odd encodings included', () => {
  const odd = '9fa26474797065656572726f7263666f6f9f01ffff'
  const joined = concatenateEvents([encodeEvents([prompt]), hex('80'), hex('f6'), hex(odd), encodeEvents([response])])
  const [first, last] = [encodeEvents([prompt]), encodeEvents([response])].map((bytes) => bytes.toString('hex').slice(2))
  expect(joined.toString('hex')).toBe(`83${first}${odd.slice(2, -2)}${last}`)
  expect(concatenateEvents([]).toString('hex')).toBe('80')
})

test('joining deltas is the same as writing all their events at once', () => {
  const one = fc.constantFrom<Event>(prompt, response, { type: 'metric', timestamp: null, payload: { turn_count: 70_000 } })
  fc.assert(
    fc.property(fc.array(fc.array(one, { maxLength: 40 }), { maxLength: 5 }), (deltas) => {
      expect(concatenateEvents(deltas.map((delta) => encodeEvents(delta))).equals(encodeEvents(deltas.flat()))).toBe(true)
    }),
  )
})

/** A list of 33 lists in each other, and of 32. */
const nested = (levels: number): string => `${'81'.repeat(levels - 1)}80`
/** An event whose unknown key holds the item. */
const beside = (item: string): string => `81a263666f6f${item}6474797065656572726f72`
const call = (input: string): string => `81a2647479706569746f6f6c5f63616c6c69746f6f6c5f63616c6ca165696e707574${input}`

test.each([
  ['nothing at all', '', 'at byte 0'],
  ['a map', 'a0', 'no list at byte 0'],
  ['something behind the list', '8000', '1 bytes too many follow the CBOR at byte 1'],
  ['a list that is cut short', '82a0', 'cut short at byte 2'],
  ['a text that is longer than the bytes', '81a164747970657f', 'cut short'],
  ['a length that is malformed', '9c', 'malformed at byte 0'],
  ['a break that ends nothing', '81ff', 'a break stands where an item should at byte 1'],
  ['lists deeper than 32 levels', beside(nested(31)), 'nested deeper than 32 levels at byte 36'],
  ['more items than 131,072', '9a00020001', 'more than 131,072 items at byte 0'],
  ['more pairs than 131,072', '81ba00020001', 'more than 131,072 pairs at byte 1'],
  ['a type that is not UTF-8', '81a1647479706561ff', 'type is text that is not UTF-8 at byte 7'],
  ['a key that is not UTF-8', '81a161ff00', 'a key is text that is not UTF-8 at byte 2'],
  ['a key that is bytes', '81a141ff00', 'a key of a map is no text at byte 2'],
  ['an event that is text', '816161', 'is no map at byte 1'],
  ['a type that is bytes', '81a164747970654161', 'type should be text, but is bytes at byte 7'],
  ['raw JSON as text instead of bytes', call('627b7d'), 'input should be bytes with JSON in them, but is text at byte 34'],
  ['raw JSON as a map', call('a0'), 'input should be bytes with JSON in them, but is a map at byte 34'],
  ['raw JSON as numbers that are no bytes', call('82190100f6'), 'should be a number from 0 to 255'],
  ['a time that is no time', '81a16974696d657374616d706161', 'no time in RFC 3339 form at byte 12'],
  ['a time that is bytes', '81a16974696d657374616d704161', 'should be a time, but is bytes at byte 12'],
  ['tokens that are a float', '81a1666d6574726963a16c696e7075745f746f6b656e73f93e00', 'input_tokens should be a whole number'],
  [
    'tokens beyond 64 bits with a sign',
    '81a1666d6574726963a16c696e7075745f746f6b656e731bffffffffffffffff',
    'too large a number at byte 23',
  ],
  ['a payload of another type that cannot be read', '81a26474797065666f7574707574666d657472696380', 'metric is no map at byte 21'],
])('%s is refused, and the error names the byte', (_what, bytes, reason) => {
  expect(() => decodeEvents(hex(bytes))).toThrow(expect.objectContaining({ code: 'delta-malformed' }))
  expect(() => decodeEvents(hex(bytes))).toThrow(reason)
})

test.each([
  ['a list without a stated length', '9fa1647479706565' + '6572726f72ff', 'error'],
  ['a text in parts', '81a164747970657f6265726372' + '6f72ff', 'error'],
  ['a key in another case', '81a1645459504565' + '6572726f72', 'error'],
  ['an unknown key', beside('6178'), 'error'],
  ['unknown text that is not UTF-8', beside('61ff'), 'error'],
  ['lists 32 levels deep', beside(nested(30)), 'error'],
  ['a key that is a number', '81a20000647479706565' + '6572726f72', 'error'],
  ['the first of two keys', '81a26474797065656572726f72647479706561' + '78', 'error'],
  ['the first of two keys, the second in another case', '81a26474797065656572726f72645459504561' + '78', 'error'],
  ['a tagged list of tagged events', 'c181c1a16474797065d820656572726f72', 'error'],
  ['a list of nothing', 'f6', undefined],
])('%s is read', (_what, bytes, type) => {
  expect(decodeEvents(hex(bytes))[0]?.type).toBe(type)
})

test.each([
  ['null', 'f6', undefined],
  ['bytes', '477b2261223a317d', '{"a":1}'],
  ['bytes in parts', '5f427b22456122' + '3a317dff', '{"a":1}'],
  ['a list of small numbers', '82187b187d', '{}'],
])('raw JSON written as %s is read', (_how, bytes, text) => {
  const [event] = decodeEvents(hex(call(bytes)))
  const input = event?.type === 'tool_call' ? event.payload.input : 'no call'
  expect(input && Buffer.from(input).toString()).toBe(text)
})

test('an event of an unknown type is unchanged by a join, and reads as output', () => {
  const odd = '81a264747970656378797a636162630' + '1'
  expect(concatenateEvents([hex(odd)]).toString('hex')).toBe(odd)
  expect(eventsV1.readEvents(hex(odd))).toEqual({
    events: [{ type: 'output', timestamp: null, payload: { raw: json('{"type":"xyz"}') } }],
    lost: [{ what: 'changed: event of the type “xyz”', count: 1, why: 'events-v1 has no such type; it reads as output' }],
    rendered: 0,
  })
})

test('a time with milliseconds keeps them where another format has them', () => {
  const { bytes } = writeEvents(eventsV1, [{ type: 'error', timestamp: timestamp + 0.5, payload: { message: '' } }])
  expect(decodeEvents(bytes)[0]?.timestamp).toBe(timestamp + 0.5)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formats } from '../../../app/engine/kernel/chain-formats.ts'
import { anyChain, anyFormat, deltaOf, type MadeCommit, materialised, said } from '../../support/made-chain.ts'

const events = 'events-v1'
const delta = (text: string, format = events): MadeCommit => ({ type: 'delta', format, bytes: deltaOf(format, [said(text)]) })
const compaction = (text: string): MadeCommit => ({ ...delta(text), type: 'compaction' })
const snapshot = (text: string): MadeCommit => ({ ...delta(text), type: 'snapshot' })

const root = { kind: 'root' } as const
const nearest = { kind: 'compaction' } as const
const at = (index: number) => ({ kind: 'commit', commitId: `c${index}` }) as const

const texts = (bytes: Uint8Array, format = events): readonly string[] =>
  formats
    .get(format)
    .readEvents(bytes)
    .events.flatMap((event) => (event.type === 'response' || event.type === 'prompt' ? [event.payload.content] : []))

test.each([
  ['the root, when nothing was compacted', [delta('a'), delta('b')], ['a', 'b']],
  ['the nearest compaction, included', [delta('a'), compaction('A'), delta('b'), compaction('B'), delta('c')], ['B', 'c']],
  ['the nearest snapshot, included', [delta('a'), snapshot('A'), delta('b')], ['A', 'b']],
  ['the tip itself, when it is a compaction', [delta('a'), compaction('A')], ['A']],
])('by default a chain is materialised from %s', async (_what, chain, expected) => {
  expect(texts((await materialised(chain, nearest)).bytes)).toEqual(expected)
})

test('from the root every delta is included, without summaries and snapshots of earlier commits', async () => {
  const chain = [delta('a'), compaction('A'), delta('b'), snapshot('B'), delta('c')]
  const { bytes, commits, messageCount } = await materialised(chain, root)
  expect(texts(bytes)).toEqual(['a', 'b', 'c'])
  expect({ commits, messageCount }).toEqual({ commits: ['c0', 'c2', 'c4'], messageCount: 3 })
})

test('a root that is a snapshot or a compaction is included, because nothing else contains its content', async () => {
  expect(texts((await materialised([snapshot('S'), delta('a')], root)).bytes)).toEqual(['S', 'a'])
  expect(texts((await materialised([compaction('C'), delta('a')], root)).bytes)).toEqual(['C', 'a'])
})

test('a chain can be materialised from an ancestor, which is included', async () => {
  const chain = [delta('a'), delta('b'), compaction('B'), delta('c')]
  expect(texts((await materialised(chain, at(1))).bytes)).toEqual(['b', 'c'])
  expect(texts((await materialised(chain, at(2))).bytes)).toEqual(['B', 'c'])
  expect(texts((await materialised(chain, at(3))).bytes)).toEqual(['c'])
})

test('a commit that is not an ancestor is refused as a stop', async () => {
  await expect(materialised([delta('a')], { kind: 'commit', commitId: 'ctx-12345678' })).rejects.toThrow(
    'stop target ctx-12345678 not found',
  )
})

test('no commit at all becomes an empty conversation', async () => {
  expect(await materialised([], nearest)).toMatchObject({
    bytes: Buffer.of(0x80),
    format: events,
    messageCount: 0,
    commits: [],
    tier: 'native',
  })
  expect(await materialised([], root, 'claude-code-v1')).toMatchObject({ bytes: Buffer.alloc(0), messageCount: 0 })
})

test('a chain whose deltas are all empty becomes an empty list', async () => {
  const empty: MadeCommit = { type: 'delta', format: events, bytes: Buffer.of(0xf6) }
  expect((await materialised([empty, empty], root)).bytes).toEqual(Buffer.of(0x80))
})

test('messages kept across a compaction follow its summary', async () => {
  const line = (uuid: string) => `${JSON.stringify({ type: 'user', uuid, message: { content: uuid } })}\n`
  const lines = (...uuids: string[]): Uint8Array => Buffer.from(uuids.map(line).join(''))
  const format = 'claude-code-v1'
  const chain: readonly MadeCommit[] = [
    { type: 'delta', format, bytes: lines('u1', 'u2') },
    { type: 'delta', format, bytes: lines('u3', 'u4') },
    { type: 'compaction', format, bytes: lines('boundary', 'summary'), preserved: ['u2', 'u4'] },
    { type: 'delta', format, bytes: lines('u5') },
  ]
  expect((await materialised(chain, nearest)).bytes.toString()).toBe(['boundary', 'summary', 'u2', 'u4', 'u5'].map(line).join(''))
  expect((await materialised(chain, root)).bytes.toString()).toBe(['u1', 'u2', 'u3', 'u4', 'u5'].map(line).join(''))
  const partial = await materialised(chain.slice(2), nearest)
  expect(partial).toMatchObject({ isPartial: true, lost: [{ what: 'missing: messages kept across the compaction', count: 2 }] })
})

test('a chain of several formats is materialised in the newest one, unless another is requested', async () => {
  const chain = [delta('a'), delta('b', 'claude-code-v1'), delta('c', 'bureau-agent-v1')]
  const own = await materialised(chain, root)
  expect(own).toMatchObject({ format: 'bureau-agent-v1', tier: 'field', messageCount: 3 })
  for (const { id } of formats.all) expect(texts((await materialised(chain, root, id)).bytes, id)).toEqual(['a', 'b', 'c'])
})

test('a chain of an unknown format is returned as its bytes, whichever format is requested', async () => {
  const odd = (text: string): MadeCommit => ({ type: 'delta', format: 'codex-v9', bytes: Buffer.from(text) })
  expect(await materialised([odd('one'), odd('two')], root)).toMatchObject({
    bytes: Buffer.from('onetwo'),
    tier: 'raw',
    format: 'codex-v9',
    lost: [],
  })
  const asked = await materialised([odd('one')], root, events)
  expect(asked).toMatchObject({
    bytes: Buffer.from('one'),
    tier: 'raw',
    format: 'codex-v9',
    lost: [{ what: 'form of the format “events-v1”' }],
  })
})

test('a delta of an unknown format among others is included as its bytes', async () => {
  const chain: readonly MadeCommit[] = [delta('a'), { type: 'delta', format: 'codex-v9', bytes: Buffer.from([0xff, 0x00]) }, delta('b')]
  const own = await materialised(chain, root)
  expect(own.tier).toBe('raw')
  expect(formats.get(events).readEvents(own.bytes).events[1]).toMatchObject({ type: 'output', payload: { raw: Uint8Array.of(0xff, 0x00) } })
  const transcript = await materialised(chain, root, 'claude-code-v1')
  expect(transcript.bytes.toString()).toContain('{\\"format\\":\\"codex-v9\\",\\"base64\\":\\"/wA=\\"}')
})

test('a delta that cannot be read is reported with its commit', async () => {
  const broken: MadeCommit = { type: 'delta', format: events, bytes: Buffer.of(0x81) }
  await expect(materialised([delta('a'), broken, delta('c')], root)).rejects.toMatchObject({
    message: expect.stringMatching(/^c1: No delta of the format events-v1: .* at byte 1$/) as unknown,
    data: { commitId: 'c1', offset: 1 },
  })
})

test('an unknown output format is refused, and the error lists the known ones', async () => {
  await expect(materialised([delta('a')], root, 'hologram')).rejects.toThrow('events-v1, bureau-agent-v1, claude-code-v1')
})

test('from the root a chain equals its deltas joined by hand', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyFormat.chain((format) => anyChain(fc.constant(format))),
      async (chain) => {
        const format = formats.get(chain[0]?.format ?? '')
        const byHand = format.encode(chain.filter(({ type }) => type === 'delta').flatMap(({ bytes }) => format.decode(bytes)))
        const { bytes, tier, lost } = await materialised(chain, root)
        expect(bytes.equals(byHand)).toBe(true)
        expect({ tier, lost }).toEqual({ tier: 'native', lost: [] })
      },
    ),
  )
})

test('from the nearest compaction a chain is the summary and the deltas after it', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyFormat.chain((format) => anyChain(fc.constant(format))),
      async (chain) => {
        const format = formats.get(chain[0]?.format ?? '')
        const from = chain.map(({ type }) => type === 'delta').lastIndexOf(false)
        const byHand = format.encode(chain.slice(Math.max(0, from)).flatMap(({ bytes }) => format.decode(bytes)))
        expect((await materialised(chain, nearest)).bytes.equals(byHand)).toBe(true)
      },
    ),
  )
})

test('a chain of mixed formats has the same content in each format as its single deltas', async () => {
  await fc.assert(
    fc.asyncProperty(anyChain(), anyFormat, async (chain, target) => {
      const deltas = chain.filter(({ type }) => type === 'delta')
      const oneByOne = deltas.flatMap(({ bytes, format }) => texts(bytes, format))
      const [first, second] = [await materialised(chain, root, target), await materialised(chain, root, target)]
      expect(texts(first.bytes, target)).toEqual(oneByOne)
      expect(second.bytes.equals(first.bytes)).toBe(true)
      expect(first.messageCount).toBe(formats.get(target).count(first.bytes))
    }),
  )
})

test('a chain of 20,000 commits is materialised', async () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => delta(String(index)))
  expect(await materialised(chain, root)).toMatchObject({ messageCount: 20_000 })
})

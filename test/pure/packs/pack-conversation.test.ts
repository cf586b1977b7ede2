/** Conversations that are packed under a budget of tokens: what fits stays, and names of parts are known. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addedRow, type ConversationRow } from '../../../app/conversation/conversation-row.ts'
import { packConversation, type PackedConversation } from '../../../app/packs/conversation/pack-conversation.ts'

type Block = ConversationRow['blocks'][number]

const prompt = (blocks: readonly Block[]): ConversationRow => ({ ...addedRow('user', [...blocks]), typed: true })
const said = (text: string): Block => ({ type: 'text', text })
const turn = (text: string): readonly ConversationRow[] => [prompt([said(text)]), addedRow('assistant', [said('ok')])]

const pack = (
  rows: readonly ConversationRow[],
  budget: number,
  names: { readonly pinned?: readonly string[]; readonly dropped?: readonly string[]; readonly fixedTokens?: number } = {},
): PackedConversation =>
  packConversation(rows, {
    budget,
    model: null,
    state: 'Goal: n',
    fixedTokens: names.fixedTokens ?? 0,
    lastTurns: 3,
    outputsPerTurn: 5,
    pinned: new Set(names.pinned),
    dropped: new Set(names.dropped),
  })

const formsOf = ({ packs }: PackedConversation): readonly string[] => packs.map(({ form }) => form)
const textOf = ({ rows }: PackedConversation): string => JSON.stringify(rows)

test('many short turns that fit together are all in full, and one token less excludes few of them', () => {
  const rows = Array.from({ length: 400 }, (_, at) => turn(`n ${at}`)).flat()
  const { tokens } = pack(rows, 1_000_000)
  const whole = pack(rows, tokens)
  expect([...new Set(formsOf(whole))]).toEqual(['full'])
  expect(whole.tokens).toBe(tokens)
  const less = pack(rows, tokens - 1)
  expect(formsOf(less).filter((form) => form === 'left_out').length).toBeLessThan(8)
  expect(textOf(less).match(/excluded to keep the budget/g)).toHaveLength(1)
  expect(less.tokens).toBeLessThanOrEqual(tokens - 1)
})

test('of any sizes and budget, the budget is kept, or the budget that is named fits', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 20_000 }), fc.boolean(), (lengths, budget, isPinned) => {
      const rows = lengths.flatMap((length) => turn('w'.repeat(length)))
      const names = isPinned ? { pinned: ['turn 1'] } : {}
      const packed = pack(rows, budget, names)
      if (packed.needed === undefined) expect(packed.tokens).toBeLessThanOrEqual(budget)
      else expect(pack(rows, packed.needed, names).needed).toBeUndefined()
    }),
    { numRuns: 150 },
  )
})

test('a name of no part is refused with those that there are, and the system prompt cannot be excluded', () => {
  const rows = [...turn('one'), ...turn('two')]
  for (const names of [{ pinned: ['turn 9'] }, { dropped: ['turn 9'] }])
    expect(() => pack(rows, 1000, names)).toThrow('No part of this export is called turn 9. Its parts: state, turn 1 to turn 2')
  for (const fixedTokens of [0, 10])
    expect(() => pack(rows, 1000, { dropped: ['system prompt and tools'], fixedTokens })).toThrow('Cannot exclude system prompt and tools')
  expect(() => pack(rows, 1000, { pinned: ['turn 1'], dropped: ['turn 1'] })).toThrow('cannot be both')
  expect(formsOf(pack(rows, 1000, { dropped: ['turn 1'] }))).toEqual(['full', 'left_out', 'full'])
})

test('pictures of a prompt that exceed the budget are named in its place', () => {
  const picture: Block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
  const pictures = (count: number, more: readonly Block[] = []): PackedConversation =>
    pack([prompt([...more, ...Array.from({ length: count }, () => picture)]), addedRow('assistant', [said('Pictures.')])], 400)
  expect(textOf(pictures(20))).toContain('[20 images excluded]')
  expect(textOf(pictures(1))).toContain('[image excluded]')
  expect(textOf(pictures(20, [said('Look')]))).toContain('Look\\n[20 images excluded]')
  expect(pictures(20).tokens).toBeLessThanOrEqual(400)
})

test('required turns whose newest outputs exceed the budget keep as many of these as fit', () => {
  const called = (id: string, length: number): readonly ConversationRow[] => [
    addedRow('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: `run ${id}` } }]),
    addedRow('user', [{ type: 'tool_result', tool_use_id: id, content: `output ${id} ${'w '.repeat(length)}` }]),
  ]
  const rows = [1, 2, 3].flatMap((number) => [
    prompt([said(`Task ${number}`)]),
    ...[1, 2, 3, 4].flatMap((call) => called(`${number}-${call}`, 1000)),
    addedRow('assistant', [said('Done.')]),
  ])
  const packed = pack(rows, 5_000)
  expect(formsOf(packed)).toEqual(['full', 'compact', 'compact', 'compact'])
  for (const turn of [1, 2, 3]) {
    expect(textOf(packed)).toContain(`output ${turn}-4`)
    expect(textOf(packed)).not.toContain(`output ${turn}-1`)
  }
  expect(packed.packs.at(-1)?.why).toMatch(/^required; the required parts exceed [\d,]+ tokens, also in compact form: outputs in full: \d$/)
  expect(packed.tokens).toBeGreaterThan(3_000)
  expect(packed.tokens).toBeLessThanOrEqual(5_000)
})

/** Which items of a request are there more than once, and which nothing names again. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isName, nameOfFile, watchNames, wordsIn, type NamedItem } from '../../../app/conversation/named-again.ts'
import { repeatsOf, type RepeatedItem } from '../../../app/conversation/repeated-items.ts'
import { leastRepeated, type NamedAgain } from '../../../app/model/request-marks.ts'

type Item = NamedItem & RepeatedItem

const item = (given: Partial<Item>): Item => ({
  kind: 'result',
  text: '',
  tool: null,
  path: null,
  callId: null,
  owner: { kind: 'tool', name: 'Read' },
  line: undefined,
  ...given,
})

const long = (text: string): string => text.padEnd(leastRepeated, '.')

const read = (callId: string, path: string, text: string): readonly Item[] => [
  item({ kind: 'call', tool: 'Read', path, callId, text: `Read{"file_path":${JSON.stringify(path)}}` }),
  item({ tool: 'Read', path, callId, text }),
]

const bash = (callId: string, command: string, text: string): readonly Item[] => [
  item({ kind: 'call', tool: 'Bash', callId, text: `Bash${JSON.stringify({ command })}` }),
  item({ tool: 'Bash', callId, text }),
]

const said = (text: string): Item => item({ kind: 'response', text, owner: { kind: 'model', name: 'm' } })

const verdicts = (items: readonly Item[], later: readonly string[] = []): readonly (NamedAgain | null)[] => {
  const work = watchNames(items)
  for (;;) {
    const step = work.next()
    if (step.done !== true) continue
    for (const text of later) step.value.hear(text, false)
    return step.value.verdicts()
  }
}

test('a file that is read again is repeated, under every spelling of its path, and its text only while it is the same', () => {
  const items = [...read('t1', '/p/a.ts', long('one')), ...read('t2', '/p/x/../a.ts', long('one')), ...read('t3', '/p/a.ts', long('two'))]
  const results = repeatsOf(items).filter((_, at) => items[at]?.kind === 'result')
  expect(results.map(({ sameFile }) => sameFile)).toEqual([1, 2, 3].map((nth) => ({ group: 1, nth, times: 3 })))
  expect(results.map(({ sameText }) => sameText?.nth ?? null)).toEqual([1, 2, null])
})

test('the text and the picture of one read are one read', () => {
  const of = { tool: 'Read', path: '/p/a.png', callId: 't1' } as const
  const again = { ...of, callId: 't2' } as const
  const items = [
    item(of),
    item({ ...of, kind: 'image', text: long('AAAA') }),
    item(again),
    item({ ...again, kind: 'image', text: long('AAAA') }),
  ]
  expect(repeatsOf(items).map(({ sameFile }) => sameFile?.nth)).toEqual([1, 1, 2, 2])
  expect(repeatsOf(items).map(({ sameText }) => sameText?.nth ?? null)).toEqual([null, 1, null, 2])
})

test('a file that is written or looked for is not read, and short texts repeat nothing', () => {
  const write = item({ tool: 'Write', path: '/p/a.ts', callId: 't2', text: 'ok' })
  const find = item({ tool: 'Grep', path: '/p', callId: 't3', text: 'ok' })
  const [first] = read('t1', '/p/a.ts', 'ok').slice(1)
  if (first === undefined) throw new Error('a read has a result')
  expect(repeatsOf([first, write, find]).every(({ sameFile, sameText }) => sameFile === null && sameText === null)).toBe(true)
})

test('repetitions are numbered without gaps, whatever the items are', () => {
  const any = fc.record({
    kind: fc.constantFrom('result' as const, 'call' as const, 'prompt' as const, 'image' as const),
    text: fc.constantFrom('', long('a'), long('b')),
    tool: fc.constantFrom('Read', 'Bash', null),
    path: fc.constantFrom('/a', '/b', null),
    callId: fc.constantFrom('1', '2', '3', null),
  })
  fc.assert(
    fc.property(fc.array(any), (given) => {
      const items = given.map(item)
      for (const mark of ['sameText', 'sameFile'] as const) {
        const repeats = repeatsOf(items).map((one) => one[mark])
        for (const repeat of repeats) {
          if (repeat === null) continue
          const group = repeats.flatMap((other) => (other?.group === repeat.group ? [other] : []))
          expect(repeat.times).toBeGreaterThan(1)
          expect([...new Set(group.map(({ nth }) => nth))].sort()).toEqual(Array.from({ length: repeat.times }, (_, at) => at + 1))
        }
      }
      // Equal texts of one kind are together, and no others are.
      const texts = repeatsOf(items)
      for (const [a, one] of items.entries())
        for (const [b, other] of items.entries())
          if (a !== b && one.text.length >= leastRepeated)
            expect(texts[a]?.sameText !== null && texts[a]?.sameText?.group === texts[b]?.sameText?.group).toBe(
              one.kind === other.kind && one.text === other.text,
            )
    }),
  )
})

test('a read file is referred to while something later names it, by path, by name or within a command', () => {
  const items = [...read('t1', '/p/lamp.ts', 'const lamp = 1'), said('Now the mast.')]
  expect(verdicts(items).slice(0, 2)).toEqual(['never', 'never'])
  for (const text of ['I change lamp.ts.', 'see `/p/lamp.ts:12`', 'vim "p/lamp.ts"', 'C:\\p\\lamp.ts'])
    expect(verdicts(items, [text]).slice(0, 2)).toEqual(['later', 'later'])
  for (const text of ['I change lamp.tsx', 'the lamp', 'my-lamp.ts']) expect(verdicts(items, [text])[1]).toBe('never')
  expect(verdicts([...items, said('lamp.ts is fine.')])[1]).toBe('earlier')
  expect(verdicts([...items, said('lamp.ts is fine.')], ['lamp.ts again'])[1]).toBe('later')
})

test('what names a file before its result is there does not refer to the result, nor does its own call', () => {
  const [call, result] = read('t1', '/p/lamp.ts', 'x')
  if (call === undefined || result === undefined) throw new Error('a read has two items')
  expect(verdicts([said('I read lamp.ts'), call, said('lamp.ts it is'), result])).toEqual([null, 'never', null, 'never'])
})

test('a result without a file is judged by the file names and identifiers in it, and not judged without any', () => {
  const listing = bash('t1', 'ls', 'mast.ts\nparseLamp\n')
  expect(verdicts([...listing, said('Nothing.')])[1]).toBe('never')
  expect(verdicts(listing, ['open mast.ts'])[1]).toBe('later')
  expect(verdicts(listing, ['where is parseLamp called?'])[1]).toBe('later')
  expect(verdicts(bash('t2', 'git status', 'clean, nothing here'), ['clean, nothing here'])[1]).toBeNull()
})

test('a name that was known before a result says nothing of it', () => {
  const items = [said('parseLamp is wrong.'), ...bash('t1', 'grep -r parseLamp', 'parseLamp'), ...bash('t2', 'grep', 'parseLamp parseMast')]
  expect(verdicts(items, ['parseLamp'])).toEqual([null, null, null, 'never', 'never'])
  expect(verdicts(items, ['parseMast'])).toEqual([null, null, null, 'later', 'later'])
})

test('a letter of an escape in JSON is no part of a name', () => {
  expect(wordsIn(JSON.stringify({ command: 'cd x\nmast.ts\t"C:\\new\\nav.ts"' }), true)).toContain('nav.ts')
  expect(wordsIn(JSON.stringify('one\nmast.ts'), true)).toEqual(['one', 'mast.ts'])
})

test('rules, prompts and responses are not judged', () => {
  const rules = item({ kind: 'instructions', path: '/p/CLAUDE.md', owner: { kind: 'file', name: '/p/CLAUDE.md' }, text: 'Use parseLamp.' })
  expect(verdicts([rules, said('parseLamp'), item({ kind: 'prompt', text: 'lamp.ts' })])).toEqual([null, null, null])
})

test('file names and identifiers are names, words and numbers are not', () => {
  expect(
    ['mast.ts', 'a4f9c01e', 'parseLine', 'max_rows', 'Makefile.in', '1a2b3c4', 'ent-107-usage', 'fix-the-lamp'].filter(
      (name) => !isName(name),
    ),
  ).toEqual([])
  expect(['undefined', '2026', '1.5', 'x', 'everything', 'read-only', 'deadbee', '1234567', 'cannot-go'].filter(isName)).toEqual([])
  expect(nameOfFile('C:\\p\\My lamp file.ts')).toBe('file.ts')
})

test('more that is said later never makes an item less referred to', () => {
  const rank = { never: 0, earlier: 1, later: 2 } as const
  const words = fc.array(fc.constantFrom('mast.ts', 'lamp.ts', 'rope', 'parseLamp', 'and'), { maxLength: 4 }).map((some) => some.join(' '))
  const items = fc.array(
    fc.oneof(
      words.map(said),
      fc.tuple(fc.uuid(), words).map(([id, text]) => bash(id, 'run', text)[1] ?? said('')),
      fc.tuple(fc.uuid(), fc.constantFrom('/p/mast.ts', '/p/lamp.ts')).map(([id, path]) => read(id, path, '')[1] ?? said('')),
    ),
  )
  fc.assert(
    fc.property(items, fc.array(words), words, (some, later, more) => {
      const [before, after] = [verdicts(some, later), verdicts(some, [...later, more])]
      for (const [at, verdict] of before.entries()) {
        const next = after[at] ?? null
        expect(verdict === null).toBe(next === null)
        if (verdict !== null && next !== null) expect(rank[next]).toBeGreaterThanOrEqual(rank[verdict])
      }
    }),
  )
})

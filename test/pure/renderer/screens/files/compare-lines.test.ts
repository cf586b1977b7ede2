/** The difference between two versions of a file, whole or known in part. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLines } from '../../../../../renderer/screens/files/compare/compare-lines.ts'
import { foldLines } from '../../../../../renderer/screens/files/compare/fold-lines.ts'
import { knownLines, type FileLine } from '../../../../../app/model/objects/known-lines.ts'

const whole = (content: string): readonly FileLine[] =>
  knownLines({
    content,
    ranges: [{ from: 1, to: content.split('\n').length, proof: 'observed', record: null }],
    lines: [],
    totalLines: content.split('\n').length,
  })

/** The lines with these numbers are known, no others. */
const part = (content: string, from: number, to: number): readonly FileLine[] => {
  const all = content.split('\n')
  return knownLines({
    content: null,
    ranges: [
      ...(from > 1 ? [{ from: 1, to: from - 1, proof: 'unknown' as const, record: null }] : []),
      { from, to, proof: 'observed' as const, record: null },
      ...(to < all.length ? [{ from: to + 1, to: all.length, proof: 'unknown' as const, record: null }] : []),
    ],
    lines: all.slice(from - 1, to).map((text, at) => ({ number: from + at, text })),
    totalLines: all.length,
  })
}

const signs = { add: '+', delete: '-', context: ' ', gap: '~' } as const

const drawn = (before: readonly FileLine[], after: readonly FileLine[]): readonly string[] =>
  compareLines(before, after).lines.map(
    ({ kind, oldLine, newLine, text }) => `${signs[kind]}${kind === 'gap' ? '' : `${oldLine ?? '.'},${newLine ?? '.'} `}${text}`,
  )

test('lines that were removed come before those that were added in their place, with the numbers of their versions', () => {
  expect(drawn(whole('a\nb\nc\n'), whole('a\nB\nB2\nc\n'))).toEqual([' 1,1 a', '-2,. b', '+.,2 B', '+.,3 B2', ' 3,4 c'])
})

test('a file that did not exist has only added lines', () => {
  const { added, removed } = compareLines([], whole('a\nb\n'))
  expect([added, removed]).toEqual([2, 0])
})

test('lines that only one version knows are no change', () => {
  const content = 'a\nb\nc\nd\ne\nf\n'
  expect(drawn(part(content, 3, 4), whole('a\nb\nc\nD\ne\nf\n'))).toEqual([
    '~Lines 1 to 2 are not known in version A',
    ' .,1 a',
    ' .,2 b',
    ' 3,3 c',
    ' 4,. d',
    '~Lines 5 to 7 are not known in version A',
    ' .,4 D',
    ' .,5 e',
    ' .,6 f',
  ])
})

test('more lines beside a gap may have been in it', () => {
  expect(drawn(part('x\ny\nend', 3, 3), whole('x\ny\nz\nend'))).toEqual([
    '~Lines 1 to 2 are not known in version A',
    ' .,1 x',
    ' .,2 y',
    ' .,3 z',
    ' 3,4 end',
  ])
})

test('a change between lines that both know is one, however much is unknown elsewhere', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\n'
  const after = 'a\nb\nc\nD\ne\nf\ng\n'
  const { lines, added, removed, isPartial } = compareLines(part(before, 3, 5), part(after, 3, 5))
  expect([added, removed, isPartial]).toEqual([1, 1, true])
  expect(lines.filter(({ kind }) => kind === 'add')).toEqual([{ kind: 'add', oldLine: undefined, newLine: 4, text: 'D' }])
})

test('lines after a gap are compared with those after as many lines, not with the first that look the same', () => {
  const before = ['}', ...Array.from({ length: 8 }, (_, at) => `line ${at}`), '}', 'end'].join('\n')
  const { added, removed } = compareLines(part(before, 10, 11), whole(before))
  expect([added, removed]).toEqual([0, 0])
})

test('unchanged stretches are folded until they are opened', () => {
  const content = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n')
  const { lines } = compareLines(whole(content), whole(content.replace('line 15', 'LINE 15')))
  const rows = foldLines(lines, new Set())
  expect(rows.flatMap((row) => (row.kind === 'fold' ? [[row.at, row.count, row.isCompared]] : []))).toEqual([
    [0, 11, true],
    [21, 10, true],
  ])
  expect(foldLines(lines, new Set([0, 21]))).toEqual(lines)
})

test('what is shown of two whole versions gives both back', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'a b'), { maxLength: 30 }).map((lines) => `${lines.join('\n')}\n`)
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { lines } = compareLines(whole(before), whole(after))
      const side = (absent: string): string =>
        lines
          .filter(({ kind }) => kind !== absent)
          .map((line) => `${line.text}\n`)
          .join('')
      expect([side('add'), side('delete')]).toEqual([before, after])
    }),
  )
})

test('nothing is said to have changed where one version is not known', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 3, maxLength: 20 })
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat(), (all, one, other) => {
      const [from, to] = [1 + Math.min(one % all.length, other % all.length), 1 + Math.max(one % all.length, other % all.length)]
      const content = all.join('\n')
      const { added, removed } = compareLines(part(content, from, to), whole(content))
      expect([added, removed]).toEqual([0, 0])
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineChanges } from '../../../../../app/diff/unified-patch.ts'
import { changedWords } from '../../../../../renderer/panels/reader/diff/changed-words.ts'
import { colouredLines, languageOf } from '../../../../../renderer/panels/reader/diff/coloured-lines.ts'
import { colouredSides } from '../../../../../renderer/panels/reader/diff/coloured-sides.ts'
import { editDiff, patchDiff } from '../../../../../renderer/panels/reader/diff/edit-diff.ts'
import { linePieces } from '../../../../../renderer/panels/reader/diff/line-pieces.ts'
import { markedLines, sideRows } from '../../../../../renderer/panels/reader/diff/pair-lines.ts'
import { toolResult } from '../../../../support/read-blocks.ts'

const lines = (before: string, after: string) => editDiff('Edit', { old_string: before, new_string: after }, null)?.lines ?? []

test('removed and added lines are side by side, and lines without a counterpart are alone', () => {
  const rows = sideRows(lines('a\nold one\nold two\nz', 'a\nnew one\nz\nend'))
  expect(rows.map(({ left, right }) => `${left?.text ?? '·'} | ${right?.text ?? '·'}`)).toEqual([
    'a | a',
    'old one | new one',
    'old two | ·',
    'z | z',
    '· | end',
  ])
})

test('the changed words of a line are marked, and those of a rewritten line are not', () => {
  const [line] = markedLines(lines('const total = 1', 'const sum = 1'))
  expect(line?.changed.map(({ from, to }) => line.text.slice(from, to))).toEqual(['total'])
  expect(changedWords('alpha beta', 'gamma delta')).toBe(undefined)
  expect(changedWords('x'.repeat(1001), 'y')).toBe(undefined)
})

test('both columns and the marked lines contain every line once, in order', () => {
  const text = fc.array(fc.constantFrom('a', 'b b', 'b c', ''), { minLength: 1, maxLength: 8 }).map((parts) => parts.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== '' && after !== '' && before !== after)
      const all = lines(before, after)
      const rows = sideRows(all)
      expect(rows.flatMap(({ left }) => left?.line ?? [])).toEqual(all.filter(({ kind }) => kind !== 'add'))
      expect(rows.flatMap(({ right }) => right?.line ?? [])).toEqual(all.filter(({ kind }) => kind !== 'delete'))
      expect(new Set(markedLines(all).map(({ line }) => line))).toEqual(new Set(all))
    }),
  )
})

test('pieces of a line together are the line, with any colours and changes', () => {
  expect(
    linePieces(
      [
        { text: 'const ', classes: 'hljs-keyword' },
        { text: 'total', classes: '' },
      ],
      [{ from: 3, to: 8 }],
    ),
  ).toEqual([
    { text: 'con', classes: 'hljs-keyword', isChanged: false },
    { text: 'st ', classes: 'hljs-keyword', isChanged: true },
    { text: 'to', classes: '', isChanged: true },
    { text: 'tal', classes: '', isChanged: false },
  ])
})

test('the language of a file is that of its name', () => {
  expect(['/a/b.go', 'x.test.tsx', 'Makefile', '/a/README.md', 'main.py', 'noname', '.env', 'a.unknown'].map(languageOf)).toEqual([
    'go',
    'tsx',
    'makefile',
    'md',
    'py',
    undefined,
    'ini',
    undefined,
  ])
})

test('code is coloured line by line, also where a comment has several lines', () => {
  const coloured = colouredLines('/* one\ntwo */\nconst a = "b"', 'typescript')
  expect(coloured.map((line) => line.map(({ text }) => text).join(''))).toEqual(['/* one', 'two */', 'const a = "b"'])
  expect(coloured.slice(0, 2).map((line) => line[0]?.classes)).toEqual(['hljs-comment', 'hljs-comment'])
  expect(coloured[2]?.[0]).toEqual({ text: 'const', classes: 'hljs-keyword' })
  const all = lines('a\n/* old\ncomment */\nz', 'a\n/* new\ncomment */\nz')
  const sides = colouredSides(all, 'typescript')
  expect(all.filter(({ text }) => text.includes('comment')).map((line) => sides.get(line)?.[0]?.classes)).toEqual(['hljs-comment'])
})

test('the cell of a notebook is compared with the cell before, where that is recorded', () => {
  const edit = { notebook_path: 'a.ipynb', new_source: 'b = 2', cell_type: 'code' }
  const draw = (input: object, cellBefore: string | null): readonly string[] | undefined =>
    editDiff('NotebookEdit', input, toolResult({ cellBefore }))?.lines.map(({ kind, text }) => `${kind} ${text}`)
  expect([
    draw(edit, 'b = 1'),
    draw(edit, null),
    draw({ ...edit, edit_mode: 'insert' }, null),
    draw({ ...edit, edit_mode: 'delete', new_source: '' }, 'b = 1'),
  ]).toEqual([['delete b = 1', 'add b = 2'], undefined, ['add b = 2'], ['delete b = 1']])
})

test('every line of a unified patch is at its place in the old and the new text', () => {
  const text = fc.array(fc.constantFrom('a', 'b b', '', '@@ -1 +1 @@', '-c', '\\ d'), { maxLength: 30 }).map((parts) => parts.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { added, removed, patch } = lineChanges(before, after)
      const diff = patchDiff(patch)
      expect([diff.added, diff.deleted]).toEqual([added, removed])
      const [old, now] = [before.split('\n'), after.split('\n')]
      for (const line of diff.lines) {
        if (line.oldLine !== undefined) expect(old[line.oldLine - 1]).toBe(line.text)
        if (line.newLine !== undefined) expect(now[line.newLine - 1]).toBe(line.text)
      }
    }),
  )
})

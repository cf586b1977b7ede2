/** What an edit makes of a content. */
import { expect, test } from 'vitest'
import { applyEdit, applyEdits } from '../../../app/files/apply-edit.ts'

test.each([
  ['replaces the first place', 'a b a', { from: 'a', to: 'c', isEverywhere: false }, 'c b a'],
  ['replaces every place on request', 'a b a', { from: 'a', to: 'c', isEverywhere: true }, 'c b c'],
  ['takes signs of patterns as they are', 'a$&b', { from: '$&', to: '$1', isEverywhere: false }, 'a$1b'],
  ['removes a line with its end when nothing takes its place', 'a\nb\nc', { from: 'b', to: '', isEverywhere: false }, 'a\nc'],
  ['keeps the end of the line that is the last', 'a\nb', { from: 'b', to: '', isEverywhere: false }, 'a\n'],
  ['removes within a line', 'abc', { from: 'b', to: '', isEverywhere: false }, 'ac'],
  ['gives an empty file its content', '', { from: '', to: 'a\n', isEverywhere: false }, 'a\n'],
  ['does not fit where the text is not', 'a', { from: 'b', to: 'c', isEverywhere: false }, undefined],
  ['does not fit where the text is not, every place', 'a', { from: 'b', to: 'c', isEverywhere: true }, undefined],
  ['does not put a text without a place into a file with content', 'a', { from: '', to: 'c', isEverywhere: false }, undefined],
])('an edit %s', (_, content, edit, expected) => {
  expect(applyEdit(content, edit)).toBe(expected)
})

test('several edits are made one after the other, all or none', () => {
  const first = { from: 'a', to: 'b', isEverywhere: false }
  expect(applyEdits('a', [first, { from: 'b', to: 'c', isEverywhere: false }])).toEqual({ content: 'c', isSure: true })
  expect(applyEdits('a', [first, { from: 'a', to: 'c', isEverywhere: false }])).toBeUndefined()
})

test('an edit is sure when its text is at one place, as the client counts: places that overlap are one', () => {
  const edit = (content: string, from: string) => applyEdits(content, [{ from, to: 'x', isEverywhere: false }])
  expect(edit('aaa', 'aa')).toEqual({ content: 'xa', isSure: true })
  expect(edit('\n\n\nb', '\n\n')).toEqual({ content: 'x\nb', isSure: true })
  expect(edit('a ab aba', 'aba')).toEqual({ content: 'a ab x', isSure: true })
  expect(edit('aaaa', 'aa')).toEqual({ content: 'xaa', isSure: false })
})

test('an edit that makes too much of a content says so, also where its quotes have another form', () => {
  const long = "'".repeat(1_000_000)
  const edit = { to: 'x'.repeat(100), isEverywhere: true }
  expect(applyEdits(long, [{ ...edit, from: "'" }])).toBe('too large')
  expect(applyEdits(long, [{ ...edit, from: '’' }])).toBe('too large')
  expect(applyEdits(long, [{ ...edit, from: 'y' }])).toBeUndefined()
})

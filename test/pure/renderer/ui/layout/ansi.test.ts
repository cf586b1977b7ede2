import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ansiPieces } from '../../../../../renderer/ui/layout/ansi-pieces.ts'

const looks = (text: string): readonly (readonly [string, string])[] => ansiPieces(text).map((piece) => [piece.text, piece.classes])
const shown = (text: string): string =>
  ansiPieces(text)
    .map((piece) => piece.text)
    .join('')

test('colours and weights of a terminal become classes', () => {
  expect(looks('a \u001b[0;34mblue\u001b[0m b')).toEqual([
    ['a ', ''],
    ['blue', 'ansi-fg-blue'],
    [' b', ''],
  ])
  expect(looks('\u001b[1;91mloud\u001b[22m \u001b[42mgreen\u001b[m')).toEqual([
    ['loud', 'ansi-fg-red ansi-bold'],
    [' ', 'ansi-fg-red'],
    ['green', 'ansi-fg-red ansi-bg-green'],
  ])
})

test('palette numbers and exact colours become the nearest colour that both themes have', () => {
  expect(looks('\u001b[38;5;196mx')).toEqual([['x', 'ansi-fg-red']])
  expect(looks('\u001b[38;5;46mx')).toEqual([['x', 'ansi-fg-green']])
  expect(looks('\u001b[38;2;40;60;250mx')).toEqual([['x', 'ansi-fg-blue']])
  expect(looks('\u001b[38;5;250mx')).toEqual([['x', 'ansi-fg-black']])
})

test('titles, links, cursor moves and bells are omitted', () => {
  expect(
    shown('\u001b]0;title\u0007a\u001b]8;;https://x.example\u001b\\link\u001b]8;;\u001b\\ \u001b[2J\u001b[1;1Hb\u001b[?25l\u0007c\u001b(B'),
  ).toBe('alink bc')
  expect(shown('\u009b31mred\u009b0m')).toBe('red')
})

test('a line that is written over itself shows what was written last', () => {
  expect(shown('10%\r50%\r100%\ndone\r\nend')).toBe('100%\ndone\nend')
})

test('carriage returns, backspaces and moves of the cursor are carried out as a terminal does', () => {
  expect([
    shown('Downloading\rDone\n'),
    shown('ab\bc'),
    shown('100%\r\u001b[Kready'),
    shown('one\ntwo\u001b[1A\rONE'),
    shown('a\u001b[3Cb'),
    shown('abc\u001b[2Dx'),
    shown('a\r\nb\r\n'),
    shown('col\tumn'),
  ]).toEqual(['Doneloading\n', 'ac', 'ready', 'ONE\ntwo', 'a   b', 'axc', 'a\nb\n', 'col\tumn'])
})

test('what is written over keeps the colours of what stays', () => {
  expect(looks('\u001b[31mred text\u001b[0m\rok!')).toEqual([
    ['ok!', ''],
    [' text', 'ansi-fg-red'],
  ])
})

test('text without control characters is shown unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!/[\u0000-\u001f\u007f-\u009f]/.test(text))
      expect(ansiPieces(text)).toEqual([{ text, classes: '' }])
    }),
  )
})

test('no escape character is ever shown', () => {
  const part = fc.constantFrom(
    '\u001b',
    '[',
    ']',
    '31m',
    '0',
    ';',
    'm',
    'text',
    '\u0007',
    '\u001b\\',
    '\u009b',
    '\r',
    '\n',
    '38;5;',
    '?25h',
    'P',
    '(',
    'B',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(shown(parts.join(''))).not.toMatch(/[\u001b\u009b\u0007]/)
    }),
  )
})

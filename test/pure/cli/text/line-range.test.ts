/** Which lines `-L` means. */
import { expect, test } from 'vitest'
import { gapsWithin, lineRange, withGaps } from '../../../../app/cli/text/line-range.ts'

const lines = (text: string) => text.split('\n').map((line, at) => ({ number: at + 1, text: line }))

test('numbers mean what they mean to git blame', () => {
  expect(lineRange('10,20', [])).toEqual({ from: 10, to: 20 })
  expect(lineRange('10,+5', [])).toEqual({ from: 10, to: 14 })
  expect(lineRange('10', [])).toEqual({ from: 10, to: Infinity })
  expect(lineRange('10,', [])).toEqual({ from: 10, to: Infinity })
  expect(lineRange(',5', [])).toEqual({ from: 1, to: 5 })
  expect(lineRange('20,10', [])).toEqual({ from: 10, to: 20 })
  expect(lineRange('10,-3', [])).toEqual({ from: 8, to: 10 })
  expect(lineRange('2,-3', [])).toEqual({ from: 1, to: 2 })
  expect([lineRange('10,+0', []), lineRange('10,-0', [])]).toEqual(['empty', 'empty'])
})

test('the part of a gap that is in the range is said, wherever the gap begins', () => {
  const gaps = [
    { from: 5, to: 12 },
    { from: 30, to: null },
  ]
  expect(gapsWithin(gaps, { from: 10, to: 20 })).toEqual([{ from: 10, to: 12 }])
  expect(gapsWithin(gaps, { from: 7, to: 9 })).toEqual([{ from: 7, to: 9 }])
  expect(gapsWithin(gaps, { from: 40, to: 50 })).toEqual([{ from: 40, to: null }])
  const shown = withGaps([{ number: 13 }, { number: 14 }], [{ from: 10, to: 12 }, ...gapsWithin(gaps, { from: 30, to: 31 })])
  expect(shown).toEqual([{ from: 10, to: 12 }, { number: 13 }, { number: 14 }, { from: 30, to: null }])
})

const script = `import x from 'y'

export const first = (a) => {
  use(second(a))
}

function second(b) {

  return b
}
class Third {
  fourth(c) {
    return first(c)
  }
}`

const program = `def first(a):
    return second(a)

@decorated
def second(b):
    if b:

        return 1
    return 2

last = 1`

const go = `func (s *Store) Close() error {
	return nil
}

func Open(
	path string,
) (*Store, error) {
	return nil, nil
}`

test.each([
  [script, 'first', 3, 5],
  [script, ':second', 7, 10],
  [script, 'Third', 11, 15],
  [script, 'fourth', 12, 14],
  [program, 'second', 5, 9],
  [program, 'first', 1, 2],
  [go, 'Close', 1, 3],
  [go, 'Open', 5, 9],
])('a name means its declaration and what is indented below it (%#)', (text, name, from, to) => {
  expect(lineRange(name, lines(text))).toEqual({ from, to })
})

test('a name that no line declares means nothing', () => {
  expect(lineRange('third', lines(script))).toBeUndefined()
  expect(lineRange('', lines(script))).toBeUndefined()
})

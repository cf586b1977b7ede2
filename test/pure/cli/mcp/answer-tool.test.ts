/** Pages of the answers of `strata mcp`. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageText } from '../../../../app/cli/mcp/answer-tool.ts'

const next = /\n\n\[characters [\d,]+ to [\d,]+ of [\d,]+; the next: offset (\d+)\]$/

const joinedPages = (whole: string, length: number): string => {
  let joined = ''
  for (let offset = 0; ;) {
    const page = pageText(whole, { offset, length })
    const [mark, following] = next.exec(page) ?? []
    joined += mark === undefined ? page : page.slice(0, -mark.length)
    if (following === undefined) return joined
    expect(Number(following)).toBeGreaterThan(offset)
    offset = Number(following)
  }
}

test('the pages of an answer put together are the answer up to the blanks at its end, characters of two units included', () => {
  const texts = fc.array(fc.constantFrom('a', ' ', '\n', '😀', 'é'), { maxLength: 40 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (whole, length) => {
      expect(joinedPages(whole, length).trimEnd()).toBe(whole.trimEnd())
    }),
  )
})

test('a page that begins within a character begins with that character', () => {
  expect(pageText('😀abcdef', { offset: 1, length: 3 })).toBe('😀ab\n\n[characters 0 to 4 of 8; the next: offset 4]')
})

test('an offset after the end is answered with the length', () => {
  expect(pageText('abc', { offset: 5, length: 3 })).toBe('[the answer has 3 characters]')
  expect(pageText('', { offset: 0, length: 3 })).toBe('')
})

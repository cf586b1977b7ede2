/** Which types of reasoning a passage contains, and the sentence that shows each. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasonings, thinkingTypes, type ThinkingType } from '../../../app/model/reasoning.ts'
import { classifyPassage } from '../../../app/reasoning/classify-passage.ts'

const typesOf = (passage: string): readonly ThinkingType[] => classifyPassage(passage).shown.map(({ type }) => type)

const choicesIn = (passage: string): readonly ThinkingType[] => typesOf(passage).filter((type) => reasonings.some((each) => each === type))

test.each<readonly [string, readonly ThinkingType[]]>([
  ["I could patch the parser, but I'll go with a new tokenizer.", ['decision']],
  ['The simplest approach is to keep the queue in memory.', ['decision']],
  ['The lamp is lost when the boat turns. So we should store it with the boat.', ['decision']],
  ["That won't work here: the lock is held while we wait.", ['rejection']],
  ['A cache here would be overkill.', ['rejection']],
  ['The tradeoff is memory: it is slower but safe.', ['tradeoff']],
  ['Ich verwende hier eine Liste, weil die Reihenfolge zählt.', ['decision']],
  ['Das funktioniert hier nicht, der Zähler läuft über.', ['rejection']],
  ['Let me look at the tests first.', []],
  ['Now let me run the linter.', []],
  ['It does not have that field.', []],
])('%j: %j', (passage, expected) => {
  expect(choicesIn(passage)).toEqual(expected)
})

test('what is quoted, in code or restates others is not the words of the agent', () => {
  expect(choicesIn('```\n// this will not work, so use a map instead\n```\nHere is the file.')).toEqual([])
  expect(choicesIn('> We should use a queue because it is simpler.\n\nLet me read that issue again.')).toEqual([])
  expect(choicesIn('The user wants me to use a queue instead of a list.')).toEqual([])
})

test('the sentence is the first that shows the type', () => {
  const { shown } = classifyPassage("Let me think about the store. I'll go with one file for each boat. I'll keep the names.")
  expect(shown.find(({ type }) => type === 'decision')?.sentence).toBe("I'll go with one file for each boat.")
})

test('a question decides nothing', () => {
  expect(choicesIn("Should I use a queue instead, because it's simpler?")).toEqual([])
})

test('every passage has at least one type, each once, and raw stands alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('', "I'll go with it. ", 'Why? '), (text, before) => {
      const { shown, primary } = classifyPassage(before + text)
      const types = shown.map(({ type }) => type)
      expect(new Set(types).size).toBe(types.length)
      expect(types).toContain(primary)
      expect(types.every((type) => thinkingTypes.includes(type))).toBe(true)
      if (types.includes('raw')) expect(types).toEqual(['raw'])
    }),
  )
})

interface Labelled {
  readonly body: string
  readonly types: readonly ThinkingType[]
}

/** F1 of a type on passages that were written for this test and labelled by hand, half of them of the kinds that mislead. */
const scoreOf = (passages: readonly Labelled[], type: ThinkingType): number => {
  const found = passages.filter(({ body }) => typesOf(body).includes(type))
  const right = found.filter(({ types }) => types.includes(type)).length
  return (2 * right) / (found.length + passages.filter(({ types }) => types.includes(type)).length)
}

test('on passages that were labelled by hand the score of each type is not lower than docs/reasoning.md says', () => {
  const passages = JSON.parse(readFileSync('test/labelled/written-passages.json', 'utf8')) as readonly Labelled[]
  expect(scoreOf(passages, 'decision')).toBeGreaterThanOrEqual(0.73)
  expect(scoreOf(passages, 'rejection')).toBeGreaterThanOrEqual(0.44)
  expect(scoreOf(passages, 'tradeoff')).toBeGreaterThanOrEqual(0.7)
})

test.each(['“', '"', '`', '~', '\n', '> ', '| ', 'statt ich ', 'replace it with ', '```\n', 'option a but '])(
  '65,536 characters of %j are read',
  (part) => {
    // A rule that tries every place again would need minutes.
    const { shown } = classifyPassage(`I will use ${part.repeat(65_536 / part.length)}`)
    expect(shown.length).toBeGreaterThan(0)
  },
)

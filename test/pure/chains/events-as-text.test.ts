import { expect, test } from 'vitest'
import { eventsAsText } from '../../../app/chains/events-as-text.ts'
import type { Event } from '../../../app/model/event.ts'
import { prompt, reply } from '../../support/made-commits.ts'

const as = { text: (text: string): string => text, input: (json: string): string => json }
const at = { timestamp: 1 }
const call: Event = { type: 'tool_call', ...at, payload: { id: 'a', name: 'Edit', input: Buffer.from('{"file_path":"a.ts"}') } }
const failure: Event = { type: 'tool_result', ...at, payload: { id: 'a', output: 'no such file', is_error: true } }
const thought: Event = { type: 'thinking', ...at, payload: { content: 'hm' } }
const mark: Event = { type: 'system', ...at, payload: { subtype: 'turn_duration' } }

test('an event list shows prompts, replies, actions and results in order, without thinking or figures', () => {
  const metric: Event = { type: 'metric', ...at, payload: { input_tokens: 5 } }
  expect(eventsAsText([prompt('fix a.ts'), thought, call, failure, metric, mark, reply('could not')], 1000, as)).toBe(
    `PERSON: fix a.ts
CALL: Edit {"file_path":"a.ts"}
FAILED: no such file
NOTE: turn_duration
AGENT: could not`,
  )
})

test('events that contain only marks of the client have no text', () => {
  expect(eventsAsText([mark], 1000, as)).toBe('')
  expect(eventsAsText([], 1000, as)).toBe('')
})

test('a long commit is shortened to its beginning and end', () => {
  const events = Array.from({ length: 100 }, (_, index) => reply(`${index} `.padEnd(100, 'x')))
  const told = eventsAsText([prompt('begin'), ...events], 2000, as).split('\n')
  expect(told[0]).toBe('PERSON: begin')
  expect(told.at(-1)).toMatch(/^AGENT: 99 /)
  expect(told.some((line) => /^\[\d+ more left out\]$/.test(line))).toBe(true)
  expect(told.join('\n').length).toBeLessThan(2200)
})

test('a text is redacted before it is shortened, so that no half of a secret remains', () => {
  const clean = { ...as, text: (text: string): string => text.replaceAll('x'.repeat(2000), '[gone]') }
  expect(eventsAsText([reply(`key ${'x'.repeat(2000)} end`)], 9000, clean)).toBe('AGENT: key [gone] end')
})

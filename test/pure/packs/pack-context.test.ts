/** The text that a strategy makes of a history: which messages, in which order, and what the metrics say. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStrategy } from '../../../app/packs/context-strategy.ts'
import { chosen, messagesOf, type Ledger, type LedgerMessage } from '../../../app/packs/ledger-message.ts'
import { packContext, truncationMark } from '../../../app/packs/pack-context.ts'

const message = (topic: string, step: number, text: string, more: Partial<LedgerMessage> = {}): LedgerMessage => ({
  topic,
  sender: 'agent',
  at: Date.UTC(2026, 0, 1, 0, step),
  step,
  text,
  place: { sessionId: 's', commitId: 'ctx-1', sourceId: '0123456789abcdef', line: step, fileLine: step, ofLine: 1 },
  ...more,
})

const ledger: Ledger = {
  messages: [
    message('ISSUE_OPENED', 0, 'repair the parser', { sender: 'person' }),
    message('WORKER_PROGRESS', 1, 'first'),
    message('WORKER_PROGRESS', 3, 'second', { sender: 'Explore' }),
    message('VALIDATION_RESULT', 5, 'tests failed'),
    message('WORKER_PROGRESS', 7, 'third'),
  ],
  lastTaskEnd: 2,
  lastAgentStart: 5,
}

const textsOf = (source: object): readonly string[] => {
  const [read] = readStrategy({ sources: [{ topic: 'WORKER_PROGRESS', ...source }] }, 'strategy.json').sources
  if (read === undefined) throw new Error('the strategy has a source')
  return chosen(messagesOf(ledger, read), read.strategy, read.amount).map(({ text }) => text)
}

test('latest takes the newest messages and shows them in order, oldest the first ones, and all each of them or an amount', () => {
  expect(textsOf({ strategy: 'latest', amount: 2 })).toEqual(['second', 'third'])
  expect(textsOf({ strategy: 'oldest', amount: 2 })).toEqual(['first', 'second'])
  expect(textsOf({ strategy: 'all' })).toEqual(['first', 'second', 'third'])
  expect(textsOf({ strategy: 'all', amount: 2 })).toEqual(['first', 'second'])
})

test('a source is limited to a sender and to what came since a moment', () => {
  expect(textsOf({ sender: 'Explore' })).toEqual(['second'])
  expect(textsOf({ since: 'cluster_start' })).toEqual(['first', 'second', 'third'])
  expect(textsOf({ since: 'last_task_end' })).toEqual(['second', 'third'])
  expect(textsOf({ since: 'last_agent_start' })).toEqual(['third'])
  expect(textsOf({ since: '2026-01-01T00:03:00Z' })).toEqual(['second', 'third'])
  expect(textsOf({ since: '2026-01-01T00:03:00.001Z' })).toEqual(['third'])
})

const sections = { header: 'You work alone.', instructions: 'Repair it.', outputSchema: '{}', skipHints: 'Lint passed.', trigger: 'Go on' }

const strategyOf = (maxTokens: number, ...sources: readonly object[]) => readStrategy({ sources, maxTokens }, 'strategy.json')

test('sections come in their order, sources in that of the strategy, and the trigger last', () => {
  const strategy = strategyOf(1000, { topic: 'WORKER_PROGRESS', strategy: 'latest', amount: 2 }, { topic: 'ISSUE_OPENED' })
  const { text, metrics } = packContext(ledger, strategy, sections)
  const places = [
    'You work alone.',
    'Repair it.',
    '{}',
    '## WORKER_PROGRESS',
    'second',
    'third',
    '## ISSUE_OPENED',
    'Lint passed.',
    'Go on',
  ]
  const found = places.map((part) => text.indexOf(part))
  expect(found).toEqual([...found].sort((a, b) => a - b))
  expect(text.endsWith('Go on')).toBe(true)
  expect(metrics.sections.map(({ section }) => section)).toEqual([
    ...['header', 'instructions', 'output_schema', 'sources', 'skip_hints', 'trigger'],
  ])
  expect(metrics.chars).toBe(text.length)
  expect(text).toContain('person 2026-01-01T00:00:00.000Z [0123456789ab:0]\nrepair the parser')
})

test('a source that does not fit shows fewer messages, and the metrics name it', () => {
  const long: Ledger = { ...ledger, messages: ledger.messages.map((each) => ({ ...each, text: each.text.padEnd(400, '.') })) }
  const strategy = strategyOf(
    300,
    { topic: 'WORKER_PROGRESS', amount: 3, compactAmount: 1 },
    { topic: 'VALIDATION_RESULT', priority: 'low' },
  )
  const { text, metrics } = packContext(long, strategy, sections)
  expect(text).toContain('third')
  expect(text).not.toContain('second')
  expect([metrics.compacted, metrics.dropped, metrics.truncated]).toEqual([['WORKER_PROGRESS'], [], []])
})

test('a source without a message is named, and takes nothing', () => {
  const { metrics } = packContext(ledger, strategyOf(1000, { topic: 'PLAN_READY', since: 'last_task_end' }), sections)
  expect(metrics.packs.at(-1)).toMatchObject({ name: 'PLAN_READY', form: 'left_out', tokens: 0, why: 'no message since last_task_end' })
})

test('beyond the guard, required texts are truncated, marked, and never cut within a character', () => {
  const emoji: Ledger = { ...ledger, messages: [message('ISSUE_OPENED', 0, '😀'.repeat(500))] }
  for (const maxChars of [299, 300, 301, 302]) {
    const { text, metrics } = packContext(emoji, strategyOf(10_000, { topic: 'ISSUE_OPENED' }), sections, maxChars)
    expect(text.length).toBeLessThanOrEqual(maxChars)
    expect(text).toContain(truncationMark)
    expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
    expect(metrics.truncated).toEqual(['ISSUE_OPENED'])
    expect(text.endsWith('Go on')).toBe(true)
  }
})

const anyMessage = fc.record({ topic: fc.constantFrom('ISSUE_OPENED', 'WORKER_PROGRESS', 'OTHER'), text: fc.string({ maxLength: 300 }) })

test('for any history, a context begins with its header, ends with its trigger, and has the size that its metrics say', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 20 }), fc.integer({ min: 1, max: 500 }), (messages, maxTokens) => {
      const history = { ...ledger, messages: messages.map(({ topic, text }, step) => message(topic, step, text)) }
      const strategy = strategyOf(
        maxTokens,
        { topic: 'ISSUE_OPENED', amount: 1 },
        { topic: 'OTHER' },
        { topic: 'WORKER_PROGRESS', limit: 2 },
      )
      const { text, metrics } = packContext(history, strategy, sections)
      expect(text.startsWith('You work alone.')).toBe(true)
      expect(text.endsWith('Go on')).toBe(true)
      expect(metrics.chars).toBe(text.length)
      expect(packContext(history, strategy, sections).text).toBe(text)
    }),
  )
})

/** Ranking of events and passages for a question. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecallCandidate, RecallQuestion } from '../../../app/recall/candidate.ts'
import { recall } from '../../../app/recall/recall.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 30)

const question = (prompt: string, more: Partial<RecallQuestion> = {}): RecallQuestion => ({
  prompt,
  files: [],
  asOf: now,
  sessionId: null,
  branch: null,
  cwd: null,
  ...more,
})

let count = 0
const said = (summary: string, more: Partial<RecallCandidate> = {}): RecallCandidate => {
  count += 1
  return {
    id: `th-${count}`,
    type: 'decision',
    status: 'unknown',
    summary,
    text: '',
    files: [],
    sessionId: `session-${count}`,
    commitId: `ctx-${count}`,
    occurredAt: now - 20 * day + count * 1000,
    ...more,
  }
}

const others = [
  said('Render the board with a canvas instead of the DOM', { files: ['src/board.ts'] }),
  said('Keep the ledger in SQLite, one row per booking', { files: ['src/ledger.ts'] }),
  said('Export the calendar as iCal so that phones can subscribe', { files: ['src/calendar.ts'] }),
  said('The tide tables come from the harbour office and are parsed at night', { files: ['src/tides.ts'] }),
  said('Colours of the theme are tokens in one file', { files: ['src/theme.css'] }),
  said('Refuse passwords shorter than twelve characters', { files: ['src/login.ts'] }),
]

const summaries = (answer: ReturnType<typeof recall>): readonly string[] => answer.items.map(({ summary }) => summary)

test('an event with the words of the question is the answer in each of their forms', () => {
  const answer = recall(question('how are the bookings of the ledgers stored?'), others)
  expect(answer.silent).toBe(false)
  expect(answer.items[0]?.summary).toBe('Keep the ledger in SQLite, one row per booking')
  expect(answer.text).toContain('ctx-')
  expect(answer.items[0]?.because).toContain('words of the question: ledgers, bookings')
})

test('parts of a name are found', () => {
  const event = said('parseTideTable skips rows without a height')
  expect(summaries(recall(question('why does the tide table skip rows?'), [...others, event]))[0]).toBe(event.summary)
})

test('a question about something else gets no answer, also on the same branch and in the same folder', () => {
  const here = others.map((one) => ({ ...one, branch: 'feature/x', cwd: '/home/me/app' }))
  const asked = question('Write a haiku about the autumn rain in Kyoto', { branch: 'feature/x', cwd: '/home/me/app' })
  const answer = recall(asked, here)
  expect(answer).toMatchObject({ silent: true, items: [], text: '', tokens: 0 })
})

test('a question without any word that says something gets no answer', () => {
  expect(recall(question('yes, please do that again'), others).silent).toBe(true)
  expect(recall(question(''), others).silent).toBe(true)
})

test('files are ranked also where the answer is silent', () => {
  const answer = recall(question('continue', { branch: 'feature/x' }), [
    ...others,
    said('Rows are sorted by height', { files: ['src/sort.ts'], branch: 'feature/x', occurredAt: now - 60 * day }),
  ])
  expect(answer.silent).toBe(true)
  expect(answer.files[0]).toBe('src/sort.ts')
})

test('an event about a file that the question names is an answer', () => {
  const answer = recall(question('what is wrong in src/login.ts?'), others)
  expect(answer.items[0]?.files).toEqual(['src/login.ts'])
  expect(answer.files[0]).toBe('src/login.ts')
  expect(recall(question('what is wrong here?', { files: ['/home/me/app/src/login.ts'], cwd: '/home/me/app' }), others).files[0]).toBe(
    'src/login.ts',
  )
})

test('an error of the question is found in another run of the program, with other numbers', () => {
  const event = said('Retry when the port is taken', { text: 'Error: listen EADDRINUSE: address already in use 127.0.0.1:4312' })
  const answer = recall(question('I get this again:\nError: listen EADDRINUSE: address already in use 127.0.0.1:5001'), [...others, event])
  expect(answer.items[0]?.id).toBe(event.id)
  expect(answer.items[0]?.because).toContain('an error of the question')
})

test('of two that say different things about one subject the later stands first, and the earlier is called older', () => {
  const earlier = said('Uploads time out after 30 seconds', { occurredAt: now - 9 * day })
  const later = said('Uploads time out after 120 seconds from now on', { occurredAt: now - 2 * day })
  for (const all of [
    [earlier, later],
    [later, earlier],
  ]) {
    const { items, text } = recall(question('after how many seconds do uploads time out?'), [...others, ...all])
    expect(items.map(({ id, status, isOlder }) => [id, status, isOlder])).toEqual([
      [later.id, 'unknown', false],
      [earlier.id, 'unknown', true],
    ])
    expect(text).toMatch(/^- decision, .*120 seconds.*\n- decision \(older than another item\), .*30 seconds.*\n$/)
  }
})

test('what is only said again is one item, the newest', () => {
  const earlier = said('Uploads time out after 30 seconds', { occurredAt: now - 9 * day })
  const later = said('Uploads time out after 30 seconds', { occurredAt: now - 2 * day })
  const { items } = recall(question('after how many seconds do uploads time out?'), [...others, later, earlier])
  expect(items.map(({ id }) => id)).toEqual([later.id])
})

test('what was reverted or contradicted is a warning behind the others', () => {
  const reverted = said('Cache the tide tables in memory', { status: 'reverted', occurredAt: now - day })
  const inForce = said('Tide tables are cached on disk for a day', { status: 'in_force', occurredAt: now - 8 * day })
  const { items, text } = recall(question('where do we cache the tide tables?'), [...others, reverted, inForce])
  expect([items[0]?.id, items.at(-1)?.id]).toEqual([inForce.id, reverted.id])
  expect(text).toMatch(/^- decision \(in force\)[^]*\n- Warning: decision \(reverted\).*\n$/)
})

test('a passage is an item only where no event fits', () => {
  const passage = said('We talked about kayak rental prices at length', { type: 'passage' })
  expect(recall(question('what are the kayak rental prices?'), [...others, passage]).items.map(({ type }) => type)).toEqual(['passage'])
  const event = said('Kayak rental prices are per started hour')
  expect(recall(question('what are the kayak rental prices?'), [...others, passage, event]).items.map(({ id }) => id)).toEqual([event.id])
})

test('the session of the question is no earlier session', () => {
  const own = said('Kayak rental prices are per started hour', { sessionId: 'mine' })
  expect(recall(question('what are the kayak rental prices?', { sessionId: 'mine' }), [...others, own]).silent).toBe(true)
})

test('nearness in a graph lifts an event', () => {
  const occurredAt = now - 3 * day
  const [one, other] = [said('Prices of kayaks are in euros', { occurredAt }), said('Prices of kayaks are rounded', { occurredAt })]
  const first = (near: RecallCandidate): string | undefined =>
    recall(
      question('prices of kayaks?'),
      [...others, one, other].map((each) => (each === near ? { ...each, graph: 1 } : each)),
    ).items[0]?.id
  expect(first(one)).toBe(one.id)
  expect(first(other)).toBe(other.id)
})

const words = ['tide', 'ledger', 'board', 'cache', 'login', 'parser', 'retry', 'theme', 'export', 'kayak', 'upload', 'height']
const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((all) => all.join(' '))
const anyCandidate = fc.record({
  summary: sentence,
  text: sentence,
  files: fc.array(fc.constantFrom('src/a.ts', 'src/b.ts', 'lib/tide.ts'), { maxLength: 2 }),
  sessionId: fc.constantFrom('s1', 's2', 's3', 's4'),
  occurredAt: fc.option(fc.integer({ min: now - 5 * day, max: now + 5 * day })),
  type: fc.constantFrom('decision' as const, 'rejection' as const, 'exploration' as const, 'passage' as const),
  status: fc.constantFrom('unknown' as const, 'in_force' as const, 'reverted' as const),
  branch: fc.constantFrom('main', 'x', null),
})
const anyHistory = fc
  .array(anyCandidate, { maxLength: 25 })
  .map((all) => all.map((one, at): RecallCandidate => ({ ...one, id: `e${at}`, commitId: null, cwd: '/app' })))

test('what is at or after the time of the question changes nothing', () => {
  fc.assert(
    fc.property(anyHistory, sentence, fc.constantFrom('main', 'x', null), (history, prompt, branch) => {
      const asked = question(prompt, { branch, cwd: '/app' })
      const before = history.filter(({ occurredAt }) => occurredAt !== null && occurredAt < now)
      expect(recall(asked, history)).toEqual(recall(asked, before))
    }),
  )
})

test('the answer depends neither on the order of the candidates nor on a second run', () => {
  fc.assert(
    fc.property(anyHistory, sentence, (history, prompt) => {
      const apart = history.filter((one, at) => history.findIndex((other) => other.occurredAt === one.occurredAt) === at)
      expect(recall(question(prompt), [...apart].reverse())).toEqual(recall(question(prompt), apart))
    }),
  )
})

test('an answer fits its budget, and items, text and silence agree', () => {
  fc.assert(
    fc.property(anyHistory, sentence, fc.integer({ min: 1, max: 3_000 }), (history, prompt, tokens) => {
      const answer = recall(question(prompt), history, { tokens })
      expect(answer.tokens).toBeLessThanOrEqual(Math.min(tokens, 2_000))
      expect(answer.text.split('\n').length - 1).toBe(answer.items.length)
      expect(answer.silent).toBe(answer.items.length === 0)
      expect(answer.files.length).toBeLessThanOrEqual(10)
      expect(new Set(answer.items.map(({ id }) => id)).size).toBe(answer.items.length)
    }),
  )
})

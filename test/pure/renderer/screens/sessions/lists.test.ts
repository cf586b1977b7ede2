import { expect, test } from 'vitest'
import type { RootView, SourceView } from '../../../../../app/contract/sources.ts'
import { refLabel, refName } from '../../../../../renderer/panels/log/ref-label.ts'
import { arrangeSources } from '../../../../../renderer/screens/sources/arrange-sources.ts'
import { retentionWords } from '../../../../../renderer/ui/format/retention-words.ts'
import { problemKey, problemPlace } from '../../../../../renderer/screens/problems/problems-source.ts'
import { foldedWords } from '../../../../../renderer/screens/sessions/sessions-source.ts'
import { sessionStatus, type StatusFacts } from '../../../../../renderer/ui/session/session-status.ts'
import { resorted, sessionsQuery } from '../../../../../renderer/screens/sessions/sessions-query.ts'
import { sessionsAddress } from '../../../../../renderer/screens/sessions/address.ts'
import { rowSource, type RowPage } from '../../../../../renderer/ui/table/row-source.ts'
import { clampShare } from '../../../../../renderer/ui/layout/share.ts'

/** A list of numbers in pages, and which pages were asked for. */
const numbers = (
  total: number,
  fillsBeginning: boolean,
): {
  readonly source: ReturnType<typeof rowSource<number, string>>
  readonly asked: (readonly [number, number])[]
  readonly settled: () => Promise<void>
} => {
  const asked: (readonly [number, number])[] = []
  const fetch = (offset: number, limit: number): Promise<RowPage<number, string>> => {
    asked.push([offset, limit])
    return Promise.resolve({
      rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, place) => offset + place),
      total,
      extra: 'more',
    })
  }
  const source = rowSource({ fetch, pageSize: 10, fillsBeginning })
  const settled = async (): Promise<void> => {
    while (!source.isSettled()) await new Promise((resolve) => source.subscribe(() => resolve(undefined)))
  }
  return { source, asked, settled }
}

test('only the pages in view are fetched, each once', async () => {
  const { source, asked, settled } = numbers(1000, false)
  source.need(505, 523)
  await settled()
  source.need(510, 519)
  await settled()
  source.need(515, 531)
  await settled()
  expect(asked).toEqual([
    [500, 20],
    [520, 10],
    [530, 10],
  ])
  expect([source.row(505), source.row(531), source.row(5), source.total(), source.extra()]).toEqual([505, 531, undefined, 1000, 'more'])
  expect(source.findIndex((row) => row === 511)).toBe(511)
})

test('a list that needs its beginning shows what is in view first and then fills the gap in large steps', async () => {
  const { source, asked, settled } = numbers(195, true)
  source.need(0, 5)
  await settled()
  source.need(180, 500)
  await settled()
  expect(source.row(194)).toBe(194)
  while (source.beginning().length < 195) await new Promise((resolve) => source.subscribe(() => resolve(undefined)))
  expect(asked).toEqual([[0, 10], [180, 20], ...Array.from({ length: 8 }, (_, step) => [10 + step * 20, 20]), [170, 10]])
  expect(source.beginning()).toEqual(Array.from({ length: 195 }, (_, place) => place))
})

test('a page that failed is reported, and requested again when it is needed', async () => {
  let isBroken = true
  const source = rowSource<number, undefined>({
    pageSize: 10,
    fillsBeginning: false,
    fetch: () => (isBroken ? Promise.reject(new Error('no engine')) : Promise.resolve({ rows: [1], total: 1, extra: undefined })),
  })
  const changed = (): Promise<unknown> => new Promise((resolve) => source.subscribe(() => resolve(undefined)))
  source.need(0, 5)
  await changed()
  expect(source.failure()).toMatchObject({ code: 'bug', message: 'no engine' })
  isBroken = false
  source.need(0, 5)
  await changed()
  expect([source.failure(), source.row(0)]).toEqual([undefined, 1])
})

const now = Date.UTC(2026, 2, 10)
const root = (more: Partial<RootView>): RootView => ({
  path: '/p',
  exists: true,
  origin: '',
  files: 3,
  sessions: 2,
  bytes: 1,
  oldestAt: 0,
  newestAt: 0,
  pendingFiles: 0,
  pendingBytes: 0,
  retentionDays: 30,
  retentionSource: 'default',
  firstPurgeAt: null,
  problem: null,
  ...more,
})

test('the retention warning grows with the nearness of the first loss', () => {
  const day = 86_400_000
  expect([20 * day, 3 * day, -day].map((ms) => retentionWords(root({ firstPurgeAt: now + ms }), now).urgency)).toEqual([
    'none',
    'soon',
    'now',
  ])
  expect(retentionWords(root({ firstPurgeAt: now + 3 * day }), now).text).toMatch(
    /after 30 days \(default\); it deletes the oldest in 3 d, on 2026-03-1\d\./,
  )
  expect(retentionWords(root({ files: 0 }), now).text).toBe('')
  expect(retentionWords(root({ retentionDays: null, retentionSource: 'cleanup is off' }), now).text).toBe('No clean-up: cleanup is off.')
})

test('a click on the sorted heading reverses the order; another column begins with its most useful end', () => {
  expect(resorted(sessionsAddress, 'lastAt')).toMatchObject({ sort: 'lastAt', descending: false, group: 'day' })
  expect(resorted(sessionsAddress, 'toolCalls')).toMatchObject({ sort: 'toolCalls', descending: true, group: 'none' })
  expect(resorted(sessionsAddress, 'title')).toMatchObject({ sort: 'title', descending: false })
  expect(sessionsQuery({ ...sessionsAddress, sort: 'no such field', text: 'x' })).toEqual({
    sort: 'lastAt',
    descending: true,
    everything: false,
    text: 'x',
  })
  expect(sessionsQuery({ ...sessionsAddress, group: 'project' })).toMatchObject({ sort: 'project', descending: false })
})

test('the status of a running session names whose turn it is, that of an ended one its outcome', () => {
  const hour = 3_600_000
  const words = (
    [
      ['working', 0, 'unknown'],
      ['replied', 0.1, 'unknown'],
      ['failed', 0.1, 'unknown'],
      ['working', 1, 'unknown'],
      ['working', 100, 'interrupted'],
      ['failed', 100, 'unknown'],
      ['ended', 0, 'success'],
    ] as const
  ).map(([standing, hours, outcome]) =>
    [sessionStatus({ standing, outcome, kind: 'conversation', lastAt: 500 * hour, ended: null }, (500 + hours) * hour)].map(
      ({ word }) => word,
    ),
  )
  expect(words.flat()).toEqual(['running', 'waiting', 'waiting', 'stale', 'interrupted', 'failed', 'done'])
})

test('the status of an old session is taken from the outcome, else from the kind', () => {
  const words = [
    ['success', 'conversation'],
    ['interrupted', 'one_shot'],
    ['unknown', 'warm_up'],
    ['unknown', 'conversation'],
    ['error_max_turns', 'conversation'],
    ['toString', 'constructor'],
  ]
  const old = { standing: 'replied', lastAt: 0, ended: null } as const
  expect(words.map(([outcome = '', kind = '']) => sessionStatus({ ...old, outcome, kind }, Date.UTC(2026)).word)).toEqual([
    'done',
    'interrupted',
    'warm-up',
    'ended',
    'turn limit',
    'ended',
  ])
})

test('an old session without a recorded outcome shows how its transcript ends, a guess with a question mark', () => {
  const old = { standing: 'replied', lastAt: 0, outcome: 'unknown', kind: 'conversation' } as const
  const word = (facts: Partial<StatusFacts>): string => sessionStatus({ ...old, ended: null, ...facts }, Date.UTC(2026)).word
  expect(word({ ended: { ending: 'finished', rule: 'response' } })).toBe('finished?')
  expect(word({ ended: { ending: 'interrupted', rule: 'interruption' }, kind: 'one_shot' })).toBe('interrupted')
  expect(word({ ended: { ending: 'abandoned', rule: 'inside a turn' }, kind: 'one_shot' })).toBe('one-shot')
  expect(word({ ended: { ending: 'failed', rule: 'recorded' }, outcome: 'error_max_turns' })).toBe('turn limit')
  expect(word({ ended: { ending: 'unknown', rule: 'no event' } })).toBe('ended')
})

test('folded rows are counted in words', () => {
  expect([
    foldedWords({ oneShot: 12, warmUp: 0, empty: 1 }),
    foldedWords({ oneShot: 0, warmUp: 0, empty: 0 }),
    foldedWords(undefined),
  ]).toEqual(['12 one-shot, 1 empty', undefined, undefined])
})

test('files are filtered by name and session and sorted by any column, equal ones by name', () => {
  const source = (file: string, problems: number, bytes: number): SourceView => ({
    sourceId: file,
    file,
    path: `/p/${file}`,
    root: '/p',
    role: 'session',
    sessionId: `s-${file}`,
    bytes,
    lines: 0,
    records: 0,
    problems,
    isGone: false,
  })
  const files = [source('b', 0, 5), source('a', 0, 7), source('c', 2, 1)]
  const names = (text: string | undefined, by: string, descending: boolean): string =>
    arrangeSources(files, text, { by, descending })
      .map((each) => each.file)
      .join('')
  expect([
    names(undefined, 'problems', true),
    names(undefined, 'bytes', false),
    names(undefined, 'file', true),
    names('S-A', 'file', false),
    names(undefined, 'nothing', false),
  ]).toEqual(['cab', 'cba', 'cba', 'a', 'abc'])
})

test('a problem is named by its place, and the place leads back to it', () => {
  const problem = {
    file: 'f',
    sourceId: 'src-1',
    sessionId: null,
    line: 35,
    byteOffset: 7,
    byteLength: 1,
    code: 'malformed-json',
    reason: '',
    action: '',
  }
  expect(problemPlace(problemKey(problem))).toEqual({ sourceId: 'src-1', line: 35 })
  expect(problemPlace(problemKey({ ...problem, line: null, byteOffset: null }))).toBe(undefined)
  expect(problemPlace('nonsense')).toBe(undefined)
})

test('refs are short on a row and spelt out in the menu', () => {
  const refs = [
    { name: 'session/1a2b', kind: 'session', commitId: '' },
    { name: 'agent/1a2b/0123456789', kind: 'agent', commitId: '' },
    { name: 'rewind/1a2b/1', kind: 'rewind', commitId: '' },
    { name: 'fork/try/again', kind: 'fork', commitId: '' },
    { name: 'tag/v1', kind: 'tag', commitId: '' },
  ]
  expect(refs.map((ref) => refLabel(ref).text)).toEqual(['tip', 'agent 01234567', 'rewound 1', 'fork try/again', 'tag v1'])
  expect(refs.map(refName)).toEqual(['Main chain', 'Sub-agent 0123456789', 'Abandoned by rewind 1', 'fork/try/again', 'tag/v1'])
})

test('a border between panes never hides one of them', () => {
  expect([clampShare(0), clampShare(2), clampShare(0.4), clampShare(Number.NaN)]).toEqual([0.12, 0.88, 0.4, 0.5])
})

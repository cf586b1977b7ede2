import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logAddress } from '../../../../../renderer/screens/log/address.ts'
import { eventStatuses, thinkingTypes } from '../../../../../app/model/reasoning.ts'
import { sessionEndings } from '../../../../../app/model/session-ending.ts'
import { problemsAddress } from '../../../../../renderer/screens/problems/address.ts'
import { searchAddress } from '../../../../../renderer/screens/search/address.ts'
import { sessionAddress } from '../../../../../renderer/screens/session/address.ts'
import { sessionsAddress } from '../../../../../renderer/screens/sessions/address.ts'
import '../../../../../renderer/screens/analytics/address.ts'
import '../../../../../renderer/screens/compare/address.ts'
import '../../../../../renderer/screens/files/address.ts'
import { ledgerAddress } from '../../../../../renderer/screens/ledger/address.ts'
import '../../../../../renderer/screens/materialised/address.ts'
import '../../../../../renderer/screens/reasoning/address.ts'
import '../../../../../renderer/screens/refs/address.ts'
import '../../../../../renderer/screens/settings/address.ts'
import '../../../../../renderer/screens/sources/address.ts'
import '../../../../../renderer/screens/sql/address.ts'
import '../../../../../renderer/screens/store/address.ts'
import { formatAddress, formatLink, parseAddress } from '../../../../../renderer/ui/address/address.ts'
import type { Address } from '../../../../../renderer/ui/address/address.ts'

const word = fc.string({ minLength: 1, unit: 'grapheme' })
const maybe = fc.option(word, { nil: undefined })
const day = fc.constantFrom(undefined, '2026-01-31', '2024-02-29')
const instant = fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 }), { nil: undefined })

const logFilters = fc.record(
  {
    file: word,
    tool: word,
    type: fc.constantFrom('delta', 'compaction', 'snapshot'),
    author: word,
    since: fc.constant('2026-01-31'),
    until: fc.constant('2024-02-29'),
  },
  { requiredKeys: [] },
)

const addresses: fc.Arbitrary<Address> = fc.oneof(
  fc.constant<Address>({ view: 'start' }),
  ...(['sources', 'store'] as const).map((view) => fc.constant<Address>({ view })),
  fc.record({ view: fc.constant('settings' as const), section: maybe }),
  fc.record({
    view: fc.constant('search' as const),
    text: maybe,
    isNewestFirst: fc.boolean(),
    reasoning: fc.constantFrom(undefined, 'decision', 'rejection', 'tradeoff'),
    at: maybe,
  }),
  fc.record({
    view: fc.constant('reasoning' as const),
    tab: fc.constantFrom('all', 'sessions', 'files', 'graph', 'ask'),
    type: fc.constantFrom(undefined, ...thinkingTypes),
    status: fc.constantFrom(undefined, ...eventStatuses),
    text: maybe,
    session: maybe,
    file: maybe,
    event: maybe,
    isListed: fc.boolean(),
    question: maybe,
    hints: maybe,
    folder: maybe,
    isGiven: fc.boolean(),
  }),
  fc.record({
    view: fc.constant('sessions' as const),
    project: maybe,
    text: maybe,
    sort: word,
    descending: fc.boolean(),
    everything: fc.boolean(),
    group: fc.constantFrom('none' as const, 'day' as const, 'project' as const),
    status: fc.constantFrom(undefined, 'running' as const, 'waiting' as const, 'stale' as const, 'ended' as const),
    model: maybe,
    tool: maybe,
    outcome: maybe,
    ending: fc.constantFrom(undefined, ...sessionEndings),
    since: day,
    until: day,
    compacted: fc.boolean(),
    delegated: fc.boolean(),
    session: maybe,
  }),
  fc.record({
    view: fc.constant('session' as const),
    sessionId: word,
    tab: fc.constantFrom('conversation' as const, 'timeline' as const, 'chain' as const, 'figures' as const),
    commit: maybe,
    record: maybe,
    find: maybe,
    near: maybe,
    branch: maybe,
    of: maybe,
    text: maybe,
    reply: fc.constantFrom(undefined, 1, 288),
    filters: logFilters,
    from: instant,
    to: instant,
  }),
  fc.record({ view: fc.constant('log' as const), of: maybe, text: maybe, filters: logFilters, commit: maybe }),
  fc.record({ view: fc.constant('refs' as const), at: maybe }),
  fc.record({
    view: fc.constant('files' as const),
    text: maybe,
    project: maybe,
    session: maybe,
    path: maybe,
    face: fc.constantFrom('content' as const, 'diff' as const, 'blame' as const, 'versions' as const, 'calls' as const),
    version: maybe,
    against: maybe,
    at: maybe,
    call: maybe,
    commit: maybe,
  }),
  fc.record({ view: fc.constant('compare' as const), left: word, right: word }),
  fc.record({ view: fc.constant('materialised' as const), commit: word, stop: word, format: maybe }),
  fc.record({
    view: fc.constant('ledger' as const),
    tab: fc.constantFrom('totals' as const, 'records' as const, 'rules' as const, 'corrections' as const),
    session: maybe,
    class: maybe,
    reference: maybe,
    rule: maybe,
    type: maybe,
    text: maybe,
    at: maybe,
    alone: fc.boolean(),
  }),
  fc.record({ view: fc.constant('sql' as const), sql: maybe }),
  fc.record({
    view: fc.constant('analytics' as const),
    board: word,
    metric: maybe,
    by: maybe,
    fields: fc.record({ project: word, since: word, tool: word, compacted: word }, { requiredKeys: [] }),
  }),
  fc.record({ view: fc.constant('problems' as const), code: maybe, session: maybe, at: maybe }),
)

test('every address reads back as itself, with and without the scheme of a copied link', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(parseAddress(formatAddress(address))).toEqual(address)
      expect(parseAddress(formatLink(address))).toEqual(address)
      expect(parseAddress(`#${formatAddress(address)}`)).toEqual(address)
    }),
  )
})

test('a link names a session, and behind a # one of its records', () => {
  expect(parseAddress('strata://session/s-1')).toEqual(sessionAddress('s-1'))
  expect(parseAddress('strata://session/s-1#file-1:7')).toEqual(sessionAddress('s-1', 'conversation', undefined, 'file-1:7'))
  expect(parseAddress('strata://session/s-1/chain?commit=ctx-1#6f1d')).toEqual(sessionAddress('s-1', 'chain', 'ctx-1', '6f1d'))
  expect(parseAddress('strata://nowhere/s-1')).toBeUndefined()
})

test('an address is short: default values are omitted', () => {
  expect(formatAddress(sessionsAddress)).toBe('/sessions')
  expect(formatAddress({ ...sessionsAddress, project: '/home/me/app', text: 'crash & burn', descending: false })).toBe(
    '/sessions?project=%2Fhome%2Fme%2Fapp&text=crash%20%26%20burn&order=ascending',
  )
  expect(formatAddress(sessionAddress('1a2b', 'chain', 'ctx-00112233'))).toBe('/session/1a2b/chain?commit=ctx-00112233')
  expect(formatAddress(logAddress)).toBe('/log')
  expect(formatAddress({ ...problemsAddress, code: 'malformed-json' })).toBe('/problems?code=malformed-json')
})

test('the board of records is in the ledger now, and with filters on the page of its totals', () => {
  expect(parseAddress('/analytics/records')).toEqual(ledgerAddress)
  expect(parseAddress('/analytics/records?session=4f2a')).toEqual({ ...ledgerAddress, session: '4f2a' })
  expect(parseAddress('/analytics/records?project=/boat&session=4f2a')).toMatchObject({
    metric: 'reference',
    fields: { project: '/boat', session: '4f2a' },
  })
  expect(parseAddress('/analytics/records?q=events&kind=response')).toMatchObject({ view: 'analytics', metric: 'events' })
})

test('a text that names no view is not an address', () => {
  for (const text of [
    '/nowhere',
    '/session',
    '/session/x/unknown',
    '/session/x/chain/more',
    '/sources/more',
    'sessions?',
    '/session/%E0%A4%A/chain',
  ]) {
    expect([text, parseAddress(text)]).toEqual([text, text === 'sessions?' ? sessionsAddress : undefined])
  }
})

test('an empty location is the first screen', () => {
  expect([parseAddress(''), parseAddress('#'), parseAddress('#/')]).toEqual([{ view: 'start' }, { view: 'start' }, { view: 'start' }])
})

test('unknown groupings and times that are not numbers fall back to the defaults', () => {
  expect(parseAddress('/sessions?group=colour')).toEqual(sessionsAddress)
  expect(parseAddress('/sessions?since=2026-13-01&until=soon&compacted=1')).toEqual(sessionsAddress)
  expect(parseAddress('/search?since=2026-02-30&until=2025-02-29')).toEqual(searchAddress)
  expect(parseAddress('/session/x?from=yesterday&to=1e9')).toEqual(sessionAddress('x'))
})

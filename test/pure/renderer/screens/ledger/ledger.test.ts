/** The ledger's screens without a window: which rules a filter finds, and how a record is named in an address. */
import { expect, test } from 'vitest'
import type { RuleView } from '../../../../../app/contract/ledger.ts'
import { matchingRules } from '../../../../../renderer/screens/ledger/matching-rules.ts'
import { recordPlace, recordPlaceKey } from '../../../../../renderer/ui/address/record-key.ts'
import { recordsQuery } from '../../../../../renderer/screens/ledger/records-source.ts'
import { ledgerAddress } from '../../../../../renderer/screens/ledger/address.ts'

const rule = (id: string, looksAt: string): RuleView => ({
  id,
  looksAt,
  ledger: 'finer',
  appliesTo: 'user',
  class: 'tool_result',
  referenceClass: 'tool_result',
  example: '{"type":"user"}',
  records: 1,
  corrected: 0,
})

test('rules are found by words of their name, class, or condition', () => {
  const rules = [rule('user/a', 'isMeta'), rule('user/b', 'text starting with “Stop”')]
  const found = (text: string | undefined) => matchingRules(rules, text).map(({ id }) => id)
  expect([found('META'), found('tool result'), found('stop user'), found('nothing'), found(undefined)]).toEqual([
    ['user/a'],
    ['user/a', 'user/b'],
    ['user/b'],
    [],
    ['user/a', 'user/b'],
  ])
})

test('a record in an address reads back; any other text names no record', () => {
  const place = { sourceId: 'src-1', line: 17 }
  expect(recordPlace(recordPlaceKey(place))).toEqual(place)
  expect([undefined, '', 'src-1', 'src-1:0', ':3', 'src-1:x'].map(recordPlace)).toEqual(Array.from({ length: 6 }, () => undefined))
})

test('a single record is requested by its place; other fields of the address are ignored', () => {
  expect(recordsQuery({ ...ledgerAddress, class: 'meta', at: 'src-1:17', alone: true })).toEqual({ sourceId: 'src-1', line: 17 })
  expect(recordsQuery({ ...ledgerAddress, class: 'meta', at: 'src-1:17' })).toMatchObject({ class: 'meta' })
})

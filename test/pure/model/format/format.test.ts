import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUsd } from '../../../../app/model/format/usd.ts'
import { formatBytes } from '../../../../app/model/format/bytes.ts'
import { countOf, formatCompact, formatCount } from '../../../../app/model/format/count.ts'
import { formatDuration } from '../../../../app/model/format/duration.ts'
import { projectLabel, projectName, shortenPath } from '../../../../renderer/ui/format/format-path.ts'
import { formatAge, formatDateTime, formatDay, formatInstant } from '../../../../app/model/format/instant.ts'
import { tableWidth } from '../../../../renderer/ui/table/table-width.ts'

test('lengths of time are written in the two units that matter', () => {
  expect(
    [0, 999, 999.7, 1000, 9_990, 10_000, 59_999, 60_000, 185_000, 3_600_000, 7_860_000, 86_400_000, 273_600_000, -5000].map(formatDuration),
  ).toEqual([
    '0 ms',
    '999 ms',
    '999 ms',
    '1.0 s',
    '9.9 s',
    '10 s',
    '59 s',
    '1 min',
    '3 min 5 s',
    '1 h',
    '2 h 11 min',
    '1 d',
    '3 d 4 h',
    '−5.0 s',
  ])
})

test('sizes have three digits and never show a thousand of a unit', () => {
  expect([0, 999, 1000, 1_240, 12_400, 999_499, 999_500, 1_910_000_000, 5e15].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.00 kB',
    '1.24 kB',
    '12.4 kB',
    '999 kB',
    '1.00 MB',
    '1.91 GB',
    '5000 TB',
  ])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_000_000_000_000 }), (bytes) => {
      expect(formatBytes(bytes)).toMatch(/^\d{1,3}(\.\d{1,2})? (B|kB|MB|GB|TB)$/)
    }),
  )
})

test('counts are exact where there is room and compact where there is none', () => {
  expect([0, 999, 12_345, 1_234_567].map(formatCount)).toEqual(['0', '999', '12,345', '1,234,567'])
  expect([0, 999, 1000, 12_345, 999_499, 999_500, 15_416_593, 2e9].map(formatCompact)).toEqual([
    '0',
    '999',
    '1.00k',
    '12.3k',
    '999k',
    '1.00M',
    '15.4M',
    '2.00G',
  ])
  expect([countOf(1, 'session'), countOf(0, 'session'), countOf(2, 'reply', 'replies')]).toEqual(['1 session', '0 sessions', '2 replies'])
})

const noon = new Date(2026, 2, 4, 12, 30, 9).getTime()

test('instants are local, sortable, and days near now have a name', () => {
  expect([formatDateTime(noon), formatInstant(noon)]).toEqual(['2026-03-04 12:30', '2026-03-04 12:30:09'])
  expect(formatDay(noon, noon)).toBe('Today, Wed 4 Mar 2026')
  expect(formatDay(noon, new Date(2026, 2, 5, 0, 1).getTime())).toBe('Yesterday, Wed 4 Mar 2026')
  expect(formatDay(noon, new Date(2026, 2, 6, 0, 1).getTime())).toBe('Wed 4 Mar 2026')
})

test('ages have one unit, and future times have “in”', () => {
  const ages = [10_000, 300_000, 7_200_000, 3 * 86_400_000, 70 * 86_400_000, 800 * 86_400_000]
  expect(ages.map((ms) => formatAge(noon - ms, noon))).toEqual(['now', '5 min', '2 h', '3 d', '2 mo', '2 y'])
  expect(formatAge(noon + 4 * 86_400_000, noon)).toBe('in 4 d')
})

test('paths keep their end, and projects keep their distinguishing name', () => {
  expect(shortenPath('/home/me/src/some/long/path/file.ts', 20)).toBe('/home…g/path/file.ts')
  expect(shortenPath('/short', 20)).toBe('/short')
  expect(['/home/me/ledger', '/home/me/.worktrees/2', 'C:\\src\\app', 'x', '/'].map(projectName)).toEqual([
    'ledger',
    '.worktrees/2',
    'src/app',
    'x',
    '/',
  ])
})

test('a table is as wide as its narrowest columns and the gaps between them', () => {
  expect(tableWidth(['92px', 'minmax(220px, 1fr)', '64px'])).toBe(92 + 220 + 64 + 2 * 12 + 24)
})

test('an amount below a hundredth of a cent is not shown as zero', () => {
  expect([0, 0.000018, 0.00012, 0.0615, 12.345].map(formatUsd)).toEqual(['$0.00', '<$0.0001', '$0.0001', '$0.0615', '$12.35'])
})

test('projects with the same name have more of their paths in a list', () => {
  const projects = ['/home/ada/app/cli', '/home/ben/app/cli', '/home/ada/app/harbour']
  expect(projects.map((project) => projectLabel(project, projects))).toEqual(['ada/app/cli', 'ben/app/cli', 'harbour'])
})

/** The versions of a file, their names, and the marks along the scrubber. */
import { expect, test } from 'vitest'
import type { FileHistoryView, KnownVersion, VersionCheck } from '../../../../../app/contract/objects.ts'
import { knownLines } from '../../../../../app/model/objects/known-lines.ts'
import { firstLineOf, linesByProof } from '../../../../../renderer/screens/files/lines/lines-by-proof.ts'
import { versionFile } from '../../../../../renderer/screens/files/lines/version-file.ts'
import {
  blamePlace,
  fileLife,
  placeOfKnown,
  placeOfRecord,
  placeOfVersion,
} from '../../../../../renderer/screens/files/versions/file-life.ts'
import { scrubberMarks } from '../../../../../renderer/screens/files/versions/scrubber-marks.ts'

const version = (line: number, by: string, more: Partial<KnownVersion> = {}): KnownVersion => ({
  path: '/p/a.ts',
  sessionId: 'one',
  title: 'One',
  commitId: 'ctx-1',
  record: { sourceId: 'src-a', line, fileLine: line, ofLine: 1 },
  occurredAt: line,
  by,
  isThere: true,
  proof: 'observed',
  added: null,
  removed: null,
  content: null,
  contentHash: null,
  stale: null,
  ...more,
})

const check = (line: number, outcome: VersionCheck['outcome']): VersionCheck => ({
  sessionId: 'one',
  record: { sourceId: 'src-a', line, fileLine: line, ofLine: 1 },
  by: 'edit',
  proof: 'likely',
  outcome,
})

const history: FileHistoryView = {
  path: '/p/a.ts',
  checkouts: [],
  // The newest first; the record of line 20 shows the file, and changes it.
  versions: [
    version(30, 'deletion', { isThere: false }),
    version(20, 'edit', { proof: 'computed' }),
    version(20, 'edit'),
    version(10, 'read'),
  ],
  total: 4,
  tracked: [],
  checks: [check(12, 'confirmed'), check(20, 'refuted')],
}

test('versions are in the order of time, and two of one record have names of their own', () => {
  const life = fileLife(history)
  expect(life.versions.map(({ key, later, offset }) => [key, later, offset])).toEqual([
    ['src-a:10', 0, 3],
    ['src-a:20~1', 1, 2],
    ['src-a:20', 0, 1],
    ['src-a:30', 0, 0],
  ])
  expect([placeOfVersion(life, 'src-a:20~1'), placeOfVersion(life, 'src-b:1'), placeOfVersion(life, undefined)]).toEqual([
    1,
    undefined,
    undefined,
  ])
  expect([placeOfRecord(life, { sourceId: 'src-a', line: 20 }), placeOfRecord(life, null)]).toEqual([2, undefined])
})

test('the version that a record shows carries the check, not the one that it makes of it', () => {
  const life = fileLife(history)
  expect(life.versions.map(({ refuted }) => refuted?.outcome)).toEqual([undefined, 'refuted', undefined, undefined])
  expect([life.confirmed, life.refuted]).toEqual([1, 1])
})

test('a version is blamed at the end of its commit, and the newest of a session not by other sessions', () => {
  const life = fileLife({ ...history, versions: [version(30, 'edit', { commitId: 'ctx-2' }), version(20, 'edit'), version(10, 'read')] })
  expect([0, 1, 2].map((index) => blamePlace(life, index, undefined))).toEqual([
    { at: 'ctx-1', isLater: true },
    { at: 'ctx-1', isLater: false },
    undefined,
  ])
  expect(blamePlace(life, 2, 'one')).toEqual({ at: 'ctx-2', isLater: false })
})

test('what a commit knew is the version with its record, else with its content', () => {
  const versions = [version(30, 'edit', { contentHash: 'b' }), version(20, 'edit', { contentHash: 'a' }), version(10, 'read')]
  const life = fileLife({ ...history, versions })
  const place = (line: number | null, contentHash: string | null, sessionId = 'one'): number | undefined =>
    placeOfKnown(life, {
      record: line === null ? null : { sourceId: 'src-a', line, fileLine: line, ofLine: 1 },
      contentHash,
      sessionId,
      observedAt: 25,
    })
  expect([place(10, null), place(25, 'a'), place(25, 'b'), place(25, null), place(null, null), place(25, 'a', 'two')]).toEqual([
    0,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a version inside a record has its content without the proof of each line, and is not taken for another one', () => {
  const inside = { ...version(20, 'edit', { content: 'a\nb', contentHash: 'x' }), later: 1 }
  const last = version(20, 'edit', { content: 'a\nc', contentHash: 'y' })
  expect(versionFile(inside, { versions: [last, inside] })).toMatchObject({
    content: 'a\nb',
    ranges: [{ from: 1, to: 2, record: null }],
    lacksLineProof: true,
  })
  expect(versionFile(inside, { versions: [last, version(21, 'edit')] })).toBeUndefined()
  expect(versionFile(inside, { versions: [inside, last] })).toBeUndefined()
  expect(versionFile(inside, { versions: [last] })).toBeUndefined()
})

test('the first line that a record changed is gone to, also when it is the first of the file', () => {
  const [own, other] = [
    { sourceId: 'src-a', line: 20, fileLine: 20, ofLine: 1 },
    { sourceId: 'src-a', line: 10, fileLine: 10, ofLine: 1 },
  ]
  const rows = knownLines({
    content: 'a\nb\nc',
    lines: [],
    totalLines: 3,
    ranges: [
      { from: 1, to: 1, proof: 'computed', record: own },
      { from: 2, to: 3, proof: 'observed', record: other },
    ],
  })
  expect([firstLineOf(rows, own), firstLineOf(rows, other), firstLineOf(rows.slice(0, 1), own)]).toEqual([0, 1, undefined])
})

test('there are as many marks as places, and none of what they mark is lost', () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    version(at + 1, at % 2 === 0 ? 'read' : 'edit', at === 5000 ? { isThere: false } : at > 8000 ? { sessionId: 'two' } : {}),
  ).reverse()
  const { versions } = fileLife({
    path: '/p/a.ts',
    checkouts: [],
    versions: many,
    total: many.length,
    tracked: [],
    checks: [check(7001, 'refuted')],
  })
  const marks = scrubberMarks(versions, 300)
  expect(marks.length).toBeLessThanOrEqual(301)
  expect(marks.filter(({ isDeletion }) => isDeletion)).toHaveLength(1)
  expect(marks.filter(({ isRefuted }) => isRefuted)).toHaveLength(1)
  expect(marks.filter(({ isOtherSession }) => isOtherSession)).toHaveLength(1)
  expect([scrubberMarks([], 10), scrubberMarks(versions.slice(0, 1), 10).map(({ at }) => at)]).toEqual([[], [0.5]])
})

test('what is not known is a gap, also behind the last line that is', () => {
  const record = { sourceId: 'src-a', line: 10, fileLine: 10, ofLine: 1 }
  const rows = knownLines({
    content: null,
    totalLines: null,
    lines: [
      { number: 3, text: 'c' },
      { number: 4, text: 'd' },
    ],
    ranges: [
      { from: 1, to: 2, proof: 'unknown', record: null },
      { from: 3, to: 4, proof: 'observed', record },
    ],
  })
  expect(rows.map((row) => (row.kind === 'gap' ? [row.from, row.to] : row.text))).toEqual([[1, 2], 'c', 'd', [5, null]])
  expect(linesByProof(rows)).toEqual([
    ['observed', 2],
    ['computed', 0],
    ['likely', 0],
    ['unknown', 2],
  ])
  expect(firstLineOf(rows, record)).toBe(1)
})

test('what follows the last line feed is no line, and an empty file is one empty line', () => {
  const lines = (content: string): number =>
    knownLines({
      content,
      lines: [],
      totalLines: content.split('\n').length,
      ranges: [{ from: 1, to: content.split('\n').length, proof: 'observed', record: null }],
    }).length
  expect([lines('a\nb\n'), lines('a\nb'), lines('')]).toEqual([2, 2, 1])
})

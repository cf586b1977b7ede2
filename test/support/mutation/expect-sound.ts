/** The rules that hold for every derived session, whatever its files are like. */
import { expect } from 'vitest'
import type { MadeSession } from '../made-rows.ts'
import { recordClasses } from '../../../app/model/record-class.ts'
import { problemActions } from '../../../app/model/problem.ts'
import { artifactsOf } from '../entry-artifacts.ts'
import { restoredFiles } from '../restored-files.ts'
import type { Files } from './file-changes.ts'
import { isOtherEncoding, plainLines, type PlainLine } from './count-lines.ts'

type Rows = MadeSession['rows']

const groupBy = <T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

/** Problems that say that a line holds no record. */
const noRecord = new Set<string>(['malformed-json', 'truncated-line', 'not-an-object'])

const linePlaces = (rows: Rows, sourceId: string): readonly (readonly [number, number, number, string])[] => {
  const records = rows.records
    .filter((record) => record.sourceId === sourceId)
    .map((record) => [record.line, record.byteOffset, record.byteLength, 'record'] as const)
  const problems = rows.problems
    .filter((problem) => problem.sourceId === sourceId && noRecord.has(problem.code))
    .map((problem) => [problem.line ?? 0, problem.byteOffset ?? -1, problem.byteLength ?? -1, 'problem'] as const)
  return [...records, ...problems].sort((a, b) => a[1] - b[1])
}

type Place = readonly [number, number, number, string]

/** Places of the records recovered from a line: they are the whole line, and it is a problem; empty: none was recovered. */
const recoveredPlaces = (
  rows: Rows,
  sourceId: string,
  { line, offset, length }: Pick<PlainLine, 'line' | 'offset' | 'length'>,
  more: number,
) => {
  const found = rows.records
    .filter((record) => record.sourceId === sourceId && record.rule === 'recovered')
    .filter(({ byteOffset }) => byteOffset >= offset && byteOffset < offset + length)
    .sort((a, b) => a.byteOffset - b.byteOffset)
  if (found.length === 0) return []
  const told = rows.problems.filter(
    (problem) => problem.sourceId === sourceId && problem.code === 'recovered-records' && problem.line === line,
  )
  expect(told.map(({ byteOffset, byteLength }) => [byteOffset, byteLength])).toEqual([[offset, length]])
  let at = offset
  return found.map(({ byteLength }, index): Place => {
    at += byteLength
    return [line + more + index, at - byteLength, index === found.length - 1 ? offset + length - at + byteLength : byteLength, 'record']
  })
}

/** Where every line of a file is expected: each record that shares a line counts as a line of its own. */
const expectedPlaces = (rows: Rows, sourceId: string, plain: readonly PlainLine[]): readonly Place[] => {
  let more = 0
  return plain.flatMap((one): readonly Place[] => {
    const { line, offset, length, record } = one
    if (record !== undefined) return [[line + more, offset, length, 'record']]
    const recovered = recoveredPlaces(rows, sourceId, one, more)
    more += Math.max(0, recovered.length - 1)
    return recovered.length === 0 ? [[line, offset, length, 'problem']] : recovered
  })
}

/** Every line that is not blank is one record or one problem, or has recovered records, where it stands in the file; records of type user are counted as they are. */
const expectEveryLine = ({ rows, sources }: MadeSession, files: Files): void => {
  for (const source of sources) {
    const bytes = files.get(source.file) ?? Buffer.alloc(0)
    if (source.role === 'meta' || source.role === 'side') continue
    const own = rows.records.filter((record) => record.sourceId === source.sourceId)
    if (isOtherEncoding(bytes)) {
      expect(rows.problems.filter(({ sourceId }) => sourceId === source.sourceId).map(({ code }) => code)).toContain('unreadable-encoding')
      expect(own).toEqual([])
      continue
    }
    const plain = plainLines(bytes)
    expect(linePlaces(rows, source.sourceId)).toEqual(expectedPlaces(rows, source.sourceId, plain))
    expect(own.filter(({ recordType, rule }) => recordType === 'user' && rule !== 'recovered')).toHaveLength(
      plain.filter(({ record }) => record?.['type'] === 'user').length,
    )
    expect(source.records).toBe(own.length)
  }
}

const expectClasses = ({ rows }: MadeSession): void => {
  const known = new Set<string>(recordClasses)
  for (const record of rows.records) {
    expect(known.has(record.class) && record.class !== 'malformed').toBe(true)
    expect(record.rule).not.toBe('')
    if (record.recordType === 'user') expect(record.referenceClass).not.toBe('other')
  }
}

const expectProblems = ({ rows, sources }: MadeSession): void => {
  const ids = new Set(sources.map(({ sourceId }) => sourceId))
  for (const problem of rows.problems) {
    expect(Object.keys(problemActions)).toContain(problem.code)
    expect([problem.file, problem.reason, problem.action].every((text) => text !== '')).toBe(true)
    expect(ids.has(problem.sourceId)).toBe(true)
    const isPlaced = problem.line !== null && problem.byteOffset !== null && problem.byteLength !== null
    expect(isPlaced || ['unreadable-encoding', 'orphan-agent'].includes(problem.code)).toBe(true)
  }
}

/** Ids are unique, parents exist and lead to a root, refs name commits. */
const expectChains = ({ rows, refs, commits }: MadeSession): void => {
  const parents = new Map(rows.commits.map((commit) => [commit.commitId, commit.parentId]))
  expect(parents.size).toBe(rows.commits.length)
  expect(commits.map(([id]) => id).sort()).toEqual([...parents.keys()].sort())
  expect(new Set(refs.map(({ name }) => name)).size).toBe(refs.length)
  for (const ref of refs) expect(parents.has(ref.commitId)).toBe(true)
  const rooted = new Set<string>()
  for (const commit of rows.commits) {
    const path = new Set<string>()
    for (let id: string | null = commit.commitId; id !== null && !rooted.has(id); id = parents.get(id) ?? null) {
      expect(parents.has(id) && !path.has(id)).toBe(true)
      path.add(id)
    }
    for (const id of path) rooted.add(id)
  }
}

/** Each record is in one commit of its own chain, or is a copy of one that is; commits count what they hold. */
const expectPlaces = ({ rows }: MadeSession): void => {
  const chainOf = new Map(rows.commits.map((commit) => [commit.commitId, commit.chain]))
  const held = groupBy(
    rows.records.filter((record) => !record.isCopy && record.commitId !== null),
    (record) => record.commitId ?? '',
  )
  for (const commit of rows.commits) expect(held.get(commit.commitId)?.length ?? 0).toBeGreaterThanOrEqual(commit.records)
  for (const record of rows.records) if (record.commitId !== null) expect(chainOf.has(record.commitId)).toBe(true)
  // A chain that nobody speaks in has no commit; where there is one, every record that is no copy is in it.
  const chains = new Set(rows.commits.map((commit) => commit.chain))
  const outside = rows.records.filter((record) => !record.isCopy && record.commitId === null && chains.has(record.chain))
  expect(outside.map(({ line, class: own }) => [line, own])).toEqual([])
}

/** No byte stands in two artifacts: together they are no larger than the files. */
const expectHeldOnce = ({ entries, sources }: MadeSession): void => {
  const held = artifactsOf(entries).filter(({ kind }) => kind === 'delta' || kind === 'compaction' || kind === 'raw')
  const size = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
  expect(size(held.map(({ rawBytes }) => rawBytes))).toBeLessThanOrEqual(size(sources.map(({ bytes }) => bytes)))
}

/**
 * @param files by the name a source has: the folder's name first.
 * @throws when a rule is broken
 */
export async function expectSound(derived: MadeSession, files: Files): Promise<void> {
  expect(derived.failed).toEqual([])
  for (const [file, content] of await restoredFiles(derived))
    expect([file, content.equals(files.get(file) ?? Buffer.alloc(0))]).toEqual([file, true])
  expectEveryLine(derived, files)
  expectClasses(derived)
  expectProblems(derived)
  expectChains(derived)
  expectPlaces(derived)
  expectHeldOnce(derived)
}

/** What has to be the same whenever and wherever the same files are derived. */
export const identityOf = ({ commits, refs, entries, sources }: MadeSession): unknown => ({
  commits,
  refs,
  artifacts: artifactsOf(entries)
    .map(({ hash }) => hash)
    .sort(),
  sources: sources.map(({ file, manifestHash }) => [file, manifestHash]),
})

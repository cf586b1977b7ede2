import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Journal } from '../../../../app/store/files/journal.ts'
import { subjectOf } from '../../../../app/store/files/entry-subject.ts'
import type { NewJournalEntry } from '../../../../app/store/files/journal-entry.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const ref = (name: string, commit: string | null = 'ctx-00000000'): NewJournalEntry => ({ kind: 'ref', name, commit_id: commit })
const at = { packId: 1, offset: 0 }

const written = async (path: string, entries: readonly NewJournalEntry[]): Promise<void> => {
  const journal = await Journal.open(path, false)
  for (const one of entries) await journal.append([one], at)
  await journal.close()
}

const read = async (
  path: string,
): Promise<{ readonly subjects: readonly string[]; readonly torn: string | undefined; readonly size: number }> => {
  const journal = await Journal.open(path, false)
  const { torn, end } = journal
  const subjects = journal.subjects()
  await journal.close()
  return { subjects, torn, size: end.offset }
}

test('the last of several entries with the same subject counts', async () => {
  const path = join(tempDir(), 'journal.jsonl')
  await written(path, [ref('fork/a', 'ctx-11111111'), ref('fork/b'), ref('fork/a', null)])
  const journal = await Journal.open(path, false)
  expect(journal.subjects()).toEqual(['ref fork/b', 'ref fork/a'])
  expect(journal.subjects(2)).toEqual(['ref fork/a'])
  expect(journal.entry('ref fork/a')).toMatchObject({ seq: 3, kind: 'ref', name: 'fork/a', commit_id: null, pack_end: [1, 0] })
  expect(journal.entry('ref fork/c')).toBeUndefined()
  expect(journal.end.seq).toBe(3)
  await journal.close()
})

test('entries of every kind come back as they were written', async () => {
  const entries: readonly NewJournalEntry[] = [
    ref('tag/„x“ "quoted" \\ \n'),
    { kind: 'summary', commit_id: 'ctx-00000000', summary: 'line\nbreak' },
    {
      kind: 'class',
      record: 'one',
      source_id: 'src-1',
      line: 3,
      session_id: 's',
      uuid: 'u',
      class: 'human_prompt',
      reason: 'typed',
      corrected_at: '2026-01-01T00:00:00.000Z',
    },
    { kind: 'class', record: 'two', source_id: 'src-1', line: 4, session_id: 's', class: null, corrected_at: '2026-01-01T00:00:00.000Z' },
    { kind: 'unreadable', files: [{ source_id: 'src-2', file: 'f', code: 'unreadable-file', reason: 'r', action: 'a' }] },
    {
      kind: 'session',
      session_id: '',
      sources: [],
      refs: [{ name: 'session/', commit_id: 'ctx-00000000' }],
      dropped_refs: ['agent/x/y'],
      commits: [['ctx-00000000', 'f'.repeat(64)]],
      inputs: { foreign: [['uuid', 'ctx-00000000']], cuts: ['uuid'], principal: 'me' },
    },
  ]
  const path = join(tempDir(), 'journal.jsonl')
  await written(path, entries)
  const journal = await Journal.open(path, false)
  entries.forEach((one) => expect(journal.entry(subjectOf(one))).toMatchObject(one))
  await journal.close()
})

test('an incomplete line is cut off, and the next entry takes its number', async () => {
  const path = join(tempDir(), 'journal.jsonl')
  await written(path, [ref('fork/a')])
  appendFileSync(path, '0123456789abcdef {"seq":2,"pack')
  expect(await read(path)).toMatchObject({ subjects: ['ref fork/a'], torn: 'it was not written to its end' })
  await written(path, [ref('fork/b')])
  expect(await read(path)).toMatchObject({ subjects: ['ref fork/a', 'ref fork/b'], torn: undefined })
})

test('a damaged line before others is reported with its number, not skipped', async () => {
  const path = join(tempDir(), 'journal.jsonl')
  await written(path, [ref('fork/a'), ref('fork/b'), ref('fork/c')])
  writeFileSync(path, readFileSync(path, 'utf8').replace('fork/b', 'fork/x'))
  await expect(Journal.open(path, false)).rejects.toThrow(expect.objectContaining({ code: 'journal-corrupt', data: { path, line: 2 } }))
})

test('a line that is missing is noticed by the number of the next', async () => {
  const path = join(tempDir(), 'journal.jsonl')
  await written(path, [ref('fork/a'), ref('fork/b'), ref('fork/c')])
  writeFileSync(
    path,
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((_, line) => line !== 1)
      .join('\n'),
  )
  await expect(Journal.open(path, false)).rejects.toThrow(expect.objectContaining({ code: 'journal-corrupt', data: { path, line: 2 } }))
})

test('reading only changes nothing, a torn line included', async () => {
  const path = join(tempDir(), 'journal.jsonl')
  await written(path, [ref('fork/a')])
  appendFileSync(path, 'torn')
  const before = readFileSync(path)
  const journal = await Journal.open(path, true)
  expect(journal.subjects()).toEqual(['ref fork/a'])
  await journal.close()
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('when the end is lost, every entry before it is readable', async () => {
  const entries = Array.from({ length: 15 }, (_, index) => ref(`fork/${'n'.repeat(index * 7)}${index}`))
  const whole = join(tempDir(), 'journal.jsonl')
  await written(whole, entries)
  const bytes = readFileSync(whole)
  const ends = [...bytes.entries()].flatMap(([index, byte]) => (byte === 0x0a ? [index + 1] : []))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (kept) => {
      const path = join(tempDir(), 'journal.jsonl')
      writeFileSync(path, bytes)
      truncateSync(path, kept)
      const complete = ends.filter((end) => end <= kept)
      expect(await read(path)).toMatchObject({ subjects: entries.slice(0, complete.length).map(subjectOf), size: complete.at(-1) ?? 0 })
      expect(readFileSync(path)).toHaveLength(complete.at(-1) ?? 0)
    }),
    { numRuns: 60 },
  )
})

test('entries that belong together are all missing when the last is lost', async () => {
  const path = join(tempDir(), 'journal.jsonl')
  await written(path, [ref('fork/a')])
  const journal = await Journal.open(path, false)
  await journal.append([ref('fork/b'), ref('fork/c'), ref('fork/d')], at, true)
  await journal.append([ref('fork/e')], at)
  await journal.close()
  const bytes = readFileSync(path)
  const ends = [...bytes.entries()].flatMap(([index, byte]) => (byte === 0x0a ? [index + 1] : []))
  for (const kept of [...ends, ...ends.map((end) => end - 7)]) {
    writeFileSync(path, bytes.subarray(0, kept))
    const lines = ends.filter((end) => end <= kept).length
    const left = lines >= 1 && lines < 4 ? 1 : lines
    const subjects = ['a', 'b', 'c', 'd', 'e'].slice(0, left).map((name) => `ref fork/${name}`)
    const reading = await Journal.open(path, true)
    expect(reading.subjects()).toEqual(subjects)
    await reading.close()
    expect(await read(path)).toMatchObject({ subjects, size: ends[left - 1] ?? 0 })
  }
})

test('a journal longer than one read is read completely', async () => {
  const path = join(tempDir(), 'journal.jsonl')
  const summaries = Array.from({ length: 40 }, (_, index): NewJournalEntry => ({
    kind: 'summary',
    commit_id: `ctx-${index}`,
    summary: 'x'.repeat(index * 4_000),
  }))
  const journal = await Journal.open(path, false)
  await journal.append(summaries, at)
  await journal.close()
  expect((await read(path)).subjects).toEqual(summaries.map(subjectOf))
})

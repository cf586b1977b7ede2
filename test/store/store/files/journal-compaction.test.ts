import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Journal } from '../../../../app/store/files/journal.ts'
import type { NewJournalEntry } from '../../../../app/store/files/journal-entry.ts'
import { sessionState, stateOf } from '../../../support/journal-of.ts'
import { smallDiskOrSkip } from '../../../support/small-disk.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const at = { packId: 1, offset: 0 }
const tag = (commit: string | null): NewJournalEntry => ({ kind: 'ref', name: 'tag/x', commit_id: commit })

const using = async <T>(path: string, work: (journal: Journal) => Promise<T> | T, short = 0): Promise<T> => {
  const journal = await Journal.open(path, false, short)
  try {
    return await work(journal)
  } finally {
    await journal.close()
  }
}

/** A journal of one session that grew a commit at a time; gives its path. */
const grown = async (commits: number, dir = tempDir()): Promise<string> => {
  const path = join(dir, 'journal.jsonl')
  await using(path, async (journal) => {
    await journal.append([sessionState('other', 1), tag('ctx-1')], at)
    for (let count = 1; count <= commits; count++) await journal.append([sessionState('s', count)], { packId: 1, offset: count })
    await journal.append([tag(null)], at)
  })
  return path
}

const anyEntry: fc.Arbitrary<NewJournalEntry> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(fc.constantFrom('', 'a'), fc.integer({ min: 20, max: 50 })).map(([id, commits]) => sessionState(id, commits)),
  },
  fc.option(fc.constantFrom('ctx-1', 'ctx-2')).map(tag),
  fc.constantFrom('one', 'two').map((summary): NewJournalEntry => ({ kind: 'summary', commit_id: 'ctx-1', summary })),
  fc.constantFrom('r1', 'r2').map((record): NewJournalEntry => ({
    kind: 'class',
    record,
    class: null,
    source_id: 'src-1',
    line: 1,
    session_id: 'a',
    corrected_at: '2026-01-01T00:00:00.000Z',
  })),
  fc.constant<NewJournalEntry>({ kind: 'unreadable', files: [] }),
)

test('a journal has the same content whenever it is compacted', async () => {
  let compacted = 0
  const batch = fc.record({
    entries: fc.array(anyEntry, { minLength: 3, maxLength: 8 }),
    compact: fc.boolean(),
    reopen: fc.boolean(),
    takenBack: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 12, size: 'max' }), async (batches) => {
      const dir = tempDir()
      const path = join(dir, 'journal.jsonl')
      let journal = await Journal.open(path, false, 0)
      const plain = await Journal.open(join(dir, 'plain.jsonl'), false)
      for (const [index, { entries, compact, reopen, takenBack }] of batches.entries()) {
        const packEnd = { packId: 1, offset: index }
        const mark = journal.end
        await journal.append(entries, packEnd)
        if (takenBack) await journal.truncate(mark)
        else await plain.append(entries, packEnd)
        if (compact && (await journal.compact())) compacted++
        if (reopen) {
          await journal.close()
          journal = await Journal.open(path, false, 0)
        }
        expect(await stateOf(journal)).toEqual(await stateOf(plain))
      }
      await journal.close()
      await plain.close()
    }),
    { numRuns: 25 },
  )
  expect(compacted).toBeGreaterThan(0)
})

test('a journal with many states of a session stays within a few times its live size', async () => {
  const path = join(tempDir(), 'journal.jsonl')
  const { last, longest } = await using(path, async (journal) => {
    let longest = 0
    for (let count = 1; count <= 120; count++) {
      await journal.append([sessionState('s', count)], at)
      await journal.compact()
      longest = Math.max(longest, statSync(path).size)
    }
    const entry = journal.entry('session s')
    return { longest, last: entry?.kind === 'session' ? entry.commits.length : 0 }
  })
  expect(last).toBe(120)
  expect(longest).toBeLessThan(6 * 120 * 90)
  expect(await using(path, (journal) => journal.end.seq)).toBe(120)
})

test('a short or mostly live journal is not compacted', async () => {
  const path = await grown(30)
  const before = readFileSync(path)
  expect(await using(path, (journal) => journal.compact(), before.length)).toBe(false)
  const dense = await grown(2)
  expect(await using(dense, (journal) => journal.compact())).toBe(false)
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('entry numbers continue after a compaction, and the journal can be compacted again', async () => {
  const path = await grown(30)
  for (let round = 1; round <= 3; round++) {
    await using(path, async (journal) => {
      expect(await journal.compact()).toBe(true)
      for (let count = 1; count <= 30; count++) await journal.append([sessionState('s', count)], at)
      expect(journal.end.seq).toBe(33 + round * 30)
    })
  }
})

test('a reader of a journal that is being compacted continues with the earlier content', async () => {
  const path = await grown(30)
  const reader = await Journal.open(path, true)
  const before = await stateOf(reader)
  await using(path, async (journal) => {
    await journal.compact()
    await journal.append([sessionState('s', 31)], at)
  })
  expect(await stateOf(reader)).toEqual(before)
  expect(await reader.compact()).toBe(false)
  await reader.close()
})

test('the remains of an interrupted compaction are removed, at any point of interruption', async () => {
  const path = await grown(30)
  const before = await using(path, stateOf)
  const old = readFileSync(path)
  await using(path, (journal) => journal.compact())
  const compacted = readFileSync(path)
  for (const kept of [0, 10, compacted.length >> 1, compacted.length - 1, compacted.length]) {
    writeFileSync(path, old)
    writeFileSync(`${path}.compacted`, compacted.subarray(0, kept))
    expect(await using(path, stateOf)).toEqual(before)
    expect(existsSync(`${path}.compacted`)).toBe(false)
  }
  writeFileSync(path, compacted)
  expect(await using(path, stateOf)).toEqual(before)
})

test.each([
  ['a line among those that were carried over', (lines: string[]) => lines.filter((_, at) => at !== 2), 4],
  ['the last line that was carried over', (lines: string[]) => lines.slice(0, -1), 5],
  ['the end of that line', (lines: string[]) => [...lines.slice(0, -1), lines.at(-1)?.slice(0, -9) ?? ''], 5],
  ['the heading', (lines: string[]) => lines.slice(1), 3],
])('the loss of %s in a compacted journal is noticed', async (_what, lose, line) => {
  const path = await grown(30)
  await using(path, (journal) => journal.compact())
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(5)
  const spoilt = lose(lines).join('\n') + '\n'
  writeFileSync(path, spoilt)
  await expect(Journal.open(path, false)).rejects.toThrow(expect.objectContaining({ code: 'journal-corrupt', data: { path, line } }))
  expect(readFileSync(path, 'utf8')).toBe(spoilt)
})

test('a journal with a damaged live line is not compacted', async () => {
  const path = await grown(30)
  await using(path, async (journal) => {
    const spoilt = readFileSync(path, 'utf8').replace('session/other', 'session/0ther')
    writeFileSync(path, spoilt)
    expect(await journal.compact()).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe(spoilt)
  })
  expect(existsSync(`${path}.compacted`)).toBe(false)
})

test('without space on the disk the journal is unchanged, and is compacted later', async (context) => {
  const { dir } = smallDiskOrSkip(context, '2m')
  const path = await grown(100, dir)
  const filler = join(dir, 'filler')
  const free = 2 * 1024 * 1024 - Math.ceil(statSync(path).size / 4096) * 4096 - 4096
  writeFileSync(filler, Buffer.alloc(free))
  const before = await using(path, async (journal) => {
    const state = await stateOf(journal)
    expect(await journal.compact()).toBe(false)
    expect(await stateOf(journal)).toEqual(state)
    return state
  })
  expect(existsSync(`${path}.compacted`)).toBe(false)
  writeFileSync(filler, '')
  await using(path, async (journal) => {
    expect(await journal.compact()).toBe(true)
    expect(await stateOf(journal)).toEqual(before)
  })
})

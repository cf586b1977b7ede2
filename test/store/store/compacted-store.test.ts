import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { NewJournalEntry } from '../../../app/store/files/journal-entry.ts'
import { openStore, type StoreOptions } from '../../../app/store/open-store.ts'
import type { StoreUnit } from '../../../app/store/tables/store-unit.ts'
import type { Store } from '../../../app/store/store.ts'
import { tables, type TableName } from '../../../app/store/tables/tables.ts'
import { emptyIndexFile } from '../../support/empty-index.ts'
import { sessionUnit } from '../../support/store-units.ts'
import { tempDir } from '../../support/temp-dir.ts'

const using = async <T>(dir: string, work: (store: Store) => Promise<T> | T, options: Partial<StoreOptions> = {}): Promise<T> => {
  const store = await openStore(dir, { program: 'test', emptyIndex: await emptyIndexFile(), ...options })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const allRows = async (store: Store): Promise<Readonly<Record<string, unknown>>> => {
  const names = Object.keys(tables) as TableName[]
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await store.database.query(`FROM ${name} ORDER BY ALL`, tables[name])] as const)),
  )
}

const wish = (journal: NewJournalEntry): StoreUnit => ({ entries: [], journal, replaces: undefined, rows: {} })
const isCompacted = (dir: string): boolean => readFileSync(join(dir, 'journal.jsonl'), 'utf8').slice(17, 200).includes('"compacted"')

/** A store with wishes and a session that changed many times; gives the last unit of every session. */
const filled = async (dir: string, options: Partial<StoreOptions>): Promise<readonly StoreUnit[]> => {
  const growing = await sessionUnit('growing')
  const commitId = growing.rows.commits?.[0]?.commitId ?? ''
  const units = [await sessionUnit('one'), growing]
  await using(
    dir,
    async (store) => {
      await store.writeUnits([...units, wish({ kind: 'summary', commit_id: commitId, summary: 'written' })])
      await store.writeUnits([wish({ kind: 'ref', name: 'tag/x', commit_id: 'ctx-00000000' })])
      for (let round = 0; round < 6; round++) await store.gatherUnits(Array.from({ length: 10 }, () => growing))
      await store.writeUnits([wish({ kind: 'ref', name: 'tag/x', commit_id: commitId })])
    },
    options,
  )
  return units
}

const catchUp = async (store: Store, units: readonly StoreUnit[]): Promise<void> => {
  for (const subject of store.pending()) {
    const entry = store.entry(subject)
    const unit = units.find(({ replaces }) => entry?.kind === 'session' && replaces?.sessionId === entry.session_id)
    if (entry !== undefined) await store.projectUnits([unit ?? wish(entry)])
  }
}

test('a store whose journal is compacted during writes has the same rows and user data as one without', async () => {
  const [plain, dir] = [tempDir(), tempDir()]
  await filled(plain, {})
  await filled(dir, { journalBytes: 0 })
  expect([isCompacted(plain), isCompacted(dir)]).toEqual([false, true])
  const asked = async (store: Store): Promise<unknown> => ({
    rows: await allRows(store),
    wishes: store.wishes().map((one) => ({ ...one, at: '', pack_end: [] })),
    sessions: store.sessionIds(),
    pending: store.pending(),
    problems: (await store.verify()).problems,
  })
  expect(await using(dir, asked)).toEqual(await using(plain, asked))
})

test('the index is rebuilt from a compacted journal, equal row for row', async () => {
  const dir = tempDir()
  const units = await filled(dir, { journalBytes: 0 })
  const before = await using(dir, allRows)
  rmSync(join(dir, 'index.duckdb'))
  await using(dir, async (store) => {
    expect(store.pending()).toEqual(['session one', expect.stringMatching(/^summary /), 'session growing', 'ref tag/x'])
    await catchUp(store, units)
    expect(await allRows(store)).toEqual(before)
    expect((await store.verify()).problems).toEqual([])
  })
})

test('only entries that were pending before a compaction of the journal are pending after it', async () => {
  const dir = tempDir()
  const units = await filled(dir, {})
  const index = join(dir, 'index.duckdb')
  copyFileSync(index, `${index}.before`)
  const late = await sessionUnit('late')
  await using(dir, (store) => store.writeUnits([late]))
  copyFileSync(`${index}.before`, index)
  await using(
    dir,
    async (store) => {
      expect(isCompacted(dir)).toBe(true)
      expect(store.pending()).toEqual(['session late'])
      await catchUp(store, [...units, late])
    },
    { journalBytes: 0 },
  )
  await using(dir, (store) => expect(store.pendingCount).toBe(0))
})

test('a removal ends an entry until the entry is written again, and a compacted journal says the same', async () => {
  const dir = tempDir()
  const options = { journalBytes: 0 }
  const one = await sessionUnit('one')
  await filled(dir, options)
  const said = (): Promise<unknown> =>
    using(dir, (store) => [store.sessionIds(), store.entry('removed session one')?.kind, store.subjects()], options)
  const removed = { kind: 'removed', of: 'session one', removed_at: '2026-01-01T00:00:00Z' } as const
  await using(dir, (store) => store.accept([removed, { kind: 'removed', of: 'ref tag/x', removed_at: removed.removed_at }]), options)
  const after = await said()
  expect(after).toMatchObject([['growing'], 'removed', expect.not.arrayContaining(['session one', 'ref tag/x']) as string[]])
  expect(await said()).toEqual(after)
  await using(dir, (store) => store.accept([one.journal]), options)
  expect(await said()).toMatchObject([['growing', 'one'], undefined, expect.not.arrayContaining(['removed session one']) as string[]])
})

test('a reader of the store does not compact the journal', async () => {
  const dir = tempDir()
  await filled(dir, {})
  await using(dir, () => expect(isCompacted(dir)).toBe(false), { readOnly: true, journalBytes: 0 })
})

import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Database } from '../../../app/store/tables/database.ts'
import { heldBytes } from '../../../app/store/files/spillable-bytes.ts'
import { openStore, type StoreOptions } from '../../../app/store/open-store.ts'
import { PackFiles } from '../../../app/store/files/pack-files.ts'
import { execute } from '../../../app/store/tables/query.ts'
import type { StoreUnit } from '../../../app/store/tables/store-unit.ts'
import type { Store } from '../../../app/store/store.ts'
import { tables, type TableName } from '../../../app/store/tables/tables.ts'
import { artifactOf, artifactsOf } from '../../support/entry-artifacts.ts'
import { emptyIndexFile } from '../../support/empty-index.ts'
import { deltaOf, sessionUnit } from '../../support/store-units.ts'
import { tempDir } from '../../support/temp-dir.ts'

const using = async <T>(dir: string, work: (store: Store) => Promise<T> | T, options: Partial<StoreOptions> = {}): Promise<T> => {
  const store = await openStore(dir, { program: 'test', emptyIndex: await emptyIndexFile(), ...options })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const packOf = (dir: string): string => join(dir, 'packs', 'pack-000001.strata')
const indexOf = (dir: string): string => join(dir, 'index.duckdb')

/** Every row of every table, in an order of its own. */
const allRows = async (store: Store): Promise<Readonly<Record<string, unknown>>> => {
  const names = Object.keys(tables) as TableName[]
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await store.database.query(`FROM ${name} ORDER BY ALL`, tables[name])] as const)),
  )
}

/** Brings what is pending into the tables, the way the engine does: rows are derived again, here by writing the same units. */
const catchUp = async (store: Store, units: readonly StoreUnit[]): Promise<void> => {
  const bySession = new Map(units.map((unit) => [unit.replaces?.sessionId, unit]))
  for (const subject of store.pending()) {
    const entry = store.entry(subject)
    const unit = entry?.kind === 'session' ? bySession.get(entry.session_id) : undefined
    if (entry !== undefined) await store.projectUnits([unit ?? { journal: entry, replaces: undefined, rows: {} }])
  }
}

const filled = async (dir: string): Promise<readonly StoreUnit[]> => {
  const units = [await sessionUnit('one'), await sessionUnit('two', 3), await sessionUnit('three')]
  await using(dir, async (store) => {
    await store.writeUnits([await sessionUnit('two'), ...units.slice(0, 1)])
    await store.writeUnits(units.slice(1))
    await store.writeUnits([
      { entries: [], journal: { kind: 'ref', name: 'tag/x', commit_id: 'ctx-00000000' }, replaces: undefined, rows: {} },
    ])
  })
  return units
}

test('the index can be deleted: the journal lists what to derive again, and the tables are equal', async () => {
  const dir = tempDir()
  const units = await filled(dir)
  const before = await using(dir, allRows)
  rmSync(indexOf(dir))
  await using(dir, async (store) => {
    expect(store.pending()).toEqual(['session one', 'session two', 'session three', 'ref tag/x'])
    await catchUp(store, units)
    expect(store.pendingCount).toBe(0)
    expect(await allRows(store)).toEqual(before)
  })
  await using(dir, async (store) => {
    expect(store.pendingCount).toBe(0)
    expect((await store.verify()).problems).toEqual([])
  })
})

const setState = async (dir: string, key: string, value: string): Promise<void> => {
  const database = await Database.open(indexOf(dir))
  await database.transaction((connection) =>
    execute(connection, 'UPDATE projection_state SET value = $value::VARCHAR WHERE key = $key::VARCHAR', { key, value }),
  )
  await database.close()
}

test.each([
  ['is damaged', (dir: string) => writeFile(indexOf(dir), 'no database'.repeat(1_000))],
  ['is of an older version', (dir: string) => setState(dir, 'schema_version', '0')],
])('an index that %s is rebuilt', async (_what, spoil) => {
  const dir = tempDir()
  const units = await filled(dir)
  const before = await using(dir, allRows)
  await spoil(dir)
  await using(dir, async (store) => {
    expect(store.pendingCount).toBe(4)
    await catchUp(store, units)
    expect(await allRows(store)).toEqual(before)
  })
})

test('an index ahead of the journal, for example after restoring a backup, is rebuilt only when missing entries are accepted', async () => {
  const dir = tempDir()
  const units = await filled(dir)
  const before = await using(dir, allRows)
  await setState(dir, 'journal_seq', '99')
  await expect(using(dir, allRows)).rejects.toMatchObject({ code: 'journal-corrupt', data: { missing: 99 - 5 } })
  const salvaging = { salvage: true }
  await using(
    dir,
    async (store) => {
      expect([store.salvaged, store.pendingCount]).toEqual([undefined, 4])
      await catchUp(store, units)
      expect(await allRows(store)).toEqual(before)
    },
    salvaging,
  )
  expect(await using(dir, allRows)).toEqual(before)
})

test('an index is rebuilt on request, and when the rules that derive rows have changed', async () => {
  const dir = tempDir()
  await filled(dir)
  await using(dir, (store) => expect(store.pendingCount).toBe(4), { reindex: true })
  await using(dir, (store) => expect(store.pendingCount).toBe(4), { rulesVersion: '2' })
  await using(dir, (store) => expect(store.pendingCount).toBe(4))
})

test('an index of a newer version is not changed', async () => {
  const dir = tempDir()
  await filled(dir)
  await setState(dir, 'schema_version', '1000')
  await expect(using(dir, () => undefined)).rejects.toThrow(expect.objectContaining({ code: 'store-newer' }))
})

test('only an entry that was journalled but not projected when the process died is pending', async () => {
  const dir = tempDir()
  await filled(dir)
  copyFileSync(indexOf(dir), `${indexOf(dir)}.before`)
  const late = await sessionUnit('late')
  await using(dir, (store) => store.writeUnits([late]))
  const after = await using(dir, allRows)
  copyFileSync(`${indexOf(dir)}.before`, indexOf(dir))
  await using(dir, async (store) => {
    expect(store.pending()).toEqual(['session late'])
    expect((await store.verify()).problems).toEqual([])
    await catchUp(store, [late])
    expect(await allRows(store)).toEqual(after)
  })
})

test('a batch written while others are pending does not lose those', async () => {
  const dir = tempDir()
  const units = await filled(dir)
  const late = await sessionUnit('late')
  await using(dir, (store) => store.writeUnits([late]), { reindex: true })
  await using(dir, async (store) => {
    expect(store.pending()).toContain('session three')
    await catchUp(store, [...units, late])
  })
  await using(dir, async (store) => {
    expect(store.pendingCount).toBe(0)
    expect((await store.verify()).problems).toEqual([])
  })
})

test('entries without a journal line are kept, and stored once when they are written again', async () => {
  const dir = tempDir()
  await filled(dir)
  const late = await sessionUnit('late')
  const packs = await PackFiles.open(join(dir, 'packs'), { readOnly: false })
  await packs.append(late.entries)
  await packs.close()
  await using(dir, async (store) => {
    const { packBytes } = await store.sizes()
    await store.writeUnits([late])
    expect((await store.sizes()).packBytes).toBe(packBytes)
    expect((await store.verify()).problems).toEqual([])
  })
})

/** The bytes of a unit's first entry. */
const firstBytes = ({ entries: [first] }: StoreUnit): Uint8Array => (first === undefined ? Buffer.of() : heldBytes(first.bytes))

test('a half-written entry after the acknowledged ones is cut off', async () => {
  const dir = tempDir()
  const units = await filled(dir)
  const size = statSync(packOf(dir)).size
  const late = await sessionUnit('late')
  appendFileSync(packOf(dir), firstBytes(late).subarray(0, -1))
  await using(dir, async (store) => {
    expect(statSync(packOf(dir)).size).toBe(size)
    expect(store.damage).toEqual([])
    for (const { entries } of units) for (const { hash } of artifactsOf(entries)) await store.read(hash)
    expect((await store.verify()).problems).toEqual([])
  })
})

test('remains of a killed program in the scratch folder are removed when the store is opened, not when it is read', async () => {
  const dir = tempDir()
  await filled(dir)
  const left = join(dir, 'scratch', '4711-1', 'waiting')
  mkdirSync(dirname(left), { recursive: true })
  writeFileSync(left, 'x')
  const reader = await openStore(dir, { program: 'test', readOnly: true })
  await reader.close()
  expect(existsSync(left)).toBe(true)
  expect(await using(dir, () => existsSync(left))).toBe(false)
})

/** Damages one byte of a session's delta in the pack. */
const damage = (dir: string, unit: StoreUnit, byteInEntry: number): void => {
  const bytes = readFileSync(packOf(dir))
  const at = bytes.indexOf(firstBytes(unit)) + byteInEntry
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  writeFileSync(packOf(dir), bytes)
}

test.each([
  ['its content', 170],
  ['its directory', 80],
  ['its header', 20],
])('an acknowledged artifact with damage in %s is refused, everything else is readable, and verify names it', async (_what, byte) => {
  const dir = tempDir()
  const units = await filled(dir)
  const [one, two] = units
  if (one === undefined || two === undefined) throw new Error('three units were written')
  damage(dir, one, byte)
  await using(dir, async (store) => {
    await expect(store.read(artifactOf(one.entries[0]).hash)).rejects.toThrow(expect.objectContaining({ code: 'artifact-corrupt' }))
    expect((await store.read(artifactOf(two.entries[0]).hash)).equals(deltaOf('two', 3))).toBe(true)
    expect((await store.verify()).problems[0]).toMatchObject({ where: 'packs', packId: 1 })
  })
})

test('rebuilding the index of a store with a damaged entry keeps everything else and truncates nothing', async () => {
  const dir = tempDir()
  const units = await filled(dir)
  const [one, two] = units
  if (one === undefined || two === undefined) throw new Error('three units were written')
  damage(dir, one, 20)
  const bytes = readFileSync(packOf(dir))
  await using(
    dir,
    async (store) => {
      expect(store.damage).toHaveLength(1)
      await store.read(artifactOf(two.entries[0]).hash)
      await expect(store.read(artifactOf(one.entries[0]).hash)).rejects.toThrow(expect.objectContaining({ code: 'not-found' }))
    },
    { reindex: true },
  )
  expect(readFileSync(packOf(dir)).equals(bytes)).toBe(true)
})

test('a pack that lost acknowledged bytes is kept for completion from a backup: new entries go to another', async () => {
  const dir = tempDir()
  const [one] = await filled(dir)
  const whole = readFileSync(packOf(dir))
  truncateSync(packOf(dir), whole.length - 10)
  const late = await sessionUnit('late')
  await using(dir, async (store) => {
    expect(store.damage.length).toBeGreaterThan(0)
    await store.writeUnits([late])
    await store.read(artifactOf(one?.entries[0]).hash)
  })
  expect(statSync(packOf(dir)).size).toBe(whole.length - 10)
  writeFileSync(packOf(dir), whole)
  await using(dir, async (store) => {
    expect((await store.verify()).problems).toEqual([])
    for (const { hash } of artifactsOf(late.entries)) await store.read(hash)
  })
})

test('when part of the journal is lost, the store opens with every session whose line is complete', async () => {
  const source = tempDir()
  const units = await filled(source)
  const journal = readFileSync(join(source, 'journal.jsonl'))
  const pack = readFileSync(packOf(source))
  const ends = [...journal.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1] : []))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: journal.length }), async (kept) => {
      const dir = tempDir()
      await using(dir, () => undefined)
      writeFileSync(packOf(dir), pack)
      writeFileSync(join(dir, 'journal.jsonl'), journal.subarray(0, kept))
      await using(dir, async (store) => {
        const lines = ends.filter((end) => end <= kept).length
        expect(store.pending()).toEqual(
          ['session two', 'session one', 'session two', 'session three', 'ref tag/x']
            .slice(0, lines)
            .filter((subject, at, all) => all.lastIndexOf(subject) === at),
        )
        expect((await store.verify()).problems).toEqual([])
        for (const { entries } of units) for (const { hash } of artifactsOf(entries)) await store.read(hash)
      })
    }),
    { numRuns: 8 },
  )
})

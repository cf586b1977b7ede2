import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { artifactHash } from '../../../app/model/ids.ts'
import { hashArtifact } from '../../../app/store/files/artifact-hash.ts'
import { count, text } from '../../../app/model/columns.ts'
import { openStore, storeExists, type StoreOptions } from '../../../app/store/open-store.ts'
import { encodeArtifact, encodeSharedEntry, type HeldEntry } from '../../../app/store/files/pack-entry.ts'
import type { StoreUnit } from '../../../app/store/tables/store-unit.ts'
import type { Store } from '../../../app/store/store.ts'
import { tables } from '../../../app/store/tables/tables.ts'
import { artifactsOf } from '../../support/entry-artifacts.ts'
import { emptyIndexFile } from '../../support/empty-index.ts'
import { deltaOf, sessionUnit } from '../../support/store-units.ts'
import { tempDir } from '../../support/temp-dir.ts'

const code = (name: string, data: Readonly<Record<string, unknown>> = {}): unknown => expect.objectContaining({ code: name, ...data })

const open = async (dir: string, options: Partial<StoreOptions> = {}): Promise<Store> =>
  openStore(dir, { program: 'test', emptyIndex: await emptyIndexFile(), ...options })

/** Opens a store, lets `work` use it, and closes it. */
const using = async <T>(dir: string, work: (store: Store) => Promise<T>, options: Partial<StoreOptions> = {}): Promise<T> => {
  const store = await open(dir, options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const hashOf = (unit: StoreUnit, kind: string) =>
  artifactsOf(unit.entries).find((artifact) => artifact.kind === kind)?.hash ?? artifactHash('')

const commitsOf = async (store: Store): Promise<readonly string[]> => {
  const rows = await store.database.query('SELECT session_id, commit_id FROM commits ORDER BY ALL', {
    session: text('session_id'),
    commit: text('commit_id'),
  })
  return rows.map((row) => `${row.session} ${row.commit}`)
}

test('written data is readable after the store was closed and reopened, and can be verified', async () => {
  const dir = tempDir()
  const [one, two] = [await sessionUnit('one'), await sessionUnit('two')]
  await using(dir, (store) => store.writeUnits([one, two]))
  await using(dir, async (store) => {
    expect((await store.read(hashOf(one, 'delta'))).equals(deltaOf('one'))).toBe(true)
    expect(await store.has(hashOf(two, 'commit'))).toBe(true)
    expect(await store.database.query('FROM commits ORDER BY session_id', tables.commits)).toEqual([
      ...(one.rows.commits ?? []),
      ...(two.rows.commits ?? []),
    ])
    expect(store.sessionIds()).toEqual(['one', 'two'])
    expect(store.session('two')).toMatchObject(two.journal)
    expect(store.pendingCount).toBe(0)
    expect(store.damage).toEqual([])
    expect(await store.verify()).toEqual({ artifacts: 6, bytes: (await store.sizes()).packBytes, problems: [] })
  })
})

test('a session that is written again replaces only its rows', async () => {
  const dir = tempDir()
  const later = await sessionUnit('one', 2)
  await using(dir, async (store) => {
    await store.writeUnits([await sessionUnit('one'), await sessionUnit('two')])
    await store.writeUnits([later])
    expect(await store.database.query("FROM commits WHERE session_id = 'one'", tables.commits)).toEqual(later.rows.commits)
    expect(await commitsOf(store)).toHaveLength(2)
    expect(store.sessionIds()).toEqual(['two', 'one'])
  })
})

test('the later of two states of a session in a batch counts', async () => {
  const later = await sessionUnit('one', 2)
  await using(tempDir(), async (store) => {
    await store.writeUnits([await sessionUnit('one'), later])
    expect(await store.database.query('FROM commits', tables.commits)).toEqual(later.rows.commits)
    expect(store.session('one')).toMatchObject(later.journal)
  })
})

test('an entry with new and known artifacts is written, and every artifact counts once', async () => {
  const dir = tempDir()
  const unit = await sessionUnit('one')
  const [delta] = artifactsOf(unit.entries)
  if (delta === undefined) throw new Error('a session has a delta')
  const late = Buffer.from('something new')
  const lateHead = { kind: 'raw', hash: hashArtifact(late), rawBytes: late.length } as const
  const mixed = await encodeSharedEntry([delta, lateHead], Buffer.concat([deltaOf('one'), late]))
  const write = (entries: readonly HeldEntry[]): StoreUnit => ({
    entries,
    journal: { kind: 'summary', commit_id: 'x', summary: '' },
    replaces: undefined,
    rows: {},
  })
  await using(dir, async (store) => {
    await store.writeUnits([unit])
    const before = (await store.sizes()).packBytes
    await store.writeUnits([write([mixed, mixed]), write([await encodeArtifact('delta', deltaOf('one'))])])
    expect((await store.sizes()).packBytes).toBe(before + mixed.bytes.length)
  })
  await using(dir, async (store) => {
    expect((await store.read(hashArtifact(late))).equals(late)).toBe(true)
    const listed = await store.database.query('SELECT artifact_hash FROM artifacts', { hash: text('artifact_hash') })
    expect(listed).toHaveLength(new Set(listed.map(({ hash }) => hash)).size)
    expect((await store.verify()).problems).toEqual([])
  })
})

test('sources without a session are replaced together, as those of the session without a name', async () => {
  await using(tempDir(), async (store) => {
    await store.writeUnits([await sessionUnit('')])
    await store.writeUnits([await sessionUnit('', 2)])
    expect(
      await store.database.query('SELECT count(*) AS sources FROM sources WHERE session_id IS NULL', { sources: count('sources') }),
    ).toEqual([{ sources: 1 }])
  })
})

test('an artifact is stored once, however often it is written', async () => {
  const dir = tempDir()
  const unit = await sessionUnit('one')
  await using(dir, async (store) => {
    await store.writeUnits([unit, unit])
    const { packBytes } = await store.sizes()
    await store.writeUnits([unit])
    expect((await store.sizes()).packBytes).toBe(packBytes)
  })
  await using(dir, async (store) => {
    await store.writeUnits([unit])
    expect((await store.verify()).artifacts).toBe(3)
  })
})

test('batches that are written at the same time are written one after the other', async () => {
  await using(tempDir(), async (store) => {
    const units = await Promise.all(Array.from({ length: 12 }, (_, at) => sessionUnit(`s${at}`)))
    await Promise.all(units.map((unit) => store.writeUnits([unit])))
    expect(store.sessionIds()).toEqual(units.map((_, at) => `s${at}`))
    expect((await store.verify()).problems).toEqual([])
  })
})

test('a store that is open cannot be opened again', async () => {
  const dir = tempDir()
  await using(dir, async () => {
    await expect(open(dir, { program: 'other' })).rejects.toThrow(code('store-locked'))
  })
  await using(dir, () => Promise.resolve())
})

test('a missing store is created, unless it must exist', async () => {
  const dir = join(tempDir(), 'new', 'store')
  expect(await storeExists(dir)).toBe(false)
  await expect(open(dir, { create: false })).rejects.toThrow(code('store-missing'))
  await expect(open(dir, { readOnly: true })).rejects.toThrow(code('store-missing'))
  await using(dir, () => Promise.resolve())
  expect(await storeExists(dir)).toBe(true)
})

test('a store whose folder cannot be created is refused', async () => {
  const file = join(tempDir(), 'file')
  writeFileSync(file, '')
  await expect(open(file)).rejects.toThrow(code('path-refused'))
})

test('a store opened for reading shows everything and is not changed', async () => {
  const dir = tempDir()
  const unit = await sessionUnit('one')
  await using(dir, (store) => store.writeUnits([unit]))
  const journal = readFileSync(join(dir, 'journal.jsonl'))
  await using(
    dir,
    async (store) => {
      expect((await store.read(hashOf(unit, 'delta'))).equals(deltaOf('one'))).toBe(true)
      expect(await commitsOf(store)).toHaveLength(1)
      await expect(store.writeUnits([unit])).rejects.toThrow('Cannot write to the store at')
    },
    { readOnly: true },
  )
  expect(readFileSync(join(dir, 'journal.jsonl')).equals(journal)).toBe(true)
})

test('an artifact is found by any unambiguous beginning of its hash, with or without art-', async () => {
  await using(tempDir(), async (store) => {
    const unit = await sessionUnit('one')
    const hash = hashOf(unit, 'delta')
    await store.writeUnits([unit])
    for (const name of [hash, hash.slice(0, 40), `art-${hash.slice(0, 12)}`, hash.slice(0, 8), hash.slice(0, 6)])
      expect(await store.findArtifact(name)).toBe(hash)
    await expect(store.findArtifact('art-000000000000')).rejects.toThrow(code('not-found'))
    await expect(store.findArtifact(`${hash.slice(0, 40)}${'0'.repeat(24)}`)).rejects.toThrow(code('not-found'))
    await expect(store.findArtifact('art-xyz')).rejects.toThrow(code('malformed-id'))
    await expect(store.read(artifactHash('0'.repeat(64)))).rejects.toThrow(code('not-found'))
  })
})

test('a beginning that several artifacts have lists them all', async () => {
  // Of 600 artifacts two begin with the same four digits, all but certainly; of these very ones they do.
  const entries = await Promise.all(Array.from({ length: 600 }, (_, at) => encodeArtifact('raw', Buffer.from(String(at)))))
  const starts = artifactsOf(entries).map(({ hash }) => hash.slice(0, 4))
  const start = starts.find((one, at) => starts.indexOf(one) !== at) ?? ''
  const candidates = artifactsOf(entries)
    .map(({ hash }) => hash)
    .filter((hash) => hash.startsWith(start))
    .sort()
  await using(tempDir(), async (store) => {
    await store.writeUnits([{ entries, journal: { kind: 'summary', commit_id: 'x', summary: '' }, replaces: undefined, rows: {} }])
    await expect(store.findArtifact(start)).rejects.toThrow(
      code('ambiguous-id', { data: expect.objectContaining({ candidates }) as unknown }),
    )
  })
})

test('names, summaries and unreadable files appear in the tables with their last value', async () => {
  await using(tempDir(), async (store) => {
    const unit = await sessionUnit('one')
    const [commit] = unit.rows.commits ?? []
    const only = (journal: StoreUnit['journal']): StoreUnit => ({ entries: [], journal, replaces: undefined, rows: {} })
    const commitId = commit?.commitId ?? ''
    const file = { source_id: 'src-x', file: 'x.jsonl', code: 'unreadable-file', reason: 'no permission', action: 'grant it' }
    await store.writeUnits([
      unit,
      only({ kind: 'ref', name: 'tag/good', commit_id: commitId }),
      only({ kind: 'ref', name: 'fork/a', commit_id: commitId }),
    ])
    await store.writeUnits([
      only({ kind: 'ref', name: 'fork/a', commit_id: null }),
      only({ kind: 'summary', commit_id: commitId, summary: 'what it is about' }),
    ])
    await store.writeUnits([only({ kind: 'unreadable', files: [{ ...file, reason: 'old' }] })])
    await store.writeUnits([only({ kind: 'unreadable', files: [file] })])
    expect(await store.database.query('SELECT name FROM refs ORDER BY name', { name: text('name') })).toEqual([
      { name: 'session/one' },
      { name: 'tag/good' },
    ])
    expect(await store.database.query('SELECT summary FROM commits', { summary: text('summary') })).toEqual([
      { summary: 'what it is about' },
    ])
    expect(await store.database.query('SELECT reason FROM problems', { reason: text('reason') })).toEqual([{ reason: 'no permission' }])
    expect(store.wishes().map((wish) => wish.subject)).toEqual(['ref tag/good', 'ref fork/a', `summary ${commitId}`])
  })
})

test('a summary that a person wrote stays when the session is written again', async () => {
  await using(tempDir(), async (store) => {
    const unit = await sessionUnit('one')
    const commitId = unit.rows.commits?.[0]?.commitId ?? ''
    await store.writeUnits([
      { entries: [], journal: { kind: 'summary', commit_id: commitId, summary: 'mine' }, replaces: undefined, rows: {} },
      unit,
    ])
    await store.writeUnits([unit])
    expect(await store.database.query('SELECT summary FROM commits', { summary: text('summary') })).toEqual([{ summary: 'mine' }])
  })
})

test('a change that the tables refuse is not written', async () => {
  const dir = tempDir()
  const unit = await sessionUnit('two')
  await using(dir, async (store) => {
    await store.writeUnits([await sessionUnit('one')])
    const { packBytes } = await store.sizes()
    const journalBytes = statSync(join(dir, 'journal.jsonl')).size
    const broken = { ...unit, rows: { ...unit.rows, commits: [{ commitId: null } as never] } }
    await expect(store.writeUnits([broken])).rejects.toThrow()
    expect((await store.sizes()).packBytes).toBe(packBytes)
    expect(statSync(join(dir, 'journal.jsonl')).size).toBe(journalBytes)
    expect(store.sessionIds()).toEqual(['one'])
    expect(await store.has(hashOf(unit, 'delta'))).toBe(false)
    await store.writeUnits([unit])
    expect(await commitsOf(store)).toHaveLength(2)
  })
  await using(dir, async (store) => expect((await store.verify()).problems).toEqual([]))
})

test('checking reports progress up to the end and can be cancelled', async () => {
  await using(tempDir(), async (store) => {
    await store.writeUnits([await sessionUnit('one'), await sessionUnit('two')])
    const { packBytes } = await store.sizes()
    const seen: number[] = []
    await store.verify({ onProgress: (done, total) => seen.push(done / total) })
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.at(-1)).toBe(1)
    expect(packBytes).toBeGreaterThan(0)
    await expect(store.verify({ signal: AbortSignal.abort() })).rejects.toThrow(code('cancelled'))
  })
})

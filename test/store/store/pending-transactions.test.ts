import { expect, test } from 'vitest'
import { text } from '../../../app/model/columns.ts'
import { openStore } from '../../../app/store/open-store.ts'
import type { StoreUnit } from '../../../app/store/tables/store-unit.ts'
import type { Store } from '../../../app/store/store.ts'
import { artifactOf } from '../../support/entry-artifacts.ts'
import { emptyIndexFile } from '../../support/empty-index.ts'
import { deltaOf, sessionUnit } from '../../support/store-units.ts'
import { tempDir } from '../../support/temp-dir.ts'

const using = async (dir: string, work: (store: Store) => Promise<void>): Promise<void> => {
  const store = await openStore(dir, { program: 'test', emptyIndex: await emptyIndexFile() })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

const deltaHash = (unit: StoreUnit | undefined) => artifactOf(unit?.entries[0]).hash

const commitsOf = (store: Store) => store.database.query('SELECT commit_id FROM commits', { commit: text('commit_id') })

test('gathered writes are durable immediately and become visible together, or with the next write', async () => {
  const dir = tempDir()
  const units = await Promise.all(['one', 'two', 'three', 'four'].map((id) => sessionUnit(id)))
  await using(dir, async (store) => {
    await store.gatherUnits(units.slice(0, 1))
    await store.gatherUnits(units.slice(1, 2))
    expect(store.sessionIds()).toEqual(['one', 'two'])
    expect((await store.read(deltaHash(units[0]))).equals(deltaOf('one'))).toBe(true)
    expect(await commitsOf(store)).toEqual([])
    await store.show()
    expect(await commitsOf(store)).toHaveLength(2)
    await store.gatherUnits(units.slice(2, 3))
    await store.writeUnits(units.slice(3))
    expect(await commitsOf(store)).toHaveLength(4)
    await store.gatherUnits([await sessionUnit('five')])
  })
  await using(dir, async (store) => {
    expect(await commitsOf(store)).toHaveLength(5)
    expect(store.pendingCount).toBe(0)
    expect((await store.verify()).problems).toEqual([])
  })
})

test('a refused batch among gathered ones is not written, and the others are pending, also after reopening', async () => {
  const dir = tempDir()
  const [one, two, three] = [await sessionUnit('one'), await sessionUnit('two'), await sessionUnit('three')]
  await using(dir, async (store) => {
    await store.gatherUnits([one])
    await expect(store.gatherUnits([{ ...two, rows: { ...two.rows, commits: [{ commitId: null } as never] } }])).rejects.toThrow()
    expect(store.sessionIds()).toEqual(['one'])
    expect(store.pending()).toEqual(['session one'])
    await store.writeUnits([three])
    expect(await commitsOf(store)).toHaveLength(1)
    expect((await store.verify()).problems).toEqual([])
  })
  await using(dir, async (store) => {
    expect(store.pending()).toContain('session one')
    expect((await store.read(deltaHash(one))).equals(deltaOf('one'))).toBe(true)
    await store.projectUnits([one, three])
    expect(await commitsOf(store)).toHaveLength(2)
    expect((await store.verify()).problems).toEqual([])
  })
})

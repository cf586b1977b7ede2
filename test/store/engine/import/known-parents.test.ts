import { expect, test } from 'vitest'
import { parentsOf } from '../../../../app/engine/import/known-parents.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import type { StoreUnit } from '../../../../app/store/tables/store-unit.ts'
import type { Store } from '../../../../app/store/store.ts'
import { emptyIndexFile } from '../../../support/empty-index.ts'
import { sessionUnit } from '../../../support/store-units.ts'
import { tempDir } from '../../../support/temp-dir.ts'

interface Recorded {
  readonly foreign?: readonly string[]
  readonly cuts?: readonly string[]
  readonly continuesFrom?: readonly string[]
}

const recorded = (unit: StoreUnit, { foreign = [], cuts = [], continuesFrom }: Recorded): StoreUnit => {
  if (unit.journal.kind !== 'session') throw new Error('this is a session')
  const inputs = { foreign: foreign.map((uuid) => [uuid, 'ctx-00000001'] as const), cuts }
  return { ...unit, journal: { ...unit.journal, inputs, ...(continuesFrom === undefined ? {} : { goes_on_from: continuesFrom }) } }
}

/** How often the parents had to be computed for each of these requests, in order. */
const workedOut = async (store: Store, requests: readonly (readonly string[])[]): Promise<readonly (readonly [string, number])[]> => {
  let derived = 0
  const answers: (readonly [string, number])[] = []
  for (const foreign of requests) {
    const parents = await parentsOf(store, 'one', new Set(foreign), () => {
      derived += 1
      return Promise.resolve(['worked out'])
    })
    answers.push([parents.join(), derived])
  }
  return answers
}

const storeWith = async (facts: Recorded): Promise<Store> => {
  const store = await openStore(tempDir(), { program: 'test', emptyIndex: await emptyIndexFile() })
  await store.writeUnits([recorded(await sessionUnit('one'), facts)])
  return store
}

test('a session whose last derivation had the same request contains its parent', async () => {
  const store = await storeWith({ foreign: ['a', 'b'], continuesFrom: ['b'] })
  expect(await workedOut(store, [['b', 'a']])).toEqual([['b', 0]])
  await store.close()
})

test('the parent of a session is computed once for each set of copied records', async () => {
  const store = await storeWith({ foreign: ['a'], continuesFrom: ['a'] })
  const answers = await workedOut(store, [['a', 'b'], ['b', 'a'], ['b']])
  expect(answers).toEqual([
    ['worked out', 1],
    ['worked out', 1],
    ['worked out', 2],
  ])
  await store.close()
})

test('the parent is computed when the session is cut for others, and when an older version wrote the session', async () => {
  for (const facts of [{ foreign: ['a'], cuts: ['c'], goesOnFrom: ['a'] }, { foreign: ['a'] }]) {
    const store = await storeWith(facts)
    expect(await workedOut(store, [['a'], ['a']])).toEqual([
      ['worked out', 1],
      ['worked out', 1],
    ])
    await store.close()
  }
})

test('the parent is computed again when the session has grown', async () => {
  const store = await storeWith({ foreign: ['a'] })
  await workedOut(store, [['a']])
  await store.writeUnits([recorded(await sessionUnit('one', 2), { foreign: ['a'] })])
  expect(await workedOut(store, [['a']])).toEqual([['worked out', 1]])
  await store.close()
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../app/store/open-store.ts'
import { artifactOf } from '../../support/entry-artifacts.ts'
import { killDelays } from '../../support/kill-delays.ts'
import { killedProgram } from '../../support/killed-program.ts'
import { deltaOf, sessionUnit } from '../../support/store-units.ts'
import { tempDir } from '../../support/temp-dir.ts'

const runUntilKilled = killedProgram('kill-writer')

/** Gives the last session that was acknowledged. */
const writeUntilKilled = async (dir: string, first: number, ms: number): Promise<number> =>
  Number((await runUntilKilled([dir, String(first)], ms)).at(-1))

test('a store whose writer is killed at any moment opens, contains everything acknowledged, and is complete', async () => {
  const dir = tempDir()
  const delay = killDelays()
  let next = 1
  for (let round = 0; round < 8; round++) {
    const last = await writeUntilKilled(dir, next, delay(250))
    expect(last).toBeGreaterThanOrEqual(next)
    const store = await openStore(dir, { program: 'test', packBytes: 40_000, journalBytes: 0 })
    for (let at = 1; at <= last; at++) {
      // The newest acknowledged session may have its second version already, written by a batch that was about to be acknowledged.
      const versions = at < last ? [2] : [1, 2]
      const units = await Promise.all(versions.map((version) => sessionUnit(`s${at}`, version)))
      expect(units.map((unit) => ({ commits: 'commits' in unit.journal ? unit.journal.commits : [] }))).toContainEqual({
        commits: store.session(`s${at}`)?.commits,
      })
      const [delta] = units[0]?.entries ?? []
      expect((await store.read(artifactOf(delta).hash)).equals(deltaOf(`s${at}`, versions[0]))).toBe(true)
    }
    expect(store.damage).toEqual([])
    expect((await store.verify()).problems).toEqual([])
    // What was journalled but not projected is projected now, as the engine does.
    for (const subject of store.pending()) {
      const id = subject.slice('session '.length)
      const first = await sessionUnit(id)
      const isFirst = JSON.stringify(store.session(id)?.refs) === JSON.stringify('refs' in first.journal ? first.journal.refs : [])
      await store.projectUnits([isFirst ? first : await sessionUnit(id, 2)])
    }
    const counted = await store.database.read((reader) => reader.runAndReadAll('SELECT count(*), count(DISTINCT session_id) FROM commits'))
    expect(counted.getRowsJS()).toEqual([[BigInt(store.sessionIds().length), BigInt(store.sessionIds().length)]])
    await store.close()
    next = last + 1
  }
  expect(readFileSync(join(dir, 'journal.jsonl'), 'utf8').slice(0, 200)).toContain('compacted')
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Journal } from '../../../app/store/files/journal.ts'
import { sessionState } from '../../support/journal-of.ts'
import { killDelays } from '../../support/kill-delays.ts'
import { killedProgram } from '../../support/killed-program.ts'
import { tempDir } from '../../support/temp-dir.ts'

const runUntilKilled = killedProgram('kill-compactor')

test('a journal whose writer is killed at any moment, compacting it or not, contains everything acknowledged', async () => {
  const dir = tempDir()
  const delay = killDelays()
  const path = join(dir, 'journal.jsonl')
  let compacted = 0
  for (let round = 0; round < 25; round++) {
    const lines = await runUntilKilled([path], delay(20))
    compacted += lines.filter((line) => line.endsWith(' compacted')).length
    const acknowledged = Number.parseInt(lines.at(-1) ?? '', 10)
    expect(acknowledged).toBeGreaterThan(0)
    const journal = await Journal.open(path, false)
    const { seq } = journal.end
    // Of the next batch some may have been written.
    expect(seq).toBeGreaterThanOrEqual(acknowledged)
    expect(seq).toBeLessThanOrEqual(acknowledged + 30)
    const last = [seq - 2, seq - 1, seq].filter((one) => one > 0)
    expect(journal.subjects()).toEqual(last.map((one) => `session s${one % 3}`))
    for (const one of last)
      expect(journal.entry(`session s${one % 3}`)).toMatchObject({
        ...sessionState(`s${one % 3}`, one % 50),
        seq: one,
      })
    await journal.close()
    expect(readdirSync(dir)).toEqual(['journal.jsonl'])
  }
  expect(compacted).toBeGreaterThan(10)
  expect(readFileSync(path, 'utf8').slice(0, 200)).toContain('compacted')
})

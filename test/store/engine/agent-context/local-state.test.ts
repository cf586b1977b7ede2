/** The lock of a project's memory, taken by several processes. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { killedProgram } from '../../../support/killed-program.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const take = killedProgram('lock-taker')

test('processes that find stale locks at the same time work one after another', async () => {
  const root = tempDir()
  writeFileSync(path.join(root, 'counter'), '0')
  const lines = await Promise.all(Array.from({ length: 5 }, () => take([root], 0)))
  const taken = lines.flat().reduce((sum, line) => sum + Number(line), 0)
  expect(taken).toBe(125)
  expect(readFileSync(path.join(root, 'counter'), 'utf8')).toBe(String(taken))
  // The stale lock of the last one is left for the next process.
  expect(readdirSync(path.join(root, '.agent-context/.local/locks')).length).toBeLessThanOrEqual(1)
})

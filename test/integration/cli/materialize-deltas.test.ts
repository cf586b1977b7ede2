/** strata materialize --deltas: a chain as files, one for each commit, from which another store has the same numbers. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const talk = conversation({ sessionId: 'quarry', seed: 'quarry', cwd: '/p' })
  .human('Open the quarry')
  .runs('ls', 'stones')
  .agent('It is open.')
  .human('Cut a stone')
  .runs('cut', 'no saw', { error: true })
  .runs('saw', 'cut')
  .agent('Cut.')
  .compacts({ summary: 'The quarry is open, and a stone is cut.' })
  .human('Cut another')
  .runs('saw', 'cut')
  .agent('Cut.')

interface Stats {
  readonly humanPrompts: number
  readonly responses: number
  readonly toolCalls: number
  readonly compactions: number
  readonly tools: unknown
}

const numbers = (store: string): Pick<Stats, 'humanPrompts' | 'responses' | 'toolCalls' | 'compactions' | 'tools'> => {
  const { humanPrompts, responses, toolCalls, compactions, tools } = JSON.parse(strata(store, 'stats', '--json').out) as Stats
  return { humanPrompts, responses, toolCalls, compactions, tools }
}

test('a store that has only the deltas of a chain has the numbers of the one that has its transcript', async () => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  const folder = path.join(tempDir(), 'deltas')
  const written = JSON.parse(strata(store, 'materialize', 'quarry', '--deltas', folder, '--json').out) as {
    readonly files: readonly { readonly file: string; readonly commitId: string }[]
  }
  expect(written.files.map(({ file }) => file)).toEqual(readdirSync(folder).sort())
  expect(written.files.length).toBe(4)
  const other = tempDir()
  expect(strata(other, 'import', '--format', 'events-v1', folder, '--session', 'quarry').code).toBe(0)
  expect(numbers(other)).toEqual(numbers(store))
  expect(numbers(other)).toMatchObject({ humanPrompts: 3, toolCalls: 4, compactions: 1 })
  // The same command always writes the same files.
  const again = path.join(tempDir(), 'deltas')
  expect(strata(store, 'materialize', 'quarry', '--deltas', again).code).toBe(0)
  expect(readdirSync(again).sort()).toEqual(readdirSync(folder).sort())
})

test('deltas are written neither over files nor beside them, and not with options that choose a part', async () => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  const folder = path.join(tempDir(), 'deltas')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'mine.txt'), 'mine')
  expect(strata(store, 'materialize', 'quarry', '--deltas', folder)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not empty') as string,
  })
  expect(readdirSync(folder)).toEqual(['mine.txt'])
  expect(strata(store, 'materialize', 'quarry', '--deltas', `${folder}-new`, '--stop', 'root').code).toBe(2)
})

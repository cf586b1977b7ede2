/** A journal that lost a line, its end or itself: nothing is taken for whole, and what can be read goes on when somebody says so. */
import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { ReindexResult } from '../../../../app/contract/repair.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, tableDigests } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const whole = tempDir()
let projects = ''
let rows: Awaited<ReturnType<typeof tableDigests>>

beforeAll(async () => {
  const dir = tempDir()
  const talks = ['first', 'second', 'third'].map((seed) => conversation({ seed }).human(`Ask ${seed}`).runs('ls', 'a').agent('Done.'))
  for (const talk of talks) {
    ;({ projects } = writeConversation(dir, talk))
    await importInto(whole, [projects])
  }
  expect(strata(whole, 'tag', `session/${String(talks[0]?.sessionId)}`, '--name', 'kept').code).toBe(0)
  rows = await tableDigests(whole, ['artifacts'])
})

const journalOf = (store: string): string => path.join(store, 'journal.jsonl')

const copyOf = (store: string): string => {
  const dir = path.join(tempDir(), 'store')
  cpSync(store, dir, { recursive: true })
  return dir
}

const linesOf = (store: string): readonly string[] => readFileSync(journalOf(store), 'utf8').split('\n').slice(0, -1)

/** A store whose journal ends after some of its lines. */
const shortened = (lines: number): string => {
  const store = copyOf(whole)
  truncateSync(
    journalOf(store),
    linesOf(store)
      .slice(0, lines)
      .reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0),
  )
  return store
}

/** A store with one wrong byte in the line of a session. */
const spoilt = (): { readonly store: string; readonly line: number } => {
  const store = copyOf(whole)
  const lines = [...linesOf(store)]
  const at = lines.findIndex((line) => line.includes('"kind":"session"'))
  lines[at] = (lines[at] ?? '').replace('"kind":"session"', '"kind":"sessioN"')
  writeFileSync(journalOf(store), lines.map((line) => `${line}\n`).join(''))
  return { store, line: at + 1 }
}

const salvage = (store: string): ReindexResult => {
  const { code, out } = strata(store, 'reindex', '--salvage', '--json')
  expect(code).toBe(3)
  return JSON.parse(out) as ReindexResult
}

const commands = [['verify'], ['sessions'], ['gc', '--yes', '--keep-days', '0'], ['import'], ['reindex'], ['doctor']]

test.each([0, 2])('a truncated journal is reported by every command, and nothing is collected: %i lines are left', (lines) => {
  const store = shortened(lines)
  const packs = readFileSync(path.join(store, 'packs', 'pack-000001.strata'))
  for (const command of commands) {
    const { code, err } = strata(store, ...command)
    expect([...command, code]).toEqual([...command, 1])
    expect(err).toMatch(/journal\.jsonl ends with entry \d+, and the index shows \d+: \d+ are missing/)
    expect(err).toContain('strata reindex --salvage')
  }
  expect(readFileSync(path.join(store, 'packs', 'pack-000001.strata')).equals(packs)).toBe(true)
})

test('a store without its journal is not created again', () => {
  const store = copyOf(whole)
  rmSync(journalOf(store))
  for (const command of commands)
    expect([...command, strata(store, ...command).err]).toEqual([...command, expect.stringContaining('is missing')])
  expect(existsSync(journalOf(store))).toBe(false)
})

test('missing entries are given up on request, and return from transcripts that still exist', async () => {
  const store = shortened(2)
  expect(strata(store, 'reindex', '--salvage').code).toBe(0)
  expect(strata(store, 'verify').code).toBe(0)
  await importInto(store, [projects])
  expect({ ...(await tableDigests(store, ['artifacts', 'refs'])), refs: rows['refs'] }).toEqual(rows)
})

test('an unreadable line is named, and given up on request: the others remain, and the damaged file is kept', async () => {
  const { store, line } = spoilt()
  const damaged = readFileSync(journalOf(store))
  expect(strata(store, 'sessions')).toMatchObject({ code: 1, err: expect.stringContaining(`Line ${line} of`) as string })
  const { salvaged, sessions } = salvage(store)
  expect(salvaged).toMatchObject({ damaged: 1, damagedLines: [line], keptAs: `${journalOf(store)}.damaged` })
  expect(sessions).toBe(2)
  expect(readFileSync(`${journalOf(store)}.damaged`).equals(damaged)).toBe(true)
  expect(strata(store, 'verify').code).toBe(0)
  await importInto(store, [projects])
  expect(await tableDigests(store, ['artifacts'])).toEqual(rows)
})

test('a complete journal is unchanged', async () => {
  const store = copyOf(whole)
  const before = readFileSync(journalOf(store))
  const { code, out } = strata(store, 'reindex', '--salvage', '--json')
  expect([code, (JSON.parse(out) as ReindexResult).salvaged]).toEqual([0, undefined])
  expect(readFileSync(journalOf(store)).equals(before)).toBe(true)
  expect(await tableDigests(store, ['artifacts'])).toEqual(rows)
})

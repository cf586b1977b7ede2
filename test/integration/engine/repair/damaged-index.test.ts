/** An index with a wrong byte: every program that reads it reports it and releases the store; a rebuild always helps, and nothing is lost. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Failure } from '../../../../app/model/failure.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { rounds } from '../../../support/rounds.ts'
import { startStrata } from '../../../support/running-strata.ts'
import { strata, type Ended } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, tableDigests } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** Each tells of other things, so that the tables take more than a few blocks. */
const talkOf = (number: number): Conversation => {
  const digits = String(number).padStart(2, '0')
  const words = Array.from({ length: 400 }, (_, at) => ((at + 1) * (number + 7) * 2_654_435_761).toString(36)).join(' ')
  return conversation({ sessionId: `${digits.repeat(4)}-0000-4000-8000-000000000000`, seed: digits, start: `2026-01-${digits}T10:00:00Z` })
    .human(`Question ${digits}: ${words}`)
    .runs(`ls ${digits}`, words)
    .agent(`Answer ${digits}: ${words}`)
}

const numbers = Array.from({ length: 12 }, (_, at) => at + 1)

/** When a source was imported, and which batch an artifact is packed with. */
const differing = ['sources', 'artifacts']

const blockBytes = 64 * 1024
/** Where the first block begins, and a byte of it that is in use however full it is. */
const firstBlock = 3 * 4096
const inBlock = 100

const source = { store: '', dir: '', blocks: 0 }
beforeAll(async () => {
  source.store = path.join(tempDir(), 'store')
  source.dir = tempDir()
  await importInto(source.store, [writeConversation(source.dir, ...numbers.map(talkOf)).projects])
  source.blocks = Math.floor((readFileSync(path.join(source.store, 'index.duckdb')).length - firstBlock) / blockBytes)
})

/** A copy of the store with a wrong byte in a block of the index. */
const hurtIn = (block: number): string => {
  const store = path.join(tempDir(), 'store')
  cpSync(source.store, store, { recursive: true })
  const index = path.join(store, 'index.duckdb')
  const bytes = readFileSync(index)
  const at = firstBlock + block * blockBytes + inBlock
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  writeFileSync(index, bytes)
  return store
}

/** Blocks from the first to the last, as many as there is time for. */
const someBlocks = (): readonly number[] => {
  const count = Math.min(source.blocks, rounds(6, source.blocks))
  return Array.from({ length: count }, (_, at) => Math.floor((at * source.blocks) / count))
}

/** It was done, or the index is damaged: anything else is wrong. True when it was done. */
const isDone = ({ code, err }: Ended): boolean => {
  if (code === 0) return true
  expect(code, err).toBe(1)
  expect((JSON.parse(err) as { readonly failure: Failure }).failure).toMatchObject({
    code: 'index-corrupt',
    message: expect.stringContaining('Nothing is lost') as unknown,
    hint: 'Run `strata reindex`.',
  })
  return false
}

const commands = [
  ['sessions'],
  ['log', '-n', '1'],
  ['stats'],
  ['sql', 'SELECT * FROM events ORDER BY ALL'],
  ['problems'],
] as const satisfies readonly (readonly string[])[]

test('with any damaged byte of the index a command answers or reports the damage, ends, and releases the store', () => {
  const told = new Set<string>()
  for (const block of someBlocks()) {
    const store = hurtIn(block)
    for (const command of commands) {
      if (!isDone(strata(store, ...command, '--json', '-q'))) told.add(command[0])
      expect(existsSync(path.join(store, 'lock')), `lock of ${command[0]}`).toBe(false)
    }
  }
  expect(told.size).toBeGreaterThan(0)
})

test('with any damaged byte of the index a reindex restores it, also after an import that met it', async () => {
  const { projects } = writeConversation(source.dir, ...numbers.map((number) => talkOf(number).human('And more?').agent('No more.')))
  const whole = path.join(tempDir(), 'store')
  await importInto(whole, [projects])
  const before = await tableDigests(source.store)
  const grown = await tableDigests(whole, differing)
  let met = 0
  for (const block of someBlocks()) {
    const store = hurtIn(block)
    expect(strata(store, 'reindex', '-q')).toMatchObject({ code: 0, err: '' })
    expect(await tableDigests(store)).toEqual(before)

    const other = hurtIn(block)
    if (!isDone(strata(other, 'import', projects, '--json', '-q'))) met += 1
    expect(strata(other, 'reindex', '-q')).toMatchObject({ code: 0, err: '' })
    expect(strata(other, 'import', projects, '-q')).toMatchObject({ code: 0, err: '' })
    expect(await tableDigests(other, differing)).toEqual(grown)
    expect(strata(other, 'verify', '-q').code).toBe(0)
  }
  expect(met).toBeGreaterThan(0)
})

/** A call that reads most of the tables, and no facts: facts are made when a metric needs them. */
const readsMuch = ['sql', 'SELECT * FROM events JOIN records USING (source_id, line) ORDER BY ALL', '--json', '-q'] as const

test('a program with a damaged index rebuilds it on request and then answers as before', async () => {
  const answer = strata(source.store, ...readsMuch).out
  const block = Array.from({ length: source.blocks }, (_, at) => at).find((at) => !isDone(strata(hurtIn(at), ...readsMuch)))
  const store = hurtIn(block ?? 0)
  const watching = startStrata(store, ['watch', tempDir()])
  await vi.waitFor(() => expect(watching.err() + watching.out()).not.toBe(''), { timeout: 60_000 })

  expect(isDone(strata(store, ...readsMuch))).toBe(false)
  expect(strata(store, 'reindex', '-q')).toMatchObject({ code: 0, err: '' })
  expect(strata(store, ...readsMuch)).toMatchObject({ code: 0, err: '', out: answer })
  watching.child.kill('SIGINT')
  expect(await watching.ended).toMatchObject({ code: 0, signal: null })
  expect(existsSync(path.join(store, 'lock'))).toBe(false)
  expect(await tableDigests(store)).toEqual(await tableDigests(source.store))
})

/**
 * A store that an earlier build wrote opens and answers as it did then. The fixture holds the store (imported sessions, a tag, a fork, a
 * pin, a written summary, a checkpoint, a correction) and what that build answered.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'

const commit = 'ctx-743cb0a9'
const commands: Readonly<Record<string, readonly string[]>> = {
  log: ['log', '-n', '1000'],
  sessions: ['sessions'],
  stats: ['stats'],
  ledger: ['ledger'],
  files: ['files'],
  show: ['show', commit],
  history: ['history', commit],
  cost: ['cost'],
}

/** Fields that answers have only since. */
const since = [
  'spawnCall',
  'hints',
  'cancelled',
  'interruptions',
  'activeMs',
  'continuedFrom',
  'continuedIn',
  'sessionKind',
  'fallbacks',
  'fileLine',
  'definition',
]
const sinceOf: Readonly<Record<string, readonly string[]>> = {
  stats: ['durationMs'],
  history: ['lacking'],
  sessions: ['ended', 'endings'],
}

const asThen = (command: string, json: string): unknown => {
  const added = new Set([...since, ...(sinceOf[command] ?? [])])
  // Numbers of sessions with the status “ended” were there before.
  const isAdded = (name: string, value: unknown): boolean => added.has(name) && !(name === 'ended' && typeof value === 'number')
  return JSON.parse(json, (name, value: unknown) => (isAdded(name, value) ? undefined : value))
}

const unpacked = (): string => {
  const dir = tempDir()
  execFileSync('tar', ['-xzf', path.resolve('test/fixtures/store-0.1.0.tar.gz'), '-C', dir])
  return dir
}

const expectSameAnswers = (dir: string): void => {
  for (const [name, args] of Object.entries(commands)) {
    const { code, out, err } = strata(path.join(dir, 'store'), ...args, '--json')
    expect([name, code, err]).toEqual([name, 0, ''])
    expect(asThen(name, out), name).toEqual(JSON.parse(readFileSync(path.join(dir, 'expected', `${name}.json`), 'utf8')))
  }
}

test('a store of an earlier build gives the same answers, with its index and without', () => {
  const dir = unpacked()
  expectSameAnswers(dir)
  expect(strata(path.join(dir, 'store'), 'verify').out).toContain('27 commits checked: no faults')
  expect(strata(path.join(dir, 'store'), 'reindex').code).toBe(0)
  expectSameAnswers(dir)
})

/** A program that stays open continues to work after an update has removed its files. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { startStrata } from '../../support/running-strata.ts'
import { cli, strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

/** Longer than a program waits before it loads the features that it has not used yet. */
const restMs = 4_000

test('strata watch answers others with features that it had not used when its files were removed', async () => {
  const [dir, installed] = [tempDir(), tempDir()]
  const store = path.join(dir, 'store')
  const { projects } = writeConversation(dir, conversation().human('Count the gulls').agent('40').human('really?').agent('41'))
  expect(strata(store, 'import', projects).code).toBe(0)
  cpSync(path.dirname(cli), path.join(installed, 'node'), { recursive: true })
  symlinkSync(path.resolve('node_modules'), path.join(installed, 'node_modules'))
  startStrata(store, ['watch', projects], {}, path.join(installed, 'node', 'cli.cjs'))
  const address = (): string => (JSON.parse(readFileSync(path.join(store, 'lock'), 'utf8')) as { readonly address: string }).address
  await vi.waitFor(() => expect(existsSync(address())).toBe(true), { timeout: 60_000, interval: 50 })
  await after(restMs)
  rmSync(path.join(installed, 'node'), { recursive: true })
  mkdirSync(path.join(installed, 'node'))
  for (const args of [['stats'], ['cost'], ['ask', 'sessions'], ['prices'], ['ledger'], ['search', 'gulls'], ['log']])
    expect(strata(store, ...args), args.join(' ')).toMatchObject({ code: 0, err: '' })
})

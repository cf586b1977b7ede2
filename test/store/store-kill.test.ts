import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assemblyPlugin } from '../../scripts/build/assembly-plugin.mjs'
import { openStore } from '../../app/store/open-store.ts'
import { artifactOf } from '../support/entry-artifacts.ts'
import { deltaOf, sessionUnit } from '../support/store-units.ts'
import { tempDir } from '../support/temp-dir.ts'

const root = join(import.meta.dirname, '../..')
let program = ''
let programDir: string | undefined

// The program is built inside the project, so that it finds the native packages.
beforeAll(async () => {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const dir = mkdtempSync(join(cache, 'kill-writer-'))
  programDir = dir
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [assemblyPlugin()],
    build: {
      ssr: 'test/support/kill-writer.ts',
      outDir: dir,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'kill-writer.cjs' } },
    },
  })
  program = join(dir, 'kill-writer.cjs')
})
afterAll(() => {
  if (programDir !== undefined) rmSync(programDir, { recursive: true, force: true })
})

/** Starts the program, kills it when it has acknowledged something and `ms` have passed; gives the last acknowledged session. */
const writeUntilKilled = async (dir: string, first: number, ms: number): Promise<number> => {
  const child = spawn(process.execPath, [program, dir, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  await after(ms)
  child.kill('SIGKILL')
  await exited
  return Number(output.trim().split('\n').at(-1))
}

test('a store whose writer is killed at any moment opens, holds everything acknowledged, and is whole', async () => {
  const dir = tempDir()
  let next = 1
  for (let round = 0; round < 8; round++) {
    const last = await writeUntilKilled(dir, next, Math.random() * 250)
    expect(last).toBeGreaterThanOrEqual(next)
    const store = await openStore(dir, { program: 'test', packBytes: 40_000 })
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
    const counted = await store.database.reader.runAndReadAll('SELECT count(*), count(DISTINCT session_id) FROM commits')
    expect(counted.getRowsJS()).toEqual([[BigInt(store.sessionIds().length), BigInt(store.sessionIds().length)]])
    await store.close()
    next = last + 1
  }
})

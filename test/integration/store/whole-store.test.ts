/** Real sessions and sessions of the real client through the whole program: imported, proved, restored, rebuilt. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { VerifyResult } from '../../../app/contract/verify.ts'
import { conversation } from '../../support/conversation.ts'
import { realClientScenarios, realSessions, sharedOrSkip } from '../../support/strata-inputs.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const samples = path.resolve('samples/projects')

/** Everything there is to import on this machine: the samples always, real sessions where they lie beside the project. */
const allRoots = (shared: string): readonly string[] => [
  samples,
  realSessions(shared).projects,
  ...realClientScenarios(shared).map(({ projects }) => projects),
]

test('everything imported verifies, restores byte for byte, and a second import adds nothing', async (context) => {
  const roots = allRoots(sharedOrSkip(context))
  const store = tempDir()
  const restored = tempDir()
  const first = await importInto(store, roots)
  expect(first).toMatchObject({ filesFailed: 0, filesUnchanged: 0 })
  const before = await tableDigests(store)

  const second = await importInto(store, roots)

  expect(second).toMatchObject({ filesImported: 0, filesUnchanged: first.filesFound, newCommits: 0 })
  expect(await tableDigests(store)).toEqual(before)
  await withEngine(store, async (engine) => {
    const proof = await runJob(engine, 'verify.start', {})
    expect((proof.result as VerifyResult).faults).toEqual([])
    await runJob(engine, 'restore.start', { what: { all: true }, to: restored })
    for (const { file, path: original } of await engine.ask('sources.list', {})) {
      expect(readFileSync(path.join(restored, file)).equals(readFileSync(original)), file).toBe(true)
    }
  })
})

test('a deleted index is rebuilt row for row', async (context) => {
  const store = tempDir()
  await importInto(store, allRoots(sharedOrSkip(context)))
  const before = await tableDigests(store)
  rmSync(path.join(store, 'index.duckdb'))

  await withEngine(store, () => Promise.resolve())

  expect(await tableDigests(store)).toEqual(before)
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(store)).toEqual(before)
})

test('a transcript imported at every moment of its growth ends in the chains of its final state', async (context) => {
  for (const [session, moments] of realSessions(sharedOrSkip(context)).growth) {
    const folder = path.join(tempDir(), 'projects', '-project')
    mkdirSync(folder, { recursive: true })
    const grown = tempDir()
    for (const moment of moments) {
      copyFileSync(moment, path.join(folder, `${session}.jsonl`))
      await importInto(grown, [path.dirname(folder)])
    }
    const alone = tempDir()
    await importInto(alone, [path.dirname(folder)])

    expect(await chainsOf(grown)).toEqual(await chainsOf(alone))
    expect(await tableDigests(grown, ['artifacts'], 'now')).toEqual(await tableDigests(alone, ['artifacts'], 'now'))
  }
})

describe('sessions that share a beginning', () => {
  const told = () => {
    const original = conversation({ seed: 'shared', version: '2.1.330' })
      .human('Fix it')
      .bookkeeping({ type: 'mode', mode: 'normal' })
      .agent('Done.')
    const fork = original.fork('11111111-1111-4111-8111-111111111111').human('And document it').agent('Documented.')
    original.human('Thanks').agent('Welcome.')
    return { original, fork }
  }

  test('end in the same chains in any import order', async () => {
    const { original, fork } = told()
    const first = tempDir()
    const second = tempDir()
    const { projects, mainFiles } = writeConversation(tempDir(), original, fork)
    const files = mainFiles.map(String)
    for (const file of files) await importInto(first, [file])
    for (const file of [...files].reverse()) await importInto(second, [file])
    const together = tempDir()
    await importInto(together, [projects])

    expect(await chainsOf(second)).toEqual(await chainsOf(first))
    expect(await chainsOf(together)).toEqual(await chainsOf(first))
  })

  test('count each prompt once, and the copy continues the commit of the original', async () => {
    const { original, fork } = told()
    const store = tempDir()
    await importInto(store, [writeConversation(tempDir(), original, fork).projects])

    await withEngine(store, async (engine) => {
      const { rows } = await engine.ask('sessions.list', { everything: true, sort: 'firstAt', descending: false })
      expect(rows.map(({ sessionId, humanPrompts, parentSessionId }) => ({ sessionId, humanPrompts, parentSessionId }))).toEqual(
        expect.arrayContaining([
          { sessionId: original.sessionId, humanPrompts: 2, parentSessionId: null },
          { sessionId: fork.sessionId, humanPrompts: 1, parentSessionId: original.sessionId },
        ]),
      )
      const { commits } = await engine.ask('chain.log', {})
      const parents = new Map(commits.map((commit) => [commit.summary, commit.parentId]))
      expect(parents.get('And document it')).toBe(commits.find((commit) => commit.summary === 'Fix it')?.commitId)
      expect(parents.get('Thanks')).toBe(parents.get('And document it'))
    })
  })
})

test('a removed source changes nothing in the store', async () => {
  const root = tempDir()
  const { projects, mainFiles } = writeConversation(root, conversation({ seed: 'gone' }).human('Remember me').agent('I will.'))
  const store = tempDir()
  await importInto(store, [projects])
  const before = await tableDigests(store)
  for (const file of mainFiles) rmSync(file)

  await importInto(store, [projects])

  expect(existsSync(mainFiles[0] ?? '')).toBe(false)
  expect(await tableDigests(store)).toEqual(before)
})

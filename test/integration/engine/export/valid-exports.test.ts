/** Every export of every input keeps the rules of the Messages API: as a request, and as what the client sends of a transcript. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { StrataError } from '../../../../app/model/failure.ts'
import { anyConversation } from '../../../support/any-conversation.ts'
import { brokenApiRules, brokenTranscriptRules } from '../../../support/broken-api-rules.ts'
import { realClientScenarios, realSessions, reportShape, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const stops = ['compaction', 'root'] as const
const targets = ['messages', 'claude-code'] as const

/** Commits of a session: each end, each compaction, one in the middle; at most `most`, evenly chosen. */
const chosenCommits = async (engine: Engine, sessionId: string, most: number): Promise<readonly string[]> => {
  const { commits } = await engine.ask('chain.log', { of: sessionId, limit: 10_000 })
  const ends = (await engine.ask('refs.list', {})).flatMap(({ commitId }) => commitId)
  const compactions = commits.flatMap(({ commitId, commitType }) => (commitType === 'compaction' ? [commitId] : []))
  const own = new Set(commits.map(({ commitId }) => commitId))
  const middle = commits[Math.floor(commits.length / 2)]?.commitId
  const wanted = [...new Set([commits[0]?.commitId, middle, ...ends.filter((id) => own.has(id)), ...compactions])].filter(
    (id) => id !== undefined,
  )
  const step = Math.max(1, wanted.length / most)
  return wanted.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}

const brokenIn = async (engine: Engine, commitId: string, stop: string, target: (typeof targets)[number]): Promise<readonly string[]> => {
  try {
    const { content } = await engine.ask('export.make', { commitId, stop, target })
    const text = Buffer.from(content ?? []).toString('utf8')
    return target === 'messages' ? brokenApiRules(JSON.parse(text) as object) : brokenTranscriptRules(text)
  } catch (cause) {
    if (cause instanceof StrataError && cause.code === 'empty-content') return []
    throw cause
  }
}

interface Checked {
  readonly exports: number
  readonly broken: readonly string[]
}

/** @param most commits of each session. */
const checkAll = async (projects: string, most: number): Promise<Checked> => {
  const storeDir = path.join(tempDir(), 'store')
  await importInto(storeDir, [projects])
  return withEngine(storeDir, async (engine) => {
    const broken: string[] = []
    let exports = 0
    const { rows } = await engine.ask('sessions.list', { limit: 1000 })
    for (const { sessionId } of rows)
      for (const commitId of await chosenCommits(engine, sessionId, most))
        for (const stop of stops)
          for (const target of targets) {
            exports += 1
            broken.push(...(await brokenIn(engine, commitId, stop, target)).map((rule) => `${commitId} ${stop} ${target}: ${rule}`))
          }
    return { exports, broken }
  })
}

test('exports of the samples are valid', async () => {
  const { exports, broken } = await checkAll(path.join(process.cwd(), 'samples/projects'), 4)
  expect(broken).toEqual([])
  expect(exports).toBeGreaterThan(20)
}, 120_000)

test('exports of generated conversations are valid', async () => {
  const dir = tempDir()
  for (const [at, talk] of fc.sample(anyConversation(25), { numRuns: 6, seed: 5 }).entries())
    expect((await checkAll(writeConversation(path.join(dir, String(at)), talk).projects, 6)).broken).toEqual([])
}, 120_000)

test('exports of every shape from public reports are valid', async (context) => {
  const shared = sharedOrSkip(context)
  const names = readdirSync(path.join(shared, 'fixtures/reports'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const broken: string[] = []
  for (const { name } of names) {
    const { projects } = reportShape(shared, name)
    // One shape is complete only with a link that its own test makes.
    if (existsSync(projects)) broken.push(...(await checkAll(projects, 6)).broken.map((rule) => `${name}: ${rule}`))
  }
  expect(broken).toEqual([])
}, 240_000)

test('exports of transcripts of the real client are valid', async (context) => {
  const broken: string[] = []
  for (const { name, projects } of realClientScenarios(sharedOrSkip(context)))
    broken.push(...(await checkAll(projects, 4)).broken.map((rule) => `${name}: ${rule}`))
  expect(broken).toEqual([])
}, 240_000)

test('exports of real sessions are valid', async (context) => {
  const { exports, broken } = await checkAll(realSessions(sharedOrSkip(context)).projects, 3)
  expect(broken).toEqual([])
  expect(exports).toBeGreaterThan(50)
}, 240_000)

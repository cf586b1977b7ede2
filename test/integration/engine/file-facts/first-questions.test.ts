/** A question about files has one answer: whether facts were made before, are of older rules, or the tables are being built. */
import { DuckDBInstance } from '@duckdb/node-api'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { CallInput, EngineCallName } from '../../../../app/contract/calls.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = (sessionId: string, day: number, cwd = '/p') =>
  conversation({ sessionId, seed: sessionId, cwd, start: `2026-03-0${day}T09:00:00Z` })

const lamps = Array.from({ length: 12 }, (_, at) => `const lamp${at} = ${at}`).join('\n')

/** The file is written under an old name, moved with its folder from elsewhere, and read under its new name. */
const talks = () => [
  talk('writes', 1).human('Write it').writes('/p/old/first.ts', lamps).agent('Written.'),
  talk('renames', 2).human('Rename it').runs('git mv old/first.ts old/lamps.ts', '').agent('Renamed.'),
  talk('moves', 3, '/q').human('Move it').runs('mv ../p/old ../p/src', '').agent('Moved.'),
  talk('reads', 4).human('Read it').reads('/p/src/lamps.ts', lamps).agent('Read.'),
  talk('makes', 5).human('Make one').runs("cat > /p/made/lamps.ts <<'END'\nconst made = 1\nEND", '').agent('Made.'),
  talk('other', 6, '/else').human('Say hello').runs('echo hello', 'hello').agent('Hello.'),
]

const sql = 'SELECT path, count(*)::INTEGER FROM object_versions GROUP BY path ORDER BY path'
const questions: readonly { readonly [N in EngineCallName]?: CallInput<N> }[] = [
  { 'file.blame': { path: '/p/src/lamps.ts' } },
  { 'file.history': { path: '/p/src/lamps.ts' } },
  { 'file.show': { path: '/p/src/lamps.ts', reading: 'as-was' } },
  { 'file.show': { path: '/p/made/lamps.ts' } },
  { 'file.blame': { path: 'lamps.ts' } },
  { 'files.list': {} },
  { 'commit.files': { commitId: 'reads' } },
  { 'session.state': { at: 'reads' } },
  { 'objects.list': { type: 'file' } },
  { 'repositories.list': {} },
  { 'analytics.ask': { name: 'edits', zone: 'UTC' } },
  { 'sql.run': { sql, queryId: 'test' } },
]

const asked = (engine: Engine, question: (typeof questions)[number]): Promise<unknown> => {
  const [[name, input] = ['', {}]] = Object.entries(question)
  return engine.call(name, input)
}

/** What a clock says is no part of an answer. */
const untimed = (answer: unknown): string => JSON.stringify(answer).replaceAll(/"(?:elapsedMs|ms)":[\d.]+/g, '')

let store = ''
let right: readonly string[] = []

beforeAll(async () => {
  const home = tempDir()
  store = path.join(home, 'store')
  await importInto(store, [writeConversation(home, ...talks()).projects])
  await withEngine(store, async (engine) => {
    await engine.ask('job.wait', { jobId: (await engine.ask('facts.make', {})).jobId })
    const answers: string[] = []
    for (const question of questions) answers.push(untimed(await asked(engine, question)))
    right = answers
  })
})

/** A copy of the store, changed as an older version would have left it. */
const changed = async (...statements: readonly string[]): Promise<string> => {
  const copy = path.join(tempDir(), 'store')
  cpSync(store, copy, { recursive: true })
  const instance = await DuckDBInstance.create(path.join(copy, 'index.duckdb'))
  const connection = await instance.connect()
  for (const statement of statements) await connection.run(statement)
  connection.closeSync()
  instance.closeSync()
  return copy
}

const tablesOfFacts = ['object_steps', 'record_versions', 'object_checks', 'objects', 'object_sessions']
const states = {
  'after a change of the rules of all tables': ["UPDATE projection_state SET value = 'older' WHERE key = 'rules_version'"],
  'with facts of older rules that know nothing': [
    "UPDATE object_sessions SET systems_mark = 'older'",
    ...tablesOfFacts.slice(0, 4).map((table) => `DELETE FROM ${table}`),
  ],
  'without facts': tablesOfFacts.map((table) => `DELETE FROM ${table}`),
}

test('an ending of several paths is refused, also where a call was given only one of them', () => {
  const at = questions.findIndex((question) => question['file.blame']?.path === 'lamps.ts')
  expect(right[at]).toMatch(/is the end of \d paths/)
})

for (const [state, statements] of Object.entries(states))
  test(`the first question ${state} has the answer that it has later`, { timeout: 300_000 }, async () => {
    const older = await changed(...statements)
    for (const [at, question] of questions.entries()) {
      const copy = path.join(tempDir(), 'store')
      cpSync(older, copy, { recursive: true })
      // It asks at once, while the index may be being built.
      const engine = await openEngine({ storeDir: copy, program: 'test', env: {} })
      try {
        expect([question, untimed(await asked(engine, question))]).toEqual([question, right[at]])
      } finally {
        await engine.close()
      }
    }
  })

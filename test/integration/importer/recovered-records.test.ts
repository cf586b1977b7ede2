/** Records beside NUL bytes or on one line with others are part of the session everywhere, and the files are given back as they were. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../app/engine/engine.ts'
import { conversation } from '../../support/conversation.ts'
import { filesBelow } from '../../support/files-below.ts'
import { rowsOf } from '../../support/in-report-shape.ts'
import { reportShape, sharedOrSkip } from '../../support/strata-inputs.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
}

/** The request that an export of the tip of the only session gives, as text. */
const exported = async (engine: Engine): Promise<Request> => {
  const [session] = (await engine.ask('sessions.list', { everything: true })).rows
  const made = await engine.ask('export.make', { commitId: session?.tipCommitId ?? '', target: 'messages', stop: 'root' })
  return JSON.parse(Buffer.from(made.content ?? []).toString('utf8')) as Request
}

const textOf = async (engine: Engine): Promise<string> => JSON.stringify((await exported(engine)).messages)

const restoresAll = (store: string, projects: string): void => {
  const to = path.join(tempDir(), 'out')
  expect(strata(store, 'restore', '--all', '--to', to).code).toBe(0)
  expect(filesBelow(path.join(to, 'projects'))).toEqual(filesBelow(projects))
  expect(strata(store, 'verify').code).toBe(0)
}

test('records beside NUL bytes belong to the conversation, and NUL bytes alone are problems', async (context) => {
  const { projects } = reportShape(sharedOrSkip(context), '01-nul-runs')
  const store = path.join(tempDir(), 'store')
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const [session] = (await engine.ask('sessions.list', { everything: true })).rows
    expect(session).toMatchObject({ humanPrompts: 2, toolCalls: 1, responses: 2, malformedLines: 4 })
    const classes = await rowsOf(
      engine,
      'SELECT class, count(*)::INT, count(*) FILTER (WHERE rule = $$recovered$$)::INT FROM records GROUP BY class ORDER BY class',
    )
    expect(classes).toEqual([
      ['human_prompt', 2, 1],
      ['reply', 3, 0],
      ['tool_result', 1, 1],
    ])
    const { messages } = await exported(engine)
    const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as readonly { readonly type: string }[]) : []))
    expect(blocks.map(({ type }) => type).filter((type) => type.startsWith('tool_'))).toEqual(['tool_use', 'tool_result'])
    const codes = (await engine.ask('problems.list', {})).rows.map(({ code, line }) => [code, line])
    expect(codes).toEqual([
      ['malformed-json', 3],
      ['recovered-records', 4],
      ['recovered-records', 6],
      ['malformed-json', 8],
    ])
    expect((await engine.ask('ledger.records', { rule: 'recovered' })).total).toBe(2)
    expect((await engine.ask('rules.list', {})).find(({ id }) => id === 'recovered')).toMatchObject({ records: 2 })
    expect((await engine.ask('ledger.show', { by: 'total' }))[0]).toMatchObject({ naive: 3, reconciles: true })
    const shown = await engine.ask('commit.read', { commitId: session?.tipCommitId ?? '' })
    expect(shown.items.length).toBeGreaterThan(0)
  })
  restoresAll(store, projects)
})

/** A conversation with a sub-agent in the same file, so that records of two chains can share a line. */
const talk = () =>
  conversation({ version: '1.0.128', sessionId: 'aaaaaaaa-0000-4000-8000-000000000000' })
    .human('first words')
    .agent('first answer')
    .subagent({ prompt: 'Look around' }, (agent) => agent.agent('looked'))
    .agent('second answer')
    .human('last words')
    .agent('last answer')

const damages: readonly (readonly [string, (line: string, index: number) => string])[] = [
  ['all records on one line', (line) => line],
  ['every second line end lost', (line, index) => line + (index % 2 === 0 ? '' : '\n')],
  ['NUL bytes and garbage around every record', (line, index) => `\0\0${line}${'\0'.repeat(index)}x\n`],
  ['garbage between records of one line', (line, index) => `${line}${index % 3 === 2 ? '\n' : '\0torn {"type":"us'}`],
]

test.each(damages)('a session with %s has the content of the undamaged file', async (_what, damage) => {
  const { projects } = writeConversation(tempDir(), talk())
  const [file] = Object.keys(filesBelow(projects)).map((name) => path.join(projects, name))
  const whole = readFileSync(file ?? '', 'utf8')
  const counts = `SELECT class, chain, count(*)::INT FROM records GROUP BY ALL ORDER BY ALL`
  const read = async (store: string) =>
    withEngine(store, async (engine) => {
      const items: unknown[] = []
      for (const [commitId] of await rowsOf(engine, 'SELECT commit_id FROM commits ORDER BY position'))
        items.push(
          ...(await engine.ask('commit.read', { commitId: String(commitId) })).items.map(({ speaker, uuid, blocks }) => [
            speaker,
            uuid,
            blocks,
          ]),
        )
      const { reconciles } = (await engine.ask('ledger.show', { by: 'total' }))[0] ?? {}
      return { classes: await rowsOf(engine, counts), items, text: await textOf(engine), reconciles }
    })
  const [good, bad] = [path.join(tempDir(), 'good'), path.join(tempDir(), 'bad')]
  await importInto(good, [projects])
  const expected = await read(good)
  const lines = whole.trimEnd().split('\n')
  writeFileSync(file ?? '', lines.map(damage).join(''))
  await importInto(bad, [projects])
  expect(await read(bad)).toEqual(expected)
  await withEngine(bad, async (engine) => {
    await runJob(engine, 'reindex.start', {})
  })
  expect(await read(bad)).toEqual(expected)
  restoresAll(bad, projects)
})

test('a torn line that is completed later, or followed by another record, is read as in the complete file', async () => {
  const { projects } = writeConversation(tempDir(), talk())
  const [file] = Object.keys(filesBelow(projects)).map((name) => path.join(projects, name))
  const whole = readFileSync(file ?? '', 'utf8').replace('}\n{', '}{')
  const [grown, once] = [path.join(tempDir(), 'grown'), path.join(tempDir(), 'once')]
  writeFileSync(file ?? '', '')
  const cut = whole.indexOf('}{') + 1
  const steps = [cut, cut + 40, cut + 900, whole.length]
  for (const [index, to] of steps.entries()) {
    appendFileSync(file ?? '', whole.slice(steps[index - 1] ?? 0, to))
    await importInto(grown, [projects])
  }
  await importInto(once, [projects])
  const commits = async (store: string) =>
    withEngine(store, (engine) => rowsOf(engine, 'SELECT commit_id, artifact_hash, records FROM commits ORDER BY commit_id'))
  expect(await commits(grown)).toEqual(await commits(once))
  restoresAll(grown, projects)
})

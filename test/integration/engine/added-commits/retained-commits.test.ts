/** A commit that something holds stays where it was when an import puts a longer one in its place. */
import { appendFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { made, turn } from '../../../support/made-commits.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const begun = (): Conversation => conversation({ seed: 'held' }).human('First').agent('Done.').human('Second').agent('Half of it.')

interface Amended {
  readonly store: string
  readonly projects: string
  /** The main file, and its bytes before it grew. */
  readonly file: string
  readonly short: string
  /** The commit that was amended away. */
  readonly held: string
  readonly grow: () => Promise<void>
}

/** A session that is imported; `grow` imports it again with a longer last turn. */
const imported = async (): Promise<Amended> => {
  const told = begun()
  const { projects, mainFiles } = writeConversation(tempDir(), told)
  const lines = told.lines().length
  const short = `${told.lines().join('\n')}\n`
  const store = tempDir()
  await importInto(store, [projects])
  const held = await withEngine(store, async (engine) => (await engine.ask('chain.log', {})).commits[0]?.commitId ?? '')
  const file = mainFiles[0] ?? ''
  const grow = async (): Promise<void> => {
    told.agent('And the other half.')
    appendFileSync(file, `${told.lines().slice(lines).join('\n')}\n`)
    await importInto(store, [projects])
  }
  return { store, projects, file, short, held, grow }
}

const holds: readonly (readonly [string, (engine: Engine, commitId: string) => Promise<unknown>])[] = [
  ['a fork', (engine, commitId) => engine.ask('ref.set', { kind: 'fork', name: 'x', commitId })],
  ['a tag', (engine, commitId) => engine.ask('ref.set', { kind: 'tag', name: 'x', commitId })],
  ['a pin', (engine, commitId) => engine.ask('commit.pin', { commitId })],
  ['a commit that was made on it', (engine, commitId) => made(engine, { bytes: turn('elsewhere'), parent: commitId })],
]

const logged = (engine: Engine, of: string): Promise<readonly (string | null)[]> =>
  engine.ask('chain.log', { of }).then(({ commits }) => commits.map(({ commitId }) => commitId))

/** The held commit is in the log with what it stands on, and everything is as it is when the tables are built anew. */
const expectHeld = async ({ store, held }: Amended): Promise<void> => {
  await withEngine(store, async (engine) => {
    const { commit } = await engine.ask('commit.show', { commitId: held })
    expect(commit).toMatchObject({ chain: 'replaced', summary: 'Second' })
    expect(await logged(engine, held)).toEqual([held, commit.parentId])
    expect((await engine.ask('chain.log', {})).commits.map(({ commitId }) => commitId)).toContain(held)
    expect((await engine.ask('commit.read', { commitId: held })).items.map(({ speaker }) => speaker)).toEqual(['human', 'agent'])
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  const before = await tableDigests(store)
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(store)).toEqual(before)
}

test.each(holds)('a commit that %s keeps stays in the log when it is amended', async (_name, hold) => {
  const amended = await imported()
  await withEngine(amended.store, (engine) => hold(engine, amended.held))
  await amended.grow()
  await expectHeld(amended)
})

test.each(holds)('a replaced commit is in the log again when %s keeps it', async (_name, hold) => {
  const amended = await imported()
  await amended.grow()
  await withEngine(amended.store, (engine) => hold(engine, amended.held))
  await expectHeld(amended)
})

test('a kept commit that an import restores is listed once, and is kept again when it is amended again', async () => {
  const amended = await imported()
  await withEngine(amended.store, (engine) => engine.ask('commit.pin', { commitId: amended.held }))
  await amended.grow()
  writeFileSync(amended.file, amended.short)
  await importInto(amended.store, [amended.projects])
  await withEngine(amended.store, async (engine) => {
    const { commits } = await engine.ask('chain.log', {})
    expect(commits.filter(({ commitId }) => commitId === amended.held).map(({ chain }) => chain)).toEqual(['main'])
  })
  await amended.grow()
  await expectHeld(amended)
})

test.each(['held', 'not held by anything'])(
  'a replaced commit that is %s is read, rebuilt, compared and exported like any other',
  async (how) => {
    const amended = await imported()
    if (how === 'held') await withEngine(amended.store, (engine) => engine.ask('commit.pin', { commitId: amended.held }))
    await amended.grow()
    const { store, held } = amended
    await withEngine(store, async (engine) => {
      const tip = (await engine.ask('refs.list', {})).find(({ name }) => name.startsWith('session/'))?.commitId ?? ''
      const { commit } = await engine.ask('commit.show', { commitId: held })
      expect((await engine.ask('commit.history', { commitId: held })).commits.map(({ commitId }) => commitId)).toEqual([
        held,
        commit.parentId,
      ])
      const rebuilt = await engine.ask('commit.materialise', { commitId: held, stop: 'root' })
      expect(rebuilt.commits).toEqual([commit.parentId, held])
      expect(Buffer.from(await engine.ask('artifact.bytes', { ref: rebuilt.artifactRef ?? '' })).toString('utf8')).toBe(amended.short)
      const compared = await engine.ask('commit.compare', { left: held, right: tip })
      expect(compared.mergeBase?.commitId).toBe(commit.parentId)
      const made = await engine.ask('export.make', { commitId: held, target: 'messages', stop: 'root' })
      const { messages } = JSON.parse(Buffer.from(made.content ?? []).toString('utf8')) as { readonly messages: readonly unknown[] }
      expect(messages).toHaveLength(4)
    })
    for (const args of [
      ['show', held],
      ['history', held],
      ['log', held, '--graph'],
      ['log', '--graph', '--all'],
      ['cat', held],
      ['diff', held, held],
    ]) {
      const { code, out, err } = strata(store, ...args)
      expect([args, code, err]).toEqual([args, 0, ''])
      if (args[0] !== 'cat') expect(out).not.toMatch(/undefined|NaN|null/)
    }
    expect(strata(store, 'show', held).out).toContain('Half of it.')
    expect(strata(store, 'export', held, '--for', 'markdown').out).toContain('Half of it.')
  },
)

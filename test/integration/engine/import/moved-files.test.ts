/** Files that move, cannot be read for a while, or belong to another session now: the store is what the files are. */
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { carried } from '../../../../app/store/files/holdings.ts'
import type { NewJournalEntry } from '../../../../app/store/files/journal-entry.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { conversation } from '../../../support/conversation.ts'
import { cli, strataEnv } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000001'

const talk = () => conversation({ sessionId, seed: 'moved' }).human('one').runs('ls', 'a').agent('1').human('two').agent('2')

/** A store after some imports, beside one of the files as they are now. */
const comparedWithNow = async (store: string, projects: string): Promise<void> => {
  const now = path.join(tempDir(), 'now')
  await importInto(now, [projects])
  expect(await tableDigests(store, ['artifacts'])).toEqual(await tableDigests(now, ['artifacts']))
}

const written = () => {
  const dir = tempDir()
  const { projects } = writeConversation(dir, talk())
  const [project = ''] = readdirSync(projects)
  return { store: path.join(dir, 'store'), projects, project: path.join(projects, project), file: `${sessionId}.jsonl` }
}

test.each<readonly [string, (moved: string) => void]>([
  ['as it was', () => undefined],
  ['and goes on', (moved) => appendFileSync(moved, `${talk().human('three').lines().at(-1) ?? ''}\n`)],
])('a project whose folder is renamed counts once, %s', async (_, grow) => {
  const { store, projects, project, file } = written()
  await importInto(store, [projects])
  renameSync(project, `${project}-renamed`)
  grow(path.join(`${project}-renamed`, file))
  await importInto(store, [projects])
  await comparedWithNow(store, projects)
})

test('a folder that was moved, with a link in its old place, counts once', async () => {
  const { store, projects, project, file } = written()
  await importInto(store, [projects])
  const place = path.join(tempDir(), 'projects')
  cpSync(projects, place, { recursive: true, preserveTimestamps: true })
  rmSync(projects, { recursive: true })
  symlinkSync(place, projects)
  appendFileSync(path.join(project, file), `${talk().human('three').lines().at(-1) ?? ''}\n`)
  await importInto(store, [projects])
  await comparedWithNow(store, projects)
})

test('a copy whose original still exists is a copy', async () => {
  const { store, projects, project } = written()
  await importInto(store, [projects])
  cpSync(project, `${project}-copy`, { recursive: true, preserveTimestamps: true })
  await importInto(store, [projects])
  await comparedWithNow(store, projects)
})

test('a file of the same name with other content does not replace a missing one', async () => {
  const { store, projects, project, file } = written()
  await importInto(store, [projects])
  renameSync(project, path.join(tempDir(), 'away'))
  mkdirSync(`${project}-other`)
  writeFileSync(path.join(`${project}-other`, file), `${conversation({ sessionId, seed: 'other' }).human('new').lines().join('\n')}\n`)
  const { records } = await importInto(store, [projects])
  expect(records).toBeGreaterThan(talk().lines().length)
})

const nobody = 65_534
const asNobody = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups']
const setpriv = '/usr/bin/setpriv'
const canBeNobody = process.getuid?.() === 0 && spawnSync(setpriv, [...asNobody, 'true']).status === 0

test.runIf(canBeNobody)('new records of a session are imported although another file of it cannot be read', async () => {
  const { store, projects, project, file } = written()
  const beside = path.join(project, sessionId, 'subagents', 'agent-a1b2c3d4.jsonl')
  mkdirSync(path.dirname(beside), { recursive: true })
  writeFileSync(
    beside,
    `${JSON.stringify({ type: 'user', uuid: 'u1', isSidechain: true, agentId: 'a1b2c3d4', sessionId, message: { content: 'x' } })}\n`,
  )
  const importAsNobody = (): { readonly status: number | null; readonly stdout: string } => {
    execFileSync('chown', ['-R', `${nobody}:${nobody}`, path.dirname(store)])
    return spawnSync(setpriv, [...asNobody, process.execPath, cli, 'import', projects, '--quiet'], {
      env: strataEnv(store),
      encoding: 'utf8',
    })
  }
  expect(importAsNobody()).toMatchObject({ status: 0 })
  chmodSync(beside, 0)
  appendFileSync(path.join(project, file), `${talk().human('three').lines().at(-1) ?? ''}\n`)
  expect(importAsNobody()).toMatchObject({ status: 3, stdout: expect.stringContaining('1 file could not be read') as string })
  chmodSync(beside, 0o600)
  expect(importAsNobody()).toMatchObject({ status: 0 })
  await comparedWithNow(store, projects)
})

test('a file that is in two sessions, for example after a kill between them, is imported again into its own session', async () => {
  const { store, projects, project } = written()
  const agent = path.join(project, 'agent-a1b2c3d4.jsonl')
  const other = 'bbbbbbbb-0000-4000-8000-000000000002'
  writeFileSync(
    agent,
    `${JSON.stringify({ type: 'user', uuid: 'u1', isSidechain: true, agentId: 'a1b2c3d4', sessionId: other, message: { content: 'x' } })}\n`,
  )
  await importInto(store, [projects])
  const opened = await openStore(store, { program: 'test' })
  const [first, second] = [opened.session(sessionId), opened.session(other)]
  if (first === undefined || second === undefined) throw new Error('both sessions are there')
  await opened.accept([{ ...carried(first), kind: 'session', sources: [...first.sources, ...second.sources] } as NewJournalEntry])
  await opened.close()
  const inBoth = await withEngine(store, (engine) =>
    engine.ask('sql.run', { queryId: 'a', sql: "SELECT session_id FROM sources WHERE role = 'agent'" }),
  )
  expect(inBoth.rows).toHaveLength(2)
  await importInto(store, [projects])
  await comparedWithNow(store, projects)
})

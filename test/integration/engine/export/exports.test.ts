/** Exports out of a store: to files, into the client's folder, and back again as forks of the commit that they came from. */
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { exportTargets } from '../../../../app/contract/export.ts'
import type { SecretsView } from '../../../../app/contract/export.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { projectSlug } from '../../../../app/engine/export/export-folder.ts'
import type { MessagesRequest } from '../../../../app/export-forms/messages-request.ts'
import { brokenApiRules } from '../../../support/broken-api-rules.ts'
import { conversation } from '../../../support/conversation.ts'
import { copyOf } from '../../../support/copied-store.ts'
import { continueTranscript } from '../../../support/continue-transcript.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = () =>
  conversation({ version: '2.1.330' })
    .human('one')
    .runs('ls', 'a')
    .agent('first')
    .human('two')
    .subagent({ prompt: 'look around' }, (agent) => agent.runs('ls', 'x').agent('seen'))
    .agent('second')
    .compacts({ preserved: 2 })
    .human('three')
    .agent('third')

interface Place {
  readonly storeDir: string
  readonly projects: string
  readonly configDir: string
  readonly cwd: string
}

let original = { storeDir: '', projects: '' }
beforeAll(async () => {
  const dir = tempDir()
  original = { storeDir: path.join(dir, 'store'), projects: writeConversation(dir, talk()).projects }
  await importInto(original.storeDir, [original.projects])
})

const imported = (): Place => {
  const dir = tempDir()
  const cwd = path.join(dir, 'work')
  mkdirSync(cwd)
  return { storeDir: copyOf(original.storeDir), projects: original.projects, configDir: path.join(dir, 'claude'), cwd: realpathSync(cwd) }
}

const commitsOf = async (engine: Engine) => (await engine.ask('chain.log', { limit: 1000 })).commits

const install = (engine: Engine, { configDir, cwd }: Place, commitId: string, more: object = {}) =>
  engine.ask('export.make', { commitId, target: 'claude-code', install: true, configDir, cwd, ...more })

test('every commit can be exported, to every stop and in every form, and a request obeys the rules of the API', async () => {
  const place = imported()
  await withEngine(place.storeDir, async (engine) => {
    for (const { commitId } of await commitsOf(engine))
      for (const stop of ['compaction', 'root', commitId]) {
        const request = await engine.ask('export.make', { commitId, target: 'messages', stop })
        expect(brokenApiRules(JSON.parse(Buffer.from(request.content ?? []).toString('utf8')) as MessagesRequest)).toEqual([])
        for (const target of ['claude-code', 'markdown', 'html', 'events-v1', 'bureau-agent-v1'] as const)
          expect((await engine.ask('export.make', { commitId, target, stop })).bytes).toBeGreaterThan(0)
      }
  })
})

const promptsAndReplies = (lines: Uint8Array): readonly string[] =>
  Buffer.from(lines)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const { type, message } = JSON.parse(line) as { readonly type: string; readonly message?: { readonly content?: unknown } }
      return type === 'user' && typeof message?.content === 'string' ? [message.content] : []
    })

test('an export contains the materialised commits, and a sub-agent begins with its first commit unless the root is requested', async () => {
  const place = imported()
  await withEngine(place.storeDir, async (engine) => {
    const commits = await commitsOf(engine)
    for (const { commitId } of commits)
      for (const stop of ['compaction', 'root', commitId]) {
        const rebuilt = await engine.ask('commit.materialise', { commitId, stop })
        const made = await engine.ask('export.make', { commitId, target: 'claude-code', stop })
        expect(made.commits).toEqual(rebuilt.commits)
      }
    const agent = commits.filter(({ branchOf }) => branchOf === 'spawn')[0]?.commitId ?? ''
    const whole = await engine.ask('export.make', { commitId: agent, target: 'claude-code', stop: 'root' })
    expect(promptsAndReplies(whole.content ?? new Uint8Array())).toEqual(['one', 'two', 'look around'])
    const own = await engine.ask('export.make', { commitId: agent, target: 'claude-code' })
    expect(promptsAndReplies(own.content ?? new Uint8Array())).toEqual(['look around'])
  })
})

test('an installed transcript is a new private file in the folder of the client', async () => {
  const place = imported()
  await withEngine(place.storeDir, async (engine) => {
    const [tip] = await commitsOf(engine)
    const view = await install(engine, place, tip?.commitId ?? '')
    expect(view.path).toBe(path.join(place.configDir, 'projects', projectSlug(place.cwd), `${view.sessionId ?? ''}.jsonl`))
    expect(statSync(view.path ?? '').mode & 0o777).toBe(0o600)
    expect(readdirSync(path.dirname(view.path ?? ''))).toEqual([`${view.sessionId ?? ''}.jsonl`])
    expect(view.command).toBe(`cd ${place.cwd} && claude --resume ${view.sessionId ?? ''}`)
    expect((await engine.ask('refs.list', {})).filter(({ kind }) => kind === 'fork')).toMatchObject([
      { name: view.ref ?? '', commitId: tip?.commitId ?? '' },
    ])
  })
})

test('an existing file is never changed, and no other file remains', async () => {
  const place = imported()
  const file = path.join(place.cwd, 'notes.md')
  writeFileSync(file, 'mine')
  await withEngine(place.storeDir, async (engine) => {
    const [tip] = await commitsOf(engine)
    const commitId = tip?.commitId ?? ''
    await expect(engine.ask('export.make', { commitId, target: 'markdown', to: file })).rejects.toMatchObject({ code: 'target-exists' })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(readdirSync(place.cwd)).toEqual(['notes.md'])
    await install(engine, place, commitId, { name: 'again' })
    await expect(install(engine, place, (await commitsOf(engine)).at(-1)?.commitId ?? '', { name: 'again' })).rejects.toMatchObject({
      code: 'name-taken',
    })
    expect(readdirSync(path.join(place.configDir, 'projects', projectSlug(place.cwd)))).toHaveLength(1)
  })
})

test('a working directory that is not on this machine is requested from the person', async () => {
  const place = imported()
  await withEngine(place.storeDir, async (engine) => {
    const [tip] = await commitsOf(engine)
    const gone = { ...place, cwd: '/nowhere/at/all' }
    await expect(install(engine, gone, tip?.commitId ?? '')).rejects.toMatchObject({ code: 'path-unreadable' })
    expect(existsSync(place.configDir)).toBe(false)
  })
})

test('a session that began as an export continues its original commit', async () => {
  const place = imported()
  const before = await chainsOf(place.storeDir)
  const installed = await withEngine(place.storeDir, async (engine) => {
    const made = []
    for (const { commitId } of await commitsOf(engine))
      for (const stop of ['compaction', 'root']) made.push(await install(engine, place, commitId, { stop }))
    return made
  })
  for (const { path: file } of installed) continueTranscript(file ?? '')
  await withEngine(place.storeDir, async (engine) => {
    await runJob(engine, 'import.start', { paths: [path.join(place.configDir, 'projects')] })
    const commits = await commitsOf(engine)
    for (const { sessionId, commitId } of installed)
      expect(commits.filter((commit) => commit.sessionId === sessionId)).toMatchObject([
        { parentId: commitId, records: 2, branchOf: 'resume' },
      ])
  })
  const after = (await chainsOf(place.storeDir)) as { readonly commits: readonly { readonly commitId: string }[] }
  const { commits } = before as typeof after
  expect(after.commits.map(({ commitId }) => commitId)).toEqual(expect.arrayContaining(commits.map(({ commitId }) => commitId)))
  const digests = await tableDigests(place.storeDir, ['artifacts'])
  await withEngine(place.storeDir, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(place.storeDir, ['artifacts'])).toEqual(digests)
})

test('a redacted export has no secrets in any form, and lists those redacted in each commit', async () => {
  const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zAaB3dE5'].join('_')
  const dir = tempDir()
  const { projects } = writeConversation(dir, conversation().human(`use ${token}`).runs('env', `GITHUB_TOKEN=${token}`).agent('done'))
  await withEngine(path.join(dir, 'store'), async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    const [tip] = await commitsOf(engine)
    const commitId = tip?.commitId ?? ''
    const looked = (await runJob(engine, 'export.secrets', { commitIds: [commitId] })).result as SecretsView
    expect(looked).toMatchObject({ commits: 1, found: [{ kind: 'GitHub token', isTaken: true, commits: [commitId] }] })
    for (const target of exportTargets) {
      const open = await engine.ask('export.make', { commitId, target })
      expect(Buffer.from(open.content ?? []).includes(token)).toBe(true)
      expect(open.secrets).toBeNull()
      const closed = await engine.ask('export.make', { commitId, target, redact: true })
      expect(Buffer.from(closed.content ?? []).includes(token)).toBe(false)
      expect(closed.messages).toBe(open.messages)
      expect(closed.secrets).toMatchObject([{ id: looked.found[0]?.id, isTaken: true }])
      const left = await engine.ask('export.make', { commitId, target, redact: true, leave: looked.found.map(({ id }) => id) })
      expect(Buffer.from(left.content ?? []).includes(token)).toBe(true)
    }
  })
})

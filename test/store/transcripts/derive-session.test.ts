/** What is derived from a session's files depends on their bytes alone, and on nothing of the machine. */
import { appendFileSync, cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { deriveSession } from '../../../app/transcripts/derive-session.ts'
import type { SourceFile } from '../../../app/transcripts/derive-task.ts'
import { withRows } from '../../support/made-rows.ts'
import type { MadeSession } from '../../support/made-rows.ts'
import { artifactHash } from '../../../app/model/ids.ts'
import { decodeCommit } from '../../../app/store/files/commit-record.ts'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation, deriveFolder } from '../../support/derive-folder.ts'
import { artifactsOf, contentsOf } from '../../support/entry-artifacts.ts'
import { restoredFiles } from '../../support/restored-files.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const sample = (options: Parameters<typeof conversation>[0] = {}): Conversation =>
  conversation({ version: '2.1.42', sessionId: 'sample', ...options })
    .human('Fix it')
    .runs('ls', 'a')
    .subagent({ prompt: 'Look', agentId: 'a1' }, (agent) => agent.agent('seen'))
    .agent('done')
    .compacts()
    .human('Again')
    .agent('ok')

const source = (file: string, role: SourceFile['role'] = 'session'): SourceFile => ({
  agent: 'claude-code',
  sourceId: path.basename(file),
  readFrom: file,
  path: file,
  file: path.basename(file),
  root: path.dirname(file),
  role,
  agentId: undefined,
  folder: 'f',
  modifiedNs: undefined,
})
const inputs = { foreign: [], cuts: [], principal: undefined }
const task = (...sources: readonly SourceFile[]) => ({ sessionId: 's', sources, inputs, takenIds: [], corrections: [], known: [] })

/** Everything that has a name by content: refs, commits, records of commits, artifacts. */
const identity = (derived: MadeSession) => ({
  refs: derived.refs,
  commits: derived.commits,
  artifacts: artifactsOf(derived.entries).map(({ hash }) => hash),
})

test('the same bytes in another folder, at another time, give the same refs, commits and artifacts', async () => {
  const once = await deriveConversation(sample())
  const { projects } = writeConversation(tempDir(), sample())
  const elsewhere = path.join(tempDir(), 'kept', 'from', 'another machine')
  cpSync(projects, elsewhere, { recursive: true })
  expect(identity((await deriveFolder(elsewhere)).get('sample') as MadeSession)).toEqual(identity(once))
})

test('the name of the folder has no effect, even when no record names a working directory', async () => {
  const line = '{"type":"user","uuid":"u","message":{"content":"x"}}\n'
  const derived = await Promise.all(
    ['-one', '-two'].map(async (folder) => {
      const file = path.join(tempDir(), 'x.jsonl')
      writeFileSync(file, line)
      return deriveSession(task({ ...source(file), folder }), () => undefined).then(withRows)
    }),
  )
  expect(identity(derived[1] as MadeSession)).toEqual(identity(derived[0] as MadeSession))
})

test('the record of every commit equals its row', async () => {
  const derived = await deriveConversation(sample())
  const contents = new Map<string, Buffer>(await contentsOf(derived.entries))
  for (const row of derived.rows.commits) {
    expect(decodeCommit(contents.get(row.recordHash) ?? Buffer.alloc(0))).toEqual({
      version: 1,
      commit_type: row.commitType,
      artifact_ref: `art-${row.artifactHash.slice(0, 12)}`,
      format: 'claude-code-v1',
      checkpoint: row.checkpoint,
      created_at: row.createdAt,
      ...(row.parentId === null ? {} : { parent: row.parentId }),
      summary: row.summary,
      template: 'claude-code/cli',
      principal: '@home/sam/src/lighthouse:local',
      session_id: 'sample',
      message_count: row.records,
    })
  }
})

test('all files restore, notes included', async () => {
  const talk = sample()
  const restored = await restoredFiles(await deriveConversation(talk))
  expect([...restored].map(([name, bytes]) => [name.replace(/^projects\//, ''), bytes.toString()]).sort()).toEqual(
    [...talk.files()].map(([name, bytes]) => [name, bytes.toString()]).sort(),
  )
})

test('a session continued by a newer client keeps the ids of its earlier commits', async () => {
  const older = conversation({ version: '2.1.42', sessionId: 's' }).human('one').agent('1').human('two').agent('2')
  const before = await deriveConversation(older)
  older.user('three', { entrypoint: 'sdk-cli' }).agent('3')
  const after = await deriveConversation(older)
  expect(after.rows.commits[0]).toEqual(before.rows.commits[0])
  expect(after.rows.commits[0]?.template).toBe('claude-code/cli')
})

test('the template depends on how the client was started', async () => {
  const talk = conversation({ entrypoint: 'sdk-cli' }).bookkeeping({ type: 'mode' }).human('one').agent('1')
  expect((await deriveConversation(talk)).rows.commits[0]?.template).toBe('claude-code/sdk-cli')
})

test('a principal that is given enters the records', async () => {
  const derived = await deriveConversation(sample(), { principal: '@sam:home' })
  expect(new Set(derived.rows.commits.map((commit) => commit.principal))).toEqual(new Set(['@sam:home']))
})

test('half a character in a prompt is replaced in its record, and kept in its bytes', async () => {
  const file = path.join(tempDir(), 's.jsonl')
  writeFileSync(file, '{"type":"user","message":{"content":"lone \\ud83d and \\udc00"}}\n')
  const derived = withRows(await deriveSession(task(source(file)), () => undefined))
  const hash = artifactsOf(derived.entries).find(({ kind }) => kind === 'commit')?.hash
  const record = (await contentsOf(derived.entries)).get(hash ?? artifactHash('')) ?? Buffer.alloc(0)
  expect(decodeCommit(record).summary).toBe('lone \ufffd and \ufffd')
  expect([...(await restoredFiles(derived)).values()]).toEqual([readFileSync(file)])
})

test('ids that other sessions have are lengthened, and those on top of them follow', async () => {
  const file = path.join(tempDir(), 's.jsonl')
  writeFileSync(file, conversation().human('one').agent('1').human('two').agent('2').lines().join('\n'))
  const first = withRows(await deriveSession(task(source(file)), () => undefined))
  const [root, tip] = first.commits.map(([id]) => id)
  const second = withRows(await deriveSession({ ...task(source(file)), takenIds: [root ?? ''] }, () => undefined))
  expect(second.commits[0]?.[0]).toMatch(new RegExp(`^${String(root)}[0-9a-f]{2}$`))
  expect(second.rows.commits[1]?.parentId).toBe(second.commits[0]?.[0])
  expect(second.commits[1]?.[0]).not.toBe(tip)
})

test('known artifacts are not encoded again', async () => {
  const file = path.join(tempDir(), 's.jsonl')
  writeFileSync(file, conversation().human('one').agent('1').lines().join('\n'))
  const first = withRows(await deriveSession(task(source(file)), () => undefined))
  const known = artifactsOf(first.entries).map(({ hash }) => hash)
  expect(withRows(await deriveSession({ ...task(source(file)), known }, () => undefined)).entries).toEqual([])
  expect(withRows(await deriveSession({ ...task(source(file)), known: 'all' }, () => undefined)).entries).toEqual([])
})

test('an unreadable source is reported, and the others are derived', async () => {
  const dir = tempDir()
  const file = path.join(dir, 's.jsonl')
  writeFileSync(file, conversation().human('one').agent('1').lines().join('\n'))
  const derived = withRows(await deriveSession(task(source(file), source(path.join(dir, 'gone.jsonl')), source(dir)), () => undefined))
  expect(derived.failed.map(({ sourceId, code, reason }) => [sourceId, code, reason])).toEqual([
    ['gone.jsonl', 'unreadable-file', 'the file cannot be read: ENOENT'],
    [path.basename(dir), 'unreadable-file', 'the file cannot be read: EINVAL'],
  ])
  expect(derived.rows.commits).toHaveLength(1)
})

test('a file that grows while it is derived is derived with its earlier content', async () => {
  const file = path.join(tempDir(), 's.jsonl')
  writeFileSync(file, conversation({ seed: 'grows' }).human('one').agent('1').lines().join('\n'))
  const expected = identity(withRows(await deriveSession(task(source(file)), () => undefined)))
  let isAppended = false
  const derived = await deriveSession(task(source(file)), () => {
    if (!isAppended) appendFileSync(file, '\n{"type":"mode"}\n')
    isAppended = true
  })
  expect(identity(withRows(derived))).toEqual(expected)
})

test.each([
  ['shorter', (file: string) => truncateSync(file, 10)],
  ['another of the same size', (file: string, size: number) => writeFileSync(file, 'x'.repeat(size))],
  ['another that is longer', (file: string, size: number) => writeFileSync(file, 'x'.repeat(size + 100))],
])('a file that became %s while it was derived is discarded', async (_what, change) => {
  const file = path.join(tempDir(), 's.jsonl')
  const text = conversation().human('one').agent('1').lines().join('\n')
  writeFileSync(file, text)
  const derived = deriveSession(task(source(file)), () => change(file, Buffer.byteLength(text)))
  await expect(derived).rejects.toThrow(expect.objectContaining({ code: 'ESHORT' }))
})

test('a problem names the file, the line, its bytes and what to do', async () => {
  const file = path.join(tempDir(), 's.jsonl')
  writeFileSync(file, `{"type":"mode"}\nnot json\n`)
  expect(withRows(await deriveSession(task(source(file)), () => undefined)).rows.problems).toEqual([
    {
      sourceId: 's.jsonl',
      sessionId: 's',
      file: 's.jsonl',
      line: 2,
      byteOffset: 16,
      byteLength: 9,
      code: 'malformed-json',
      reason: 'the line is not valid JSON',
      action: "The line is kept byte for byte and excluded from the chain's events; nothing else is affected.",
    },
  ])
})

test('a transcript of an agent without its session is a problem, unless it was a warm-up', async () => {
  const dir = tempDir()
  const agent = (name: string, prompt: string) =>
    writeFileSync(
      path.join(dir, `agent-${name}.jsonl`),
      `${JSON.stringify({ type: 'user', uuid: name, isSidechain: true, agentId: name, sessionId: `s-${name}`, message: { content: prompt } })}\n`,
    )
  agent('a1', 'Look')
  agent('a2', 'Warmup')
  const sessions = await deriveFolder(dir)
  expect(sessions.get('s-a1')?.rows.problems.map((problem) => problem.code)).toEqual(['orphan-agent'])
  expect(sessions.get('s-a2')?.rows.problems).toEqual([])
})

test('two main transcripts of one session are one chain, and common records are stored once', async () => {
  const dir = tempDir()
  const talk = conversation({ sessionId: 's' }).human('one').agent('1')
  writeFileSync(path.join(dir, 'a.jsonl'), talk.lines().join('\n'))
  talk.human('two').agent('2')
  writeFileSync(path.join(dir, 'b.jsonl'), talk.lines().join('\n'))
  const derived = withRows(await deriveSession(task(source(path.join(dir, 'a.jsonl')), source(path.join(dir, 'b.jsonl'))), () => undefined))
  expect(derived.rows.commits.map((commit) => [commit.summary, commit.records])).toEqual([
    ['one', 2],
    ['two', 2],
  ])
  expect(derived.rows.sessions[0]).toMatchObject({ records: 6, humanPrompts: 2 })
})

test('a session disappears when its files are missing', async () => {
  const file = path.join(tempDir(), 's.jsonl')
  const derived = withRows(await deriveSession(task(source(file)), () => undefined))
  expect(derived).toMatchObject({ commits: [], refs: [], sources: [], rows: { sessions: [], records: [] }, bytesRead: 0 })
})

test('progress adds up to the bytes of the files', async () => {
  const file = path.join(tempDir(), 's.jsonl')
  writeFileSync(file, '{"type":"mode"}\n'.repeat(200_000))
  let bytes = 0
  const derived = await deriveSession(task(source(file)), (more) => {
    bytes += more
  })
  expect([bytes, derived.bytesRead]).toEqual([3_200_000, 3_200_000])
})

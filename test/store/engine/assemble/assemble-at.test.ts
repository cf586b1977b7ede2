/** Assembling the context at a commit of a store, with files of a workspace and a persona. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import { requestOf } from '../../../../app/assemble/assemble.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = tempDir()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

const assembled = async (talk: Conversation, input: Omit<CallInput<'context.assemble'>, 'commitId'>) => {
  const [root, store] = [tempDir(), path.join(tempDir(), 'store')]
  writeConversation(root, talk)
  await importInto(store, [root])
  return withEngine(store, (engine) => engine.ask('context.assemble', { commitId: talk.sessionId, ...input }))
}

const talk = (): Conversation => conversation().human('Begin').runs('ls', 'a.ts').agent('There is a.ts.').human('Next').agent('Done.')

test('files of the workspace and the persona are in the system prompt in a fixed order, with their versions', async () => {
  const workspace = folderWith({
    'CLAUDE.md': 'Use tabs.',
    'AGENTS.md': 'Be brief.',
    '.claude/rules/b.md': 'Rule b.',
    '.claude/rules/a/a.md': 'Rule a.',
    'README.md': 'Not for agents.',
  })
  const persona = folderWith({ 'SOUL.md': 'Calm.', 'IDENTITY.md': 'Atlas.' })
  const { systemPrompt, systemContextJson, workspacePath } = await assembled(talk(), { workspace, persona })
  const parts = ['Be brief.', 'Use tabs.', 'Rule a.', 'Rule b.', 'Atlas.', 'Calm.']
  expect(parts.map((part) => systemPrompt.indexOf(part))).toEqual(parts.map((part) => systemPrompt.indexOf(part)).sort((a, b) => a - b))
  expect(systemPrompt.indexOf(parts[0] ?? '')).toBeGreaterThanOrEqual(0)
  expect(systemPrompt).not.toContain('Not for agents.')
  expect(systemContextJson['workspace']).toMatchObject({ files: [{ path: 'AGENTS.md' }, { path: 'CLAUDE.md' }, {}, {}] })
  expect(workspacePath).toBe(workspace)
})

test('a link that leads out of the workspace is refused', async () => {
  const workspace = folderWith({ 'AGENTS.md': 'Be brief.' })
  const secret = folderWith({ 'secret.md': 'key' })
  symlinkSync(path.join(secret, 'secret.md'), path.join(workspace, 'CLAUDE.md'))
  await expect(assembled(talk(), { workspace })).rejects.toMatchObject({ code: 'path-refused' })
})

test('a file with two names is in the system prompt once, and a folder in the place of a file is an error', async () => {
  const workspace = folderWith({ 'AGENTS.md': 'Be brief.' })
  symlinkSync('AGENTS.md', path.join(workspace, 'CLAUDE.md'))
  const { systemPrompt } = await assembled(talk(), { workspace })
  expect(systemPrompt.split('Be brief.')).toHaveLength(2)
  await expect(assembled(talk(), { workspace: folderWith({ 'AGENTS.md/x.md': '' }) })).rejects.toMatchObject({ code: 'invalid-input' })
})

test('after a refusal a context that cannot be shorter is refused, not given again', async () => {
  await expect(assembled(talk(), { isRefused: true })).rejects.toMatchObject({ code: 'over-budget' })
})

test('a worker without a task is an error', async () => {
  await expect(assembled(talk(), { role: 'worker' })).rejects.toMatchObject({ code: 'invalid-input' })
  expect((await assembled(talk(), { role: 'worker', event: { content: 'Find it.' } })).systemPrompt).toContain('Find it.')
})

test.each(['file', 'progress'] as const)('a worker continues the task of its sub-agent, which is recorded in a %s', async (layout) => {
  const work = conversation({ version: '2.1.42' })
    .human('Count')
    .subagent(
      { type: 'Explore', prompt: 'Count the ropes', agentId: 'a1', report: 'Seven.', ...(layout === 'progress' ? { layout } : {}) },
      (agent) => agent.reads('/p/ropes.ts', 'seven').agent('Seven ropes.'),
    )
    .agent('Seven.')
  const [root, store] = [tempDir(), path.join(tempDir(), 'store')]
  writeConversation(root, work)
  await importInto(store, [root])
  await withEngine(store, async (engine) => {
    const { rows } = await engine.ask('sql.run', { sql: "SELECT commit_id FROM commits WHERE chain = 'a1'", queryId: 'agents' })
    const [commitId = ''] = Object.values(rows.at(-1) ?? {}).filter((cell) => typeof cell === 'string')
    const { systemPrompt, history } = await engine.ask('context.assemble', { commitId, role: 'worker' })
    expect(systemPrompt).toContain('Count the ropes')
    expect(JSON.stringify(history)).toContain('Seven ropes.')
    expect(JSON.stringify(history)).not.toContain('Count"')
  })
})

test('a model whose replies reported a larger context has the long window', async () => {
  const long = talk()
    .human('More')
    .agent('Yes.', { usage: { input_tokens: 316_000, output_tokens: 1 } })
  expect((await assembled(long, {})).tokenBudget.modelLimit).toBe(1_000_000)
  expect((await assembled(long, { model: 'claude-haiku-4-5' })).tokenBudget.modelLimit).toBe(200_000)
})

test('a folder that does not exist is an error', async () => {
  await expect(assembled(talk(), { workspace: '/nowhere/at/all' })).rejects.toMatchObject({ code: 'not-found' })
})

test('what cannot fit is refused with the budget that would', async () => {
  await expect(assembled(talk(), { budget: 10 })).rejects.toMatchObject({
    code: 'over-budget',
    message: expect.stringContaining('--budget ') as string,
  })
})

test('an export of messages has the same layers when it is asked for them', async () => {
  const [root, store] = [tempDir(), path.join(tempDir(), 'store')]
  const one = talk()
  writeConversation(root, one)
  await importInto(store, [root])
  await withEngine(store, async (engine) => {
    const input = { commitId: one.sessionId }
    const { content } = await engine.ask('export.make', { ...input, target: 'messages', assembled: true })
    const assembled = await engine.ask('context.assemble', input)
    expect(JSON.parse(Buffer.from(content ?? []).toString())).toEqual(JSON.parse(JSON.stringify(requestOf(assembled))))
    await expect(engine.ask('export.make', { ...input, target: 'markdown', assembled: true })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })
})

test('each commit of a chain has the history of its parent as its beginning', async () => {
  const [root, store] = [tempDir(), path.join(tempDir(), 'store')]
  const long = talk().human('Third').reads('/src/b.ts', 'text').agent('Read.').human('Fourth').agent('Yes.')
  writeConversation(root, long)
  await importInto(store, [root])
  await withEngine(store, async (engine) => {
    const tip = await engine.ask('commit.show', { commitId: long.sessionId })
    const { commits } = await engine.ask('commit.history', { commitId: tip.commit.commitId })
    const histories: (readonly string[])[] = []
    for (const { commitId } of commits) {
      const { history } = await engine.ask('context.assemble', { commitId })
      histories.push(history.map((message) => JSON.stringify(message)))
    }
    histories.sort((a, b) => a.length - b.length)
    expect(histories.length).toBeGreaterThan(2)
    for (const [at, own] of histories.slice(1).entries()) expect(own.slice(0, histories[at]?.length)).toEqual(histories[at])
  })
})

test('a policy chooses what is shown, beyond the last compaction where it looks there', async () => {
  const long = conversation()
    .human('Look at the ropes')
    .runs('ls ropes', 'a.rope')
    .agent('There is one.')
    .compacts({ summary: 'One rope was found.' })
    .human('And the nets?')
    .runs('ls nets', `b.net ${'knots '.repeat(2_000)}`)
    .agent('There is one too.')
  const recent = await assembled(long, { policy: 'recency', event: { content: 'Both?' } })
  expect(JSON.stringify(recent.history)).toContain('a.rope')
  expect(recent.policy).toBe('recency')
  const value = { outputsPerTurn: 0, turnsBack: 1 }
  const short = await assembled(long, { policy: { file: 'none.json', value }, budget: 1_000 })
  expect(JSON.stringify(short.history)).toMatch(/One rope was found.*toolcall_ref id=\S+ tool=Bash status=ok ls nets/)
  expect(short.tokens).toBeLessThanOrEqual(1_000)
  // Without it the last three turns are not shortened.
  await expect(assembled(long, { budget: 1_000 })).rejects.toThrow('--policy export')
})

test('a policy that cannot choose is an error that says why', async () => {
  const given = (value: unknown) => assembled(talk(), { policy: { file: 'p.json', value } })
  await expect(given({ method: 'masking', outputs: -1 })).rejects.toThrow('p.json is not a policy: ')
  await expect(
    given([
      { method: 'recency', name: 'a' },
      { method: 'full', name: 'b' },
    ]),
  ).rejects.toThrow('p.json has 2 policies')
  await expect(assembled(talk(), { policy: 'newest' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(assembled(talk(), { policy: 'words' })).rejects.toThrow('give --message or --event')
  await expect(assembled(talk(), { policy: 'full', budget: 20 })).rejects.toThrow('the policy full shows')
})

/** Three turns; the last one is as long as the two before it. */
const longTalk = (): Conversation =>
  conversation()
    .human('Look at the ropes')
    .runs('ls ropes', `a.rope ${'knots '.repeat(1_000)}`)
    .agent('There is one.')
    .human('And the nets?')
    .runs('ls nets', `b.net ${'meshes '.repeat(1_000)}`)
    .agent('There is one too.')

test('after a refusal a policy gives 40 % of what is available, and what exceeds it is not given again', async () => {
  const long = longTalk()
  const { tokens } = await assembled(long, { policy: 'full' })
  const budget = Math.ceil(tokens / 0.7)
  expect((await assembled(long, { policy: 'full', budget })).tokens).toBe(tokens)
  await expect(assembled(long, { policy: 'full', budget, isRefused: true })).rejects.toMatchObject({
    code: 'over-budget',
    message: expect.stringContaining('with the policy full it takes') as string,
  })
  const recent = await assembled(long, { policy: 'recency', budget, isRefused: true })
  expect(recent.tokens).toBeLessThanOrEqual(Math.floor(budget * 0.4))
  expect(recent.history).not.toEqual([])
})

test('a worker has no history, so a policy for it is refused', async () => {
  const input = { role: 'worker', event: { content: 'Find it.' }, policy: 'recency' } as const
  await expect(assembled(talk(), input)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('Cannot combine a policy with the role worker') as string,
  })
})

test('the full context has the messages that a compaction kept before its summary', async () => {
  const work = conversation().human('Look at the ropes').agent('There is one.').human('Keep the red rope')
  const [kept, boundary] = [work.lastUuid, '22222222-2222-4222-8222-222222222222']
  const compactMetadata = {
    trigger: 'auto',
    preTokens: 9_000,
    preservedMessages: { anchorUuid: boundary, uuids: [kept], allUuids: [kept] },
  }
  work
    .agent('It is kept.')
    .row(
      { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', compactMetadata },
      { parent: null, uuid: boundary },
    )
    .user('This session is being continued. One rope was found.', { isCompactSummary: true, isVisibleInTranscriptOnly: true })
    .human('And the nets?')
    .agent('None.')
  const shown = JSON.stringify((await assembled(work, {})).history)
  expect(shown).toMatch(/Keep the red rope.*One rope was found/)
  expect(JSON.stringify((await assembled(work, { policy: 'full' })).history)).toBe(shown)
  const value = { outputsPerTurn: 0, turnsBack: 1 }
  const present = JSON.stringify((await assembled(work, { policy: { file: 'present.json', value } })).history)
  expect(present).toMatch(/Keep the red rope.*One rope was found/)
})

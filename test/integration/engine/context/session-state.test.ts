/**
 * The state of a session: what its agent had met at a commit, and which objects were in the context, as the client had it and under a
 * policy.
 */
import { expect, test } from 'vitest'
import type { SessionStateView, StatedObject } from '../../../../app/contract/session-state.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { aboutTokens } from '../../../../app/model/objects/about-tokens.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const on = async <T>(talks: readonly Conversation[], work: (engine: Engine) => Promise<T>): Promise<T> => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return withEngine(store, work)
}

const talk = (name: string) => conversation({ sessionId: name, seed: name, cwd: '/p/harbour' })

const expectRules = ({ index, metadata, active, pinned, objects }: SessionStateView): void => {
  expect(metadata.filter((id) => !index.includes(id))).toEqual([])
  expect(active.filter((id) => !metadata.includes(id))).toEqual([])
  expect(pinned.filter((id) => !active.includes(id))).toEqual([])
  expect(new Set(index).size).toBe(index.length)
  const locked = objects.filter((object) => object.locked).map(({ type, level }) => [type, level])
  expect(locked).toEqual([
    ['system_prompt', 'active'],
    ['chat', 'active'],
    ['session', 'indexed'],
  ])
}

/** Characters of what the records contain from the newest compaction on, by the tables. */
const recordedChars = async (engine: Engine, session: string): Promise<number> => {
  const own = `commits WHERE session_id = '${session}'`
  const sql = `SELECT sum(chars)::INTEGER FROM events WHERE kind IN ('prompt', 'response', 'tool_call', 'tool_result') AND commit_id IN (
    SELECT commit_id FROM ${own} AND position >= coalesce((SELECT max(position) FROM ${own} AND commit_type = 'compaction'), 0))`
  const { rows } = await engine.ask('sql.run', { sql, queryId: `chars of ${session}` })
  return Number(Object.values(rows[0] ?? {})[0])
}

const levelsOf = ({ objects }: SessionStateView, type: StatedObject['type']): Readonly<Record<string, string>> =>
  Object.fromEntries(objects.flatMap((object) => (object.type === type ? [[object.name, object.level]] : [])))

test('all that was met is active before any compaction, and counts as the records do', async () => {
  const lights = talk('lights')
    .human('Turn the lights on')
    .reads('lights.ts', 'const on = false\n')
    .edits('lights.ts', 'false', 'true')
    .runs('npm test', 'ok')
    .agent('On.')
  await on([lights], async (engine) => {
    const state = await engine.ask('session.state', { at: 'lights' })
    expectRules(state)
    expect([state.sessionId, state.on, state.policy, state.isAfterCompaction]).toEqual(['lights', null, null, false])
    expect(levelsOf(state, 'file')).toEqual({ '/p/harbour/lights.ts': 'active' })
    expect(levelsOf(state, 'toolcall')).toEqual({ '/p/harbour/lights.ts': 'active', 'npm test': 'active' })
    const file = state.objects.find(({ type }) => type === 'file')
    expect([file?.versions, file?.chars, file?.aboutTokens]).toEqual([2, 16, aboutTokens(16)])
    const chars = await recordedChars(engine, 'lights')
    expect(state.sizes.active).toEqual({ objects: 6, chars, aboutTokens: aboutTokens(chars) })
    expect(state.recordedTokens).toBeGreaterThan(0)
    expect(state.hasSystemPrompt).toBe(false)
  })
})

test('a file that only an edit names is in the metadata pool: the answer to an edit does not show it', async () => {
  const edited = talk('edited')
    .human('Look')
    .reads('lights.ts', 'const on = false\n')
    .compacts()
    .human('Turn it on')
    .edits('lights.ts', 'false', 'true')
    .writes('new.ts', 'new\n')
    .agent('On.')
  await on([edited], async (engine) => {
    const state = await engine.ask('session.state', { at: 'edited' })
    expectRules(state)
    expect(levelsOf(state, 'file')).toEqual({ '/p/harbour/lights.ts': 'metadata', '/p/harbour/new.ts': 'active' })
  })
})

const compacted = () =>
  talk('compacted')
    .human('Read')
    .reads('one.ts', 'one\n')
    .reads('two.ts', 'two\n')
    .runs('ls', 'one.ts two.ts')
    .agent('Read.')
    .compacts({ summary: 'We read two.ts, and data-one.ts is something else.' })
    .human('Continue')
    .reads('three.ts', 'three\n')
    .agent('Done.')

test('what was met before the last compaction is in the index alone; a file that the summary names is seen in one line', async () => {
  await on([compacted()], async (engine) => {
    const state = await engine.ask('session.state', { at: 'compacted' })
    expectRules(state)
    expect(state.isAfterCompaction).toBe(true)
    expect(levelsOf(state, 'file')).toEqual({
      '/p/harbour/one.ts': 'indexed',
      '/p/harbour/two.ts': 'metadata',
      '/p/harbour/three.ts': 'active',
    })
    expect(levelsOf(state, 'toolcall')).toEqual({
      '/p/harbour/one.ts': 'indexed',
      '/p/harbour/two.ts': 'indexed',
      ls: 'indexed',
      '/p/harbour/three.ts': 'active',
    })
    const chars = await recordedChars(engine, state.sessionId)
    expect(state.sizes.active.chars).toBe(chars)
    expect(state.sizes.index.chars).toBeGreaterThan(chars)
    // The state at a commit before the compaction is the one of that moment.
    const { commits } = await engine.ask('chain.log', { limit: 10 })
    const before = commits.at(-1)?.commitId ?? ''
    expect(levelsOf(await engine.ask('session.state', { at: before }), 'file')).toEqual({
      '/p/harbour/one.ts': 'active',
      '/p/harbour/two.ts': 'active',
    })
  })
})

test('messages that a compaction kept word for word stay active', async () => {
  const kept = talk('kept')
    .human('Read')
    .reads('one.ts', 'one\n')
    .reads('two.ts', 'two\n')
    .compacts({ preserved: 2, summary: 'Read.' })
    .human('On')
  await on([kept], async (engine) => {
    const state = await engine.ask('session.state', { at: 'kept' })
    expect(levelsOf(state, 'toolcall')).toEqual({ '/p/harbour/one.ts': 'indexed', '/p/harbour/two.ts': 'active' })
    expect(levelsOf(state, 'file')).toEqual({ '/p/harbour/one.ts': 'indexed', '/p/harbour/two.ts': 'active' })
  })
})

test('a microcompaction clears what it names; one that names nothing is reported', async () => {
  const cleared = talk('cleared').human('Read').reads('one.ts', 'one\n')
  cleared.calls('Bash', { command: 'ls' })
  const call = cleared.lastCallId
  cleared.result('last', 'one.ts').microcompacts(20_000, [call]).agent('So.')
  const unnamed = talk('unnamed').human('Read').reads('one.ts', 'one\n').microcompacts(20_000).agent('So.')
  await on([cleared, unnamed], async (engine) => {
    const state = await engine.ask('session.state', { at: 'cleared' })
    expectRules(state)
    expect(levelsOf(state, 'toolcall')).toEqual({ '/p/harbour/one.ts': 'active', ls: 'metadata' })
    expect([state.microcompactions, state.unnamedMicrocompactions]).toEqual([1, 0])
    const other = await engine.ask('session.state', { at: 'unnamed' })
    expect(levelsOf(other, 'toolcall')).toEqual({ '/p/harbour/one.ts': 'active' })
    expect([other.microcompactions, other.unnamedMicrocompactions]).toEqual([1, 1])
  })
})

test('files that are attached or deleted are met, too, and the system prompt where a record contains it', async () => {
  const attached = talk('attached')
    .attachment({ type: 'prompt_snapshot', systemPrompt: ['You are Claude.', 'Be brief.'] })
    .attachment({
      type: 'file',
      filename: '/p/harbour/map.ts',
      content: { type: 'text', file: { filePath: '/p/harbour/map.ts', content: 'map\n', numLines: 2, startLine: 1, totalLines: 2 } },
    })
    .human('Look at @map.ts')
    .runs('rm /p/harbour/old.ts', '')
    .agent('So.')
  await on([attached], async (engine) => {
    const state = await engine.ask('session.state', { at: 'attached' })
    expect(levelsOf(state, 'file')).toEqual({ '/p/harbour/map.ts': 'active', '/p/harbour/old.ts': 'metadata' })
    const prompt = state.objects.find(({ type }) => type === 'system_prompt')
    expect([state.hasSystemPrompt, prompt?.chars]).toEqual([true, 'You are Claude.\n\nBe brief.'.length])
  })
})

/** Five turns; the third has seven outputs. */
const long = () => {
  const work = talk('long')
  for (const turn of [1, 2, 3, 4, 5]) {
    work.human(`turn ${turn}`)
    for (let at = 1; at <= (turn === 3 ? 7 : 1); at += 1) work.runs(`echo ${turn}.${at}`, 'x'.repeat(100))
    work.agent('Done.')
  }
  return work
}

const active = (state: SessionStateView): readonly string[] =>
  Object.entries(levelsOf(state, 'toolcall')).flatMap(([name, level]) => (level === 'active' ? [name.slice('echo '.length)] : []))

test('the default policy leaves the newest five outputs of each of the last three turns, and one line of the others', async () => {
  await on([long()], async (engine) => {
    const state = await engine.ask('session.state', { at: 'long', policy: 'default' })
    expectRules(state)
    expect(active(state)).toEqual(['3.3', '3.4', '3.5', '3.6', '3.7', '4.1', '5.1'])
    expect(levelsOf(state, 'toolcall')).toMatchObject({ 'echo 1.1': 'metadata', 'echo 3.2': 'metadata' })
    expect(state.policy).toMatchObject({ name: 'default', outputsPerTurn: 5, turnsBack: 3, exempt: ['pinned'] })
    const narrow = { at: 'long', policy: 'default', outputsPerTurn: 1, turnsBack: 2 }
    expect(active(await engine.ask('session.state', narrow))).toEqual(['4.1', '5.1'])
    expect(active(await engine.ask('session.state', { at: 'long', policy: 'none' }))).toHaveLength(11)
    await expect(engine.ask('session.state', { at: 'long', policy: 'nope' })).rejects.toMatchObject({ code: 'not-found' })
    // What is left out is smaller by its outputs, and the chat is the same.
    const whole = await engine.ask('session.state', { at: 'long' })
    expect(whole.sizes.active.chars - state.sizes.active.chars).toBe(400)
  })
})

test('a result whose call the transcript does not contain is in the context, and can be shown', async () => {
  const late = talk('late').human('Continue')
  late.user([{ type: 'tool_result', tool_use_id: 'toolu_before', content: 'from before' }]).agent('So.')
  await on([late], async (engine) => {
    const state = await engine.ask('session.state', { at: 'late' })
    expect(state.objects.find(({ id }) => id === 'toolu_before')).toMatchObject({ chars: 11, level: 'active', tool: '' })
    expect(state.sizes.active.chars).toBe(await recordedChars(engine, 'late'))
    expect((await engine.ask('objects.show', { objectId: 'toolu_before' })).payload).toMatchObject({ content: 'from before', tool: '' })
  })
})

test('a sub-agent has met only what it met itself', async () => {
  const work = talk('boss')
    .human('Ask an agent')
    .reads('own.ts', 'own\n')
    .subagent({ prompt: 'Read', description: 'Reads', report: 'Read it.' }, (agent) => agent.reads('theirs.ts', 'theirs\n'))
    .agent('Done.')
  await on([work], async (engine) => {
    expect(levelsOf(await engine.ask('session.state', { at: 'boss' }), 'file')).toEqual({ '/p/harbour/own.ts': 'active' })
    const ref = (await engine.ask('refs.list', {})).find(({ kind }) => kind === 'agent')
    expect(levelsOf(await engine.ask('session.state', { at: ref?.commitId ?? '' }), 'file')).toEqual({ '/p/harbour/theirs.ts': 'active' })
  })
})

/** Exports of what a policy leaves in the context: one line for the rest. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writtenCallId } from '../../../../app/model/call-pairing.ts'
import { metadataLine } from '../../../../app/model/objects/metadata-line.ts'
import { brokenTranscriptRules } from '../../../support/broken-api-rules.ts'
import { conversation } from '../../../support/conversation.ts'
import { exported, harbour, imported, objectsAt, resultsOf, textOf, textsIn, wordsOf } from '../../../support/exported-state.ts'
import { sampleStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

test('a policy leaves one line of what it collapses in the place of the output, and everything else as it is', async () => {
  const store = await imported(harbour())
  await withEngine(store, async (engine) => {
    const whole = resultsOf(await exported(engine, 'harbour'))
    expect(whole.map((text) => text.includes('toolcall_ref'))).toEqual([false, false, false])
    const turn = await exported(engine, 'harbour', { policy: 'turn' })
    const lines = (await objectsAt(engine, 'harbour')).filter(({ type }) => type === 'toolcall').map(metadataLine)
    expect(resultsOf(turn)).toEqual([lines[0], whole[1], whole[2]])
    expect(lines[0]).toMatch(/^toolcall_ref id=toolu_\w+ tool=Bash status=ok ls$/)
    expect(turn.lost).toContain('collapsed: outputs of tools × 1')
    // The numbers of a policy can be given.
    expect(resultsOf(await exported(engine, 'harbour', { policy: 'default', outputsPerTurn: 1, turnsBack: 1 }))).toEqual([
      lines[0],
      lines[1],
      whole[2],
    ])
    expect(await exported(engine, 'harbour', { policy: 'none' })).toEqual(await exported(engine, 'harbour'))
    await expect(exported(engine, 'harbour', { policy: 'neither' })).rejects.toThrow(/No policy has the name “neither”: choose default/)
  })
})

test('managed: objects in one line first, then the chat with a line for each output, and what is active at the end', async () => {
  const store = await imported(harbour())
  await withEngine(store, async (engine) => {
    const managed = await exported(engine, 'harbour', { policy: 'managed', turnsBack: 1 })
    const objects = await objectsAt(engine, 'harbour')
    const lines = objects.filter(({ type }) => type === 'toolcall').map(metadataLine)
    expect(resultsOf(managed)).toEqual(lines)
    const words = wordsOf(managed)
    expect(words[0]).toBe(`Objects of this session in one line each:\n${lines[0] ?? ''}`)
    expect(words.slice(1, 5)).toEqual(['Look', 'Two files.', 'Read them', 'Read.'])
    expect(words[5]).toBe('Contents of active objects:')
    expect(words.slice(6).map((text) => text.split('\n')[0])).toEqual(lines.slice(1))
    expect(words[6]).toContain('const lamp = 1')
    expect(managed.lost).toEqual(expect.arrayContaining(['added: objects in one line × 1', 'moved: outputs of tools × 2']))
  })
})

test('outputs that are no longer than their line stay under each policy, in their place; pictures do not count as short', async () => {
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }
  const talk = conversation({ sessionId: 'short', seed: 'short', cwd: '/p/harbour' })
    .human('Look')
    .runs('true', '{}')
    .calls('Skill', { skill: 'tide' })
    .result('last', [
      { type: 'text', text: 'High' },
      { type: 'text', text: 'tide' },
    ])
    .calls('Read', { file_path: '/p/harbour/mast.png' })
    .result('last', [picture])
    .runs('make', 'x'.repeat(400))
    .agent('Done.')
    .human('Go on')
    .agent('Yes.')
  const store = await imported(talk)
  await withEngine(store, async (engine) => {
    const whole = await exported(engine, 'short')
    for (const policy of ['turn', 'managed']) {
      const made = await exported(engine, 'short', { policy, turnsBack: 0 })
      expect(resultsOf(made).slice(0, 2), policy).toEqual(resultsOf(whole).slice(0, 2))
      expect(
        resultsOf(made)
          .slice(2)
          .map((text) => text.slice(0, 12)),
        policy,
      ).toEqual(['toolcall_ref', 'toolcall_ref'])
    }
    const state = await engine.ask('session.state', { at: 'short', policy: 'turn', turnsBack: 0 })
    expect(state.objects.filter(({ type }) => type === 'toolcall').map(({ level }) => level)).toEqual([
      'active',
      'active',
      'metadata',
      'metadata',
    ])
  })
})

test('secrets are redacted in what is added too', async () => {
  const token = ['ghp', 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'].join('_')
  const talk = conversation({ sessionId: 'secret', seed: 'secret', cwd: '/p/harbour' })
    .human('Look')
    .runs(`curl -H "Authorization: Bearer ${token}" example.org`, 'ok')
    .reads('env.ts', `const token = '${token}'\n`)
    .compacts({ summary: 'Looked.' })
    .human('Continue')
    .runs(`echo ${token}`, token)
    .agent('Done.')
  const store = await imported(talk)
  await withEngine(store, async (engine) => {
    await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: 'secret' })
    for (const { id, type } of await objectsAt(engine, 'try'))
      if (type === 'file' || type === 'toolcall') await engine.ask('state.change', { on: 'try', objectId: id, change: 'activate' })
    for (const policy of ['none', 'managed', 'turn'])
      for (const target of ['messages', 'claude-code', 'markdown', 'html'] as const) {
        const made = { commitId: 'try', target, policy, turnsBack: 0 } as const
        expect(textOf((await engine.ask('export.make', { ...made, redact: false })).content)).toContain(token)
        expect(textOf((await engine.ask('export.make', { ...made, redact: true })).content)).not.toContain(token)
      }
  })
})

test('a secret that begins anywhere in a long command is redacted before the command is cut', async () => {
  const password = 'Zq9hunter2Kd7'
  const commands = Array.from({ length: 14 }, (_, at) => `echo ${'x'.repeat(70 + at * 4)}; curl https://admin:${password}@example.org`)
  const talk = conversation({ sessionId: 'cut', seed: 'cut', cwd: '/p/harbour' }).human('Look')
  for (const command of commands) talk.runs(command, 'ok')
  const store = await imported(talk.agent('Done.'))
  await withEngine(store, async (engine) => {
    const whole = await engine.ask('export.make', { commitId: 'cut', target: 'messages', redact: true })
    for (const policy of ['default', 'managed']) {
      const wish = { commitId: 'cut', target: 'messages', policy, turnsBack: 0 } as const
      expect(textOf((await engine.ask('export.make', wish)).content)).toContain(password.slice(0, 6))
      const redacted = await engine.ask('export.make', { ...wish, redact: true })
      expect(textOf(redacted.content)).not.toContain(password.slice(0, 4))
      expect(redacted.secrets?.map(({ id }) => id)).toEqual(whole.secrets?.map(({ id }) => id))
    }
  })
})

test('text added to a transcript does not count as a prompt when it is imported', async () => {
  const store = await imported(harbour())
  const transcript = await withEngine(store, async (engine) =>
    textOf((await engine.ask('export.make', { commitId: 'harbour', target: 'claude-code', policy: 'managed', turnsBack: 1 })).content),
  )
  expect(transcript).toContain('Contents of active objects:')
  const folder = path.join(tempDir(), 'projects', '-p-harbour')
  mkdirSync(folder, { recursive: true })
  const { sessionId } = JSON.parse(transcript.split('\n')[0] ?? '') as { readonly sessionId: string }
  writeFileSync(path.join(folder, `${sessionId}.jsonl`), transcript)
  const other = path.join(tempDir(), 'store')
  await importInto(other, [path.dirname(folder)])
  await withEngine(other, async (engine) => {
    expect((await engine.ask('sessions.list', {})).rows).toMatchObject([{ title: 'Look', humanPrompts: 2 }])
  })
})

test('of the samples, every output is in full where the state says that it is active, and a line where it is not', async () => {
  const store = await sampleStore()
  await withEngine(store, async (engine) => {
    const { rows: sessions } = await engine.ask('sessions.list', { limit: 1000 })
    let collapsed = 0
    for (const { sessionId, tipCommitId } of sessions) {
      if (tipCommitId === null) continue
      const full = await exported(engine, sessionId)
      const whole = resultsOf(full)
      const pictures = full.messages.flatMap(({ content }) =>
        content.flatMap(({ type, content: own }) =>
          type === 'tool_result' ? [Array.isArray(own) && own.some((block: { readonly type: string }) => block.type !== 'text')] : [],
        ),
      )
      for (const policy of ['default', 'turn', 'managed']) {
        const transcript = textOf((await engine.ask('export.make', { commitId: sessionId, target: 'claude-code', policy })).content)
        expect(brokenTranscriptRules(transcript)).toEqual([])
        const objects = new Map((await objectsAt(engine, sessionId, policy)).map((object) => [writtenCallId(object.id), object]))
        const { messages } = await exported(engine, sessionId, { policy })
        const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'))
        expect(results).toHaveLength(whole.length)
        for (const [at, { tool_use_id: id, content }] of results.entries()) {
          const object = objects.get(writtenCallId(String(id)))
          const isShort = object !== undefined && (object.chars ?? 0) <= metadataLine(object).length && !pictures[at]
          const isShown = object?.level === 'active' && (policy !== 'managed' || isShort)
          const isFull = object === undefined || object.failed === null || isShown
          if (!isFull) collapsed += 1
          expect(textsIn(content)).toBe(isFull ? whole[at] : metadataLine(object))
        }
      }
    }
    expect(collapsed).toBeGreaterThan(20)
  })
})

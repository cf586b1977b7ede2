/** After the removal of a session and a garbage collection no file of the store contains text of it. */
import { appendFileSync, cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { killed } from '../../../support/kill-command.ts'
import { rounds } from '../../../support/rounds.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, searchIn, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { wordsInStore } from '../../../support/words-in-store.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** Places of text in a session, each with a word that is nowhere else. */
const places = [
  ...(['prompt', 'response', 'thinking', 'system', 'meta', 'queued', 'attachment', 'compaction', 'bookkeeping', 'agentPrompt'] as const),
  ...(['toolName', 'toolInput', 'toolResult', 'fileName', 'fileContent', 'change', 'command', 'output', 'outputFile'] as const),
  ...(['folder', 'branch', 'title', 'model', 'badLine', 'tag', 'earlierTag', 'fork', 'summary', 'earlierSummary', 'reason'] as const),
  ...(['grown'] as const),
] as const
type Place = (typeof places)[number]

const letters = 'bcdfghjkmnpqrstvwxz'

/** The word of a place: equal in every run, and like no other. */
const wordOf = (place: Place): string => {
  let seed = Array.from(place).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647, places.indexOf(place) + 7)
  const next = (): string => {
    seed = (seed * 48_271) % 2_147_483_647
    return letters[seed % letters.length] ?? ''
  }
  return Array.from({ length: 14 }, next).join('')
}

const words = places.map(wordOf)

const told = (): Conversation => {
  const cwd = `/home/sam/src/${wordOf('folder')}`
  const talk = conversation({ seed: 'erased', cwd, gitBranch: `work/${wordOf('branch')}` })
  talk
    .row({ type: 'system', subtype: 'init', content: `Be ${wordOf('system')}.` })
    .human(`Please find the ${wordOf('prompt')}.`)
    .thinks(`Where is ${wordOf('thinking')}?`)
    .meta(`note ${wordOf('meta')}`)
    .queued(`also ${wordOf('queued')}`)
    .attachment({ type: 'text', content: wordOf('attachment') })
    .reads(`${cwd}/${wordOf('fileName')}.ts`, `first\n${wordOf('fileContent')}\nlast\n`)
    .edits(`${cwd}/${wordOf('fileName')}.ts`, 'first', `first ${wordOf('change')}`)
    .runs(`echo ${wordOf('command')}`, wordOf('output'))
    .calls(`mcp__${wordOf('toolName')}__look`, { what: wordOf('toolInput') })
  talk.result(talk.lastCallId, wordOf('toolResult'))
  talk
    .subagent({ description: 'Look', prompt: `Look for ${wordOf('agentPrompt')}` }, (agent) => agent.agent('seen'))
    .agent(`It is the ${wordOf('response')}.`, { model: `claude-${wordOf('model')}` })
    .bookkeeping({ type: 'custom-title', customTitle: `About ${wordOf('title')}`, sessionId: talk.sessionId })
    .bookkeeping({ type: 'agent-name', agentName: wordOf('bookkeeping'), sessionId: talk.sessionId })
    .compacts({ summary: `We spoke of ${wordOf('compaction')}` })
    .human('Go on')
    .agent('Done')
  talk.outputFile('long', `${wordOf('outputFile')}\n`.repeat(50))
  talk.raw(`{"type":"user","${wordOf('badLine')}`)
  return talk
}

const other = (): Conversation =>
  conversation({ seed: 'stays' }).human('Say hello').reads('/home/sam/src/lighthouse/a.ts', 'one\n').agent('Hello')

/** A store with everything that is made of a session, by people and by Strata. */
const fullStore = async (): Promise<{ readonly store: string; readonly talk: Conversation; readonly projects: string }> => {
  const dir = tempDir()
  const talk = told()
  const { projects, mainFiles } = writeConversation(dir, other(), talk)
  const store = path.join(dir, 'store')
  await importInto(store, [projects])
  appendFileSync(
    mainFiles[1] ?? '',
    `${JSON.stringify({ type: 'ai-title', aiTitle: `New ${wordOf('grown')}`, sessionId: talk.sessionId })}\n`,
  )
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const { commits } = await engine.ask('chain.log', { of: talk.sessionId, limit: 100 })
    const [tip, older] = commits
    await engine.ask('ref.set', { kind: 'tag', name: `t-${wordOf('earlierTag')}`, commitId: tip?.commitId ?? '' })
    await engine.ask('ref.remove', { name: `tag/t-${wordOf('earlierTag')}` })
    await engine.ask('ref.set', { kind: 'tag', name: `t-${wordOf('tag')}`, commitId: tip?.commitId ?? '' })
    await engine.ask('ref.set', { kind: 'fork', name: `f-${wordOf('fork')}`, commitId: tip?.commitId ?? '' })
    await engine.ask('commit.pin', { commitId: older?.commitId ?? '' })
    await engine.ask('commit.describe', { commitId: older?.commitId ?? '', summary: `first ${wordOf('earlierSummary')}` })
    await engine.ask('commit.describe', { commitId: older?.commitId ?? '', summary: `then ${wordOf('summary')}` })
    const { sources } = await engine.ask('sources.list', {}).then((list) => ({ sources: list }))
    const source = sources.find(({ path: file }) => file === mainFiles[1])
    await engine.ask('record.correct', { sourceId: source?.sourceId ?? '', line: 2, class: 'meta', reason: `since ${wordOf('reason')}` })
    for (const name of ['tools', 'edits', 'file-checks', 'file-proofs', 'cost', 'storage'])
      await engine.ask('analytics.ask', { name }).catch((thrown: unknown) => expect(thrown).toBeUndefined())
    await engine.ask('commit.materialise', { commitId: tip?.commitId ?? '', stop: 'root' })
    await searchIn(engine, wordOf('prompt'))
  })
  return { store, talk, projects }
}

const removing = (talk: Conversation): readonly string[] => ['remove', talk.sessionId, '--force', '--yes']

test('no file of a store contains text of a session after its removal and a collection', { timeout: 120_000 }, async () => {
  const { store, talk, projects } = await fullStore()
  const before = (await wordsInStore(store, words)).map((found) => found.split(' ')[0])
  // Every place is found before: the test would not see it otherwise.
  expect(places.filter((place) => !before.includes(wordOf(place)))).toEqual([])
  expect(strata(store, ...removing(talk))).toMatchObject({ code: 0, out: expect.stringContaining('strata gc --yes') as string })
  expect(strata(store, 'gc').out).toContain('Text of 1 removed session is still in files of the store')
  const collected = strata(store, 'gc', '--yes')
  expect(collected).toMatchObject({ code: 0 })
  expect(collected.out).toContain('Text of 1 removed session erased from packs, index, search index and journal.')
  expect(await wordsInStore(store, words)).toEqual([])
  expect(strata(store, 'verify')).toMatchObject({ code: 0 })
  expect(strata(store, 'gc', '--yes').out).not.toContain('erased')

  const never = path.join(tempDir(), 'store')
  await importInto(never, [path.dirname(path.join(projects, other().path))])
  const elsewhere = ['artifacts', 'sources']
  expect(await tableDigests(store, elsewhere)).toEqual(await tableDigests(never, elsewhere))
  expect(await chainsOf(store)).toEqual(await chainsOf(never))
  // That it was removed stays: imports skip it.
  expect(readFileSync(path.join(store, 'journal.jsonl'), 'utf8')).toContain(`removed session ${talk.sessionId}`)
  expect(strata(store, 'import', projects).out).toContain('removed sessions skipped')
  expect(await wordsInStore(store, words)).toEqual([])
})

test('a removal or a collection that was killed is completed by the next command', { timeout: rounds(300_000, 3_000_000) }, async () => {
  const { store, talk } = await fullStore()
  for (let round = 0; round < rounds(10, 60); round++) {
    const copy = path.join(tempDir(), 'store')
    cpSync(store, copy, { recursive: true })
    const isCollecting = round % 2 === 1
    if (isCollecting) expect(strata(copy, ...removing(talk))).toMatchObject({ code: 0 })
    await killed(copy, isCollecting ? ['gc', '--yes'] : removing(talk), 200 + round * rounds(50, 12))
    const began = readFileSync(path.join(copy, 'journal.jsonl'), 'utf8')
    expect(strata(copy, 'sessions')).toMatchObject({ code: 0 })
    if (!began.includes(`"of":"session ${talk.sessionId}"`)) continue
    const left = strata(
      copy,
      'sql',
      'SELECT count(*) AS n FROM object_steps WHERE session_id NOT IN (SELECT session_id FROM sessions)',
      '--json',
    )
    expect(JSON.parse(left.out)).toEqual([{ n: 0 }])
    if (!isCollecting || !began.includes('"keep_days"')) expect(strata(copy, 'gc', '--yes')).toMatchObject({ code: 0 })
    expect(await wordsInStore(copy, words)).toEqual([])
    expect(strata(copy, 'verify')).toMatchObject({ code: 0 })
  }
})

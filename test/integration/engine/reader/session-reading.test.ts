import fc from 'fast-check'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ConversationBlock, ConversationItem, ReadingRow, SessionOutline } from '../../../../app/contract/reader.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { anyConversation } from '../../../support/any-conversation.ts'
import { conversation } from '../../../support/conversation.ts'
import { made, turn } from '../../../support/made-commits.ts'
import { realClientScenarios, realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { importedStore, sampleStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const pageSize = 7

/** All rows of a chain, page by page. */
const readAll = async (engine: Engine, sessionId: string, tip: string): Promise<readonly ReadingRow[]> => {
  const rows: ReadingRow[] = []
  for (;;) {
    const page = await engine.ask('session.read', { sessionId, tip, offset: rows.length, limit: pageSize })
    rows.push(...page.rows)
    if (rows.length >= page.total) return rows
  }
}

const itemsOf = (rows: readonly ReadingRow[]) => rows.flatMap((row) => (row.kind === 'item' ? [row.item] : []))

/** What a block shows without its result, which may be in another commit. */
const saying = (block: ConversationBlock): string =>
  block.kind === 'tool_call' ? JSON.stringify([block.name, block.input]) : JSON.stringify(block)

const ownBlocks = (items: readonly { readonly blocks: readonly ConversationBlock[] }[]): readonly string[] =>
  items.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind !== 'tool_result').map(saying))

/** The results that are shown, with their calls or alone, in no order: the reading of a commit shows one from a later commit too. */
const results = (items: readonly { readonly blocks: readonly ConversationBlock[] }[]): readonly string[] =>
  [
    ...new Set(
      items.flatMap(({ blocks }) =>
        blocks.flatMap((block) => {
          const result = block.kind === 'tool_call' || block.kind === 'tool_result' ? block.result : null
          return result === null ? [] : [JSON.stringify([result.text, result.isError])]
        }),
      ),
    ),
  ].sort()

const chainsOf = ({ main, agents }: SessionOutline) => [main, ...agents.map(({ outline }) => outline)]

/** The conversation of each chain shows what its commits show, in their order, and every call has the result that the transcript has. */
const expectWholeReading = async (engine: Engine): Promise<void> => {
  const { rows: sessions } = await engine.ask('sessions.list', { everything: true, limit: 10_000 })
  for (const { sessionId, tipCommitId, commits } of sessions) {
    if (commits === 0 || tipCommitId === null) continue
    const outline = await engine.ask('session.outline', { sessionId })
    for (const { tip, rows: total, chain } of chainsOf(outline)) {
      const rows = await readAll(engine, sessionId, tip)
      expect(rows).toHaveLength(total)
      const history = await engine.ask('commit.history', { commitId: tip })
      const own = [...history.commits].reverse().filter((commit) => commit.chain === chain && commit.sessionId === sessionId)
      const shown: ConversationItem[] = []
      for (const { commitId } of own) shown.push(...(await engine.ask('commit.read', { commitId, limit: 5000 })).items)
      expect(ownBlocks(itemsOf(rows))).toEqual(ownBlocks(shown))
      expect(results(itemsOf(rows))).toEqual(results(shown))
    }
  }
}

test('the conversation of a sample session shows what its commits show', async () => {
  await withEngine(await sampleStore(), expectWholeReading)
})

test('the conversation of a real session shows what its commits show', async (context) => {
  await withEngine(await importedStore(realSessions(sharedOrSkip(context)).projects), expectWholeReading)
})

test('the conversation that a real client recorded shows what its commits show', async (context) => {
  const shared = sharedOrSkip(context)
  await withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: realClientScenarios(shared).map(({ projects }) => projects) })
    await expectWholeReading(engine)
  })
})

test('any conversation is read whole', async () => {
  await fc.assert(
    fc.asyncProperty(anyConversation(14), async (talk) => {
      const dir = tempDir()
      await withEngine(path.join(dir, 'store'), async (engine) => {
        await runJob(engine, 'import.start', { paths: [writeConversation(dir, talk).projects] })
        await expectWholeReading(engine)
      })
    }),
    { numRuns: 25 },
  )
})

/** Reads what a conversation's main chain shows. */
const reading = async <T>(
  talk: ReturnType<typeof conversation>,
  look: (engine: Engine, outline: SessionOutline, rows: readonly ReadingRow[]) => Promise<T> | T,
): Promise<T> => {
  const dir = tempDir()
  return withEngine(path.join(dir, 'store'), async (engine) => {
    await runJob(engine, 'import.start', { paths: [writeConversation(dir, talk).projects] })
    const outline = await engine.ask('session.outline', { sessionId: talk.sessionId })
    return look(engine, outline, await readAll(engine, talk.sessionId, outline.main.tip))
  })
}

const callsIn = (rows: readonly ReadingRow[]) =>
  itemsOf(rows).flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'tool_call' ? [block] : [])))

test('a result is with its call also when the commit was cut between them', async () => {
  const talk = conversation()
    .human('Look at it')
    .subagent({ prompt: 'Count the files', report: 'There are 12.' }, (agent) => agent.runs('ls | wc -l', '12').agent('There are 12.'))
    .agent('Twelve.')
  await reading(talk, async (engine, outline, rows) => {
    expect(new Set(rows.map(({ commitId }) => commitId)).size).toBeGreaterThan(1)
    const [call] = callsIn(rows)
    expect(call?.result?.text).toContain('There are 12.')
    const { items } = await engine.ask('commit.read', { commitId: rows[outline.main.agents[0]?.row ?? -1]?.commitId ?? '' })
    expect(items.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'tool_call' ? [block.result?.text] : [])))).toEqual([
      call?.result?.text,
    ])
    expect(itemsOf(rows).flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'tool_result'))).toEqual([])
    expect(outline.main.agents).toEqual([
      { row: expect.any(Number) as number, call: call?.toolUseId, chain: outline.agents[0]?.outline.chain },
    ])
  })
})

test('sub-agents of sub-agents are found by their calls, each with its own figures', async () => {
  const talk = conversation()
    .human('Look at it')
    .subagent({ prompt: 'outer', type: 'Explore' }, (agent) =>
      agent
        .runs('ls', 'a')
        .subagent({ prompt: 'inner' }, (inner) => inner.runs('cat a', 'x').runs('cat b', 'y').agent('seen'))
        .agent('done'),
    )
    .agent('Good.')
  await reading(talk, async (engine, outline) => {
    const outer = outline.agents.find(({ outline: { chain } }) => chain === outline.main.agents[0]?.chain)
    const inner = outline.agents.find(({ outline: { chain } }) => chain === outer?.outline.agents[0]?.chain)
    expect(outline.agents).toHaveLength(2)
    expect(outer?.type).toBe('Explore')
    expect(inner?.toolCalls).toBe(2)
    const rows = await readAll(engine, talk.sessionId, inner?.outline.tip ?? '')
    expect(callsIn(rows).map(({ result }) => result?.text)).toEqual(['x', 'y'])
  })
})

test('the branch that a rewind left is a row, and can be read instead', async () => {
  const talk = conversation()
    .human('one')
    .agent('first')
    .human('two')
    .agent('the way not taken')
    .rewind(1)
    .human('three')
    .agent('the way taken')
  await reading(talk, async (engine, outline, rows) => {
    const texts = JSON.stringify(itemsOf(rows))
    expect(texts).toContain('the way taken')
    expect(texts).not.toContain('the way not taken')
    const [branch] = outline.main.branches
    expect(rows[branch?.row ?? -1]).toMatchObject({ kind: 'branch', tip: branch?.tip })
    const other = await engine.ask('session.outline', { sessionId: talk.sessionId, tip: branch?.tip })
    expect(JSON.stringify(await readAll(engine, talk.sessionId, other.main.tip))).toContain('the way not taken')
    expect(other.main.branches.map(({ tip }) => tip)).toEqual([outline.main.tip])
  })
})

test('prompts, edits, failures and compactions are marked in the rows that show them', async () => {
  const talk = conversation()
    .human('Change it')
    .writes('/w/a.txt', 'a')
    .calls('Bash', { command: 'false' })
    .result('last', 'Exit code 1', { error: true })
    .agent('It failed.')
    .compacts()
    .human('And now?')
    .agent('Now it works.')
  await reading(talk, (_, { main }, rows) => {
    expect(main.prompts.map(({ text }) => text)).toEqual(['Change it', 'And now?'])
    const toolAt = (row: number | undefined) => callsIn(rows.slice(row, (row ?? 0) + 1)).map(({ name }) => name)
    expect(main.edits.map(toolAt)).toEqual([['Write']])
    expect(main.errors.map(toolAt)).toEqual([['Bash']])
    expect(main.compactions).toHaveLength(1)
  })
})

test('the outline begins a prompt at the line that says what it is about', async () => {
  const talk = conversation().human('Implement the following plan:\n\n# Sort boats by name\n\n## Context\n…').human('Fix it:\nnow')
  await reading(talk, (_, { main }) => {
    expect(main.prompts.map(({ text }) => text)).toEqual(['Sort boats by name', 'Fix it:\nnow'])
  })
})

test('a text is found wherever it is shown or folded: in prompts, thoughts, inputs, results and sub-agents', async () => {
  const talk = conversation()
    .human('The Needle is here: "needle\\two"')
    .thinks('A nEEdle?')
    .runs('grep needle x', 'needle\nneedle')
    .subagent({ prompt: 'Find it' }, (agent) => agent.agent('No needle. Ä naïve NÄEDLE.'))
    .agent('Done.')
  await reading(talk, async (engine, outline) => {
    const find = async (text: string, matchCase = false) => engine.ask('session.find', { sessionId: talk.sessionId, text, matchCase })
    const found = await find('needle')
    expect(found.total).toBeGreaterThanOrEqual(7)
    expect(new Set(found.rows.map(({ chain }) => chain))).toEqual(new Set([outline.main.chain, outline.agents[0]?.outline.chain]))
    expect((await find('needle\\two')).total).toBe(1)
    expect((await find('näedle')).total).toBeGreaterThanOrEqual(1)
    expect((await find('nEEdle', true)).total).toBe(1)
    expect((await find('no such words')).rows).toEqual([])
  })
})

test('a record is located: itself, a result in the row of its call, a commit in its first row', async () => {
  const talk = conversation().human('Look').runs('ls', 'a').agent('There is a.').human('Thanks').agent('Welcome')
  await reading(talk, async (engine, outline, rows) => {
    const { sessionId } = talk
    for (const [row, one] of rows.entries()) {
      if (one.kind !== 'item' || one.item.sourceId === null) continue
      const record = { sourceId: one.item.sourceId, line: one.item.line }
      expect(await engine.ask('session.locate', { sessionId, record })).toEqual({ chain: 'main', row })
      const { uuid } = one.item
      if (uuid !== null) expect(await engine.ask('session.locate', { sessionId, record: { uuid } })).toEqual({ chain: 'main', row })
    }
    await expect(engine.ask('session.locate', { sessionId, record: { uuid: 'unknown' } })).rejects.toThrow(/not-found|No record/)
    const call = rows.findIndex((row) => callsIn([row]).length > 0)
    const sourceId = itemsOf(rows)[0]?.sourceId ?? ''
    const hidden = itemsOf(rows)[call]?.line ?? 0
    expect(await engine.ask('session.locate', { sessionId, record: { sourceId, line: hidden + 1 } })).toEqual({ chain: 'main', row: call })
    const second = outline.main.commits[1]
    expect(await engine.ask('session.locate', { sessionId, commitId: second?.commitId })).toEqual({ chain: 'main', row: second?.row })
    expect(await engine.ask('session.locate', { sessionId, commitId: 'ctx-00000000' })).toBeNull()
  })
})

test('commits that were made are read as one conversation too', async () => {
  await withEngine(tempDir(), async (engine) => {
    const first = await made(engine, { format: 'events-v1', bytes: turn('a') })
    const tip = await made(engine, { format: 'events-v1', bytes: turn('b'), parent: first })
    const { commit } = await engine.ask('commit.show', { commitId: tip })
    const rows = await readAll(engine, commit.sessionId, tip)
    const texts = JSON.stringify(itemsOf(rows))
    for (const words of ['a', 'done: a', 'b', 'done: b']) expect(texts).toContain(`"${words}"`)
  })
})

test('a session that continues from a commit is a row after it, from the moment it exists', async () => {
  const talk = conversation().human('one').agent('first').human('two').agent('second')
  await reading(talk, async (engine, outline, rows) => {
    expect(rows.filter(({ kind }) => kind === 'fork')).toEqual([])
    const [{ commitId: parent } = { commitId: '' }] = outline.main.commits
    const fork = await made(engine, { format: 'events-v1', bytes: turn('elsewhere'), parent })
    const { commit } = await engine.ask('commit.show', { commitId: fork })
    const after = await readAll(engine, talk.sessionId, outline.main.tip)
    const at = after.findIndex(({ kind }) => kind === 'fork')
    expect(after[at]).toMatchObject({ kind: 'fork', commitId: parent, first: fork, sessionId: commit.sessionId })
    expect(after[at - 1]?.commitId).toBe(parent)
    expect(after).toHaveLength(rows.length + 1)
    const other = await engine.ask('session.outline', { sessionId: commit.sessionId })
    expect((await readAll(engine, commit.sessionId, other.main.tip))[0]).toMatchObject({ kind: 'continues', parentId: parent })
  })
})

test('a call that was answered in two branches has in each branch the result of that branch', async () => {
  const talk = conversation().human('Look').calls('Bash', { command: 'ls' })
  const [call, id] = [talk.lastUuid, talk.lastCallId]
  talk.result('last', 'the first answer').agent('one').human('again').agent('more')
  talk.from(call).result(id, 'the second answer').agent('two')
  await reading(talk, async (engine, outline, rows) => {
    expect(outline.main.branches).toHaveLength(1)
    const other = await engine.ask('session.outline', { sessionId: talk.sessionId, tip: outline.main.branches[0]?.tip })
    const otherRows = await readAll(engine, talk.sessionId, other.main.tip)
    expect([rows, otherRows].map((all) => results(itemsOf(all)))).toEqual([
      [JSON.stringify(['the second answer', false])],
      [JSON.stringify(['the first answer', false])],
    ])
  })
})

/** What the request behind a reply contained, item by item, with tokens that add up. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { RequestPart, RequestView } from '../../../../app/contract/context.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { largestRemainder } from '../../../../app/model/largest-remainder.ts'
import { anyConversation } from '../../../support/any-conversation.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const inEngine = (talks: readonly Conversation[], work: (engine: Engine) => Promise<void>): Promise<void> =>
  withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), ...talks).projects] })
    await work(engine)
  })

const usage = (tokens: number): { usage: Record<string, number> } => ({ usage: { input_tokens: tokens, output_tokens: 1 } })

const requestAt = (
  engine: Engine,
  { sessionId }: Conversation,
  at: CallInput<'context.request'>['at'] = 'last',
  chain?: string,
): Promise<RequestView> => engine.ask('context.request', { sessionId, at, ...(chain === undefined ? {} : { chain }) })

const sumOf = ({ parts }: RequestView): number => parts.reduce((so, { tokens }) => so + (tokens ?? 0), 0)

const said = ({ parts }: RequestView): readonly string[] =>
  parts.filter(({ kind }) => kind !== 'not_recorded').map(({ kind, about, tool }) => `${kind}: ${tool ?? about ?? ''}`)

const ownersOf = (parts: readonly RequestPart[]): readonly string[] => [...new Set(parts.map(({ owner }) => `${owner.kind} ${owner.name}`))]

test('a request contains what was before its reply, in order, each with its record, and its tokens add up to the usage', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Fix the harbour')
    .thinks('Which file?')
    .reads('/p/harbour/mast.ts', 'const mast = 1')
    .agent('Done.')
    .human('And the lamp?')
    .agent('Also done.')
  await inEngine([talk], async (engine) => {
    const last = await requestAt(engine, talk)
    expect(said(last)).toEqual([
      'prompt: Fix the harbour',
      'thinking: Which file?',
      'call: Read',
      'result: Read',
      'response: Done.',
      'prompt: And the lamp?',
    ])
    expect(sumOf(last)).toBe(last.tokens)
    expect(last.parts.map(({ layer }) => layer)).toEqual([1, 2, 2, 2, 2, 2, 3])
    expect(last.parts.map(({ age }) => age)).toEqual([1, 1, 1, 1, 1, 1, 0])
    expect(last.parts.slice(1).every(({ sourceId, line }) => sourceId !== null && line !== null)).toBe(true)
    const result = last.parts.find(({ kind }) => kind === 'result')
    expect(result).toMatchObject({ path: '/p/harbour/mast.ts', owner: { kind: 'tool', name: 'Read' } })
    expect(result?.objectId).toMatch(/^toolu_/)
    const first = await requestAt(engine, talk, '1')
    expect(said(first)).toEqual(['prompt: Fix the harbour'])
    expect(first.scale).toBeCloseTo(1, 0)
    // The system prompt and tools are what the first reply leaves for them, in every request of the chain.
    expect(last.parts[0]?.tokens).toBe(first.parts[0]?.tokens)
    const { sourceId, line } = last.reply
    expect(await requestAt(engine, talk, { sourceId, line })).toEqual(last)
    expect(await requestAt(engine, talk, last.reply.commitId ?? '')).toEqual(last)
  })
})

test('a request of a branch contains its path alone, and a forked session what it inherited', async () => {
  const talk = conversation({ version: '2.1.42' }).human('One').agent('First.', usage(9_000)).human('Two').agent('Second.', usage(9_100))
  talk.rewind(1).human('Other').agent('Third.', usage(9_200))
  const fork = talk.fork().human('Further').agent('Fourth.', usage(9_300))
  await inEngine([talk, fork], async (engine) => {
    expect(said(await requestAt(engine, talk))).toEqual(['prompt: One', 'response: First.', 'prompt: Other'])
    const inherited = await requestAt(engine, fork)
    expect(said(inherited)).toEqual(['prompt: One', 'response: First.', 'prompt: Other', 'response: Third.', 'prompt: Further'])
    expect([inherited.tokens, sumOf(inherited)]).toEqual([9_300, 9_300])
    expect(inherited.parts.every(({ kind, line }) => kind === 'not_recorded' || line !== null)).toBe(true)
  })
})

test('a sub-agent has its own requests, and its report is an item of its caller', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Count')
    .subagent({ type: 'Explore', prompt: 'Count the ropes', agentId: 'a1', report: 'Seven ropes.' }, (agent) =>
      agent.reads('/p/ropes.ts', 'seven').agent('Seven ropes.', usage(4_000)),
    )
    .agent('Seven.', usage(9_000))
  await inEngine([talk], async (engine) => {
    const own = await requestAt(engine, talk, 'last', 'a1')
    expect(said(own)).toEqual(['prompt: Count the ropes', 'call: Read', 'result: Read'])
    expect([own.tokens, sumOf(own)]).toEqual([4_000, 4_000])
    const main = await requestAt(engine, talk)
    expect(ownersOf(main.parts)).toContain('sub_agent Explore')
    expect(said(main).some((text) => text.includes('ropes.ts'))).toBe(false)
  })
})

test('where only progress records say what a sub-agent did, each item has its record, and the task is one', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Count')
    .subagent({ type: 'Explore', prompt: 'Count the ropes', agentId: 'a1', report: 'Seven ropes.', layout: 'progress' }, (agent) =>
      agent.reads('/p/ropes.ts', 'seven').agent('Seven ropes.', usage(4_000)),
    )
    .agent('Seven.', usage(9_000))
  await inEngine([talk], async (engine) => {
    const { parts } = await requestAt(engine, talk, 'last', 'a1')
    const own = parts.filter(({ kind }) => kind !== 'not_recorded')
    expect(own.map(({ kind }) => kind)).toEqual(['prompt', 'call', 'result'])
    expect(own[0]?.owner).toEqual({ kind: 'model', name: 'task of a sub-agent' })
    const places = await Promise.all(
      own.map(async ({ sourceId, fileLine }) =>
        sourceId === null || fileLine === null ? [] : (await engine.ask('ledger.records', { sourceId, fileLine })).rows,
      ),
    )
    expect(places.map((rows) => rows.map(({ recordType, chain }) => `${recordType} ${chain}`))).toEqual(own.map(() => ['progress a1']))
  })
})

test('a compaction replaces what was before it: kept messages stay, and what is gone is counted', async () => {
  const talk = conversation({ version: '2.1.330' }).human('Old').agent('Older words.').human('Kept words').agent('Kept reply.')
  talk.compacts({ summary: 'It was about ropes.', preserved: 1 }).human('New').agent('Newer.', usage(15_000))
  await inEngine([talk], async (engine) => {
    const view = await requestAt(engine, talk)
    const kept = view.parts.filter(({ isPreserved }) => isPreserved)
    expect(kept.map(({ about }) => about)).toEqual(['Kept reply.'])
    expect(said(view)).not.toContain('response: Older words.')
    expect(view.parts.find(({ kind }) => kind === 'summary')?.owner.kind).toBe('client')
    const replaced = view.gone.filter(({ reason }) => reason === 'compaction')
    expect(replaced).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'prompt', items: 2 })]))
    expect(replaced.find(({ kind }) => kind === 'response')?.items).toBe(1)
    expect(sumOf(view)).toBe(15_000)
  })
})

test('what a compaction kept is in the requests after it, also where its boundary names only the first and the last message', async () => {
  const talk = conversation({ version: '2.1.330' })
    .human('Old')
    .agent('Older words.')
    .human('Kept words')
    .reads('/p/a.ts', 'mast')
    .agent('Kept reply.')
  talk.compacts({ summary: 'It was about ropes.', preserved: 5, namesEndsAlone: true }).human('New').agent('Newer.', usage(15_000))
  await inEngine([talk], async (engine) => {
    const view = await requestAt(engine, talk)
    const kept = view.parts.filter(({ isPreserved }) => isPreserved)
    expect(kept.map(({ kind, about }) => `${kind}: ${about ?? ''}`)).toEqual([
      'response: Older words.',
      'prompt: Kept words',
      'call: ',
      'result: ',
      'response: Kept reply.',
    ])
    expect(view.gone.filter(({ reason }) => reason === 'compaction').map(({ kind, items }) => [kind, items])).toEqual([['prompt', 1]])
    const { messages } = await engine.ask('chain.log', { of: talk.sessionId }).then(({ commits }) => ({ messages: commits }))
    expect(messages.find(({ commitType }) => commitType === 'compaction')?.preserved.length).toBe(5)
  })
})

test('what no record contains is not more after a compaction than the first reply after it leaves', async () => {
  const talk = conversation({ version: '2.1.42' }).human('Old').agent('Older.', usage(112_000)).compacts({ summary: 'Ropes.' })
  talk.human('New').agent('Newer.', usage(50_000)).human('On').agent('Newest.', usage(50_040))
  await inEngine([talk], async (engine) => {
    const [before, after] = [await requestAt(engine, talk, '1'), await requestAt(engine, talk)]
    expect(before.parts[0]?.tokens).toBeGreaterThan(111_000)
    expect(after.parts[0]?.tokens).toBeLessThan(50_000)
    expect(after.scale).toBeGreaterThan(0.3)
    expect(sumOf(after)).toBe(50_040)
  })
})

test('an output that a microcompaction cleared is gone, and the short text in its place is in the request', async () => {
  const talk = conversation({ version: '2.1.42' }).human('Run').runs('ls', 'rope '.repeat(400))
  const before = talk.agent('Ran.', usage(9_000))
  const call = before.lines().flatMap((line) => /"tool_use_id":"([^"]+)"/.exec(line)?.[1] ?? [])[0] ?? ''
  talk.microcompacts(400, [call]).human('Again').agent('Yes.', usage(8_700))
  await inEngine([talk], async (engine) => {
    const after = await requestAt(engine, talk)
    expect(after.gone.map(({ reason, chars }) => [reason, chars])).toEqual([['microcompaction', 2_000]])
    expect(after.parts.find(({ kind }) => kind === 'result')?.chars).toBeLessThan(40)
    expect((await requestAt(engine, talk, '2')).gone).toEqual([])
  })
})

test('thinking of earlier turns is gone for a model that does not read it again', async () => {
  const told = (model: string) =>
    conversation({ version: '2.1.42' })
      .human('One')
      .thinks('Deeply.', { model })
      .agent('First.', { model, ...usage(9_000) })
      .human('Two')
      .agent('Second.', { model, ...usage(9_100) })
  const [old, young] = [told('claude-sonnet-4-20250514'), told('claude-opus-4-6')]
  await inEngine([old, young], async (engine) => {
    expect((await requestAt(engine, old)).gone).toMatchObject([{ reason: 'thinking_dropped', about: 'Deeply.' }])
    expect((await requestAt(engine, young)).gone).toEqual([])
  })
})

test('each item says who put it in: servers, skills, hooks, files of rules, commands and the person', async () => {
  const talk = conversation({ version: '2.1.330' })
    .attachment({ type: 'hook_additional_context', hookName: 'SessionStart:startup', content: ['Be kind.'] }, 'Be kind.')
    .human('Go')
    .attachment({ type: 'nested_memory', path: '/p/CLAUDE.md' }, 'Contents of /p/CLAUDE.md:\n\nNo tabs.', 'user')
    .attachment(
      { type: 'session_context' },
      'Use this.\nContents of /p/a.md (project instructions):\n\nA\n\nContents of /p/b.md (private):\n\nB and more',
      'user',
    )
    .attachment({ type: 'skill_listing', content: '- rope' }, '- rope: about ropes')
    .calls('mcp__harbour__list', { at: 'quay' })
    .result('last', 'three ships')
    .calls('Skill', { skill: 'ropes:knots' })
    .result('last', 'Launching skill')
    .meta('Base directory for this skill: /home/u/.claude/plugins/cache/market/ropes/1.0.0/skills/knots\n\n# Knots')
    .agent('Done.', usage(9_000))
    .command('/tidy', '', 'tidied')
    .human('Thanks')
    .agent('Yes.', usage(12_000))
  await inEngine([talk], async (engine) => {
    const { parts, owners } = await requestAt(engine, talk)
    expect(ownersOf(parts)).toEqual(
      expect.arrayContaining([
        'hook SessionStart:startup',
        'person prompts',
        'file /p/CLAUDE.md',
        'file /p/a.md',
        'file /p/b.md',
        'client skill_listing',
        'mcp_server harbour',
        'skill ropes:knots',
        'command /tidy',
      ]),
    )
    expect(owners.reduce((so, { tokens }) => so + (tokens ?? 0), 0)).toBe(12_000)
    expect(parts.filter(({ owner }) => owner.name === 'ropes:knots').map(({ kind }) => kind)).toEqual(['call', 'result', 'injection'])
  })
})

test('a reply without usage has items without tokens, and says why; one that the client wrote has none', async () => {
  const talk = conversation({ version: '2.1.42' }).human('Go').agent('Gone.', { usage: {} }).human('On').apiError('Overloaded')
  await inEngine([talk], async (engine) => {
    const [first, second] = talk.lines().flatMap((line, at) => (line.includes('"type":"assistant"') ? [at + 1] : []))
    const [source] = await engine.ask('sources.list', {})
    const sourceId = source?.sourceId ?? ''
    const view = await requestAt(engine, talk, { sourceId, line: first ?? 0 })
    expect(said(view)).toEqual(['prompt: Go'])
    expect([view.tokens, view.unknownBecause]).toEqual([null, 'the reply records no usage'])
    const failed = await requestAt(engine, talk, { sourceId, line: second ?? 0 })
    expect([failed.parts, failed.unknownBecause]).toEqual([[], 'the client wrote this reply itself: no request is behind it'])
    await expect(requestAt(engine, talk, '7')).rejects.toThrow('there is no reply 7')
  })
})

test('where the client wrote down its prompt and tools, they are items, and nothing is left for what is not recorded', async () => {
  const shape = {
    system: [{ type: 'text', text: 'You are kind.' }],
    tools: [
      { name: 'Read', description: 'Reads.', input_schema: { type: 'object' } },
      { name: 'mcp__harbour__list', description: 'Lists.', input_schema: { type: 'object' } },
      { name: 'Later', defer_loading: true, input_schema: { type: 'object' } },
    ],
  }
  const talk = conversation({ version: '2.1.330' }).human('Go')
  talk.bookkeeping({ type: 'api-request-shape', sessionId: talk.sessionId, shapeHash: 's1', shape })
  talk.attachment({
    type: 'prompt_snapshot',
    systemPrompt: ['You are kind.'],
    tools: [{ name: 'Read', description: 'Reads.', schema: {} }],
  })
  talk.agent('Gone.', usage(60))
  await inEngine([talk], async (engine) => {
    const view = await requestAt(engine, talk)
    expect(view.head).toEqual({ system: true, tools: true, isOfRequest: false })
    expect(view.parts.map(({ kind }) => kind)).toEqual(['system_prompt', 'tools', 'prompt'])
    expect(sumOf(view)).toBe(60)
  })
})

test('the items of any conversation add up to the usage of each of its replies', async () => {
  for (const talk of fc.sample(anyConversation(25), { numRuns: 4, seed: 49 }))
    await inEngine([talk], async (engine) => {
      for (const { chain, replies } of (await engine.ask('session.context', { sessionId: talk.sessionId })).chains)
        for (const [index, { tokens }] of replies.entries()) {
          const view = await requestAt(engine, talk, String(index + 1), chain)
          expect([view.tokens, sumOf(view)]).toEqual([tokens, tokens])
          expect(view.parts.every((part) => part.tokens !== null && Number.isInteger(part.tokens) && part.tokens >= 0)).toBe(true)
        }
    })
})

test('parts by the largest remainder are whole and add up, and none is far from its share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }),
      (total, weights) => {
        const parts = largestRemainder(total, weights)
        const sum = weights.reduce((so, weight) => so + weight, 0)
        expect(parts.reduce((so, part) => so + part, 0)).toBe(total)
        if (sum > 0)
          for (const [at, part] of parts.entries()) expect(Math.abs(part - (total * (weights[at] ?? 0)) / sum)).toBeLessThanOrEqual(1)
      },
    ),
  )
})

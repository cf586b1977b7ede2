/** Who filled the contexts, over sessions: the owners of a metric are those of the requests. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const inEngine = (talks: readonly Conversation[], work: (engine: Engine) => Promise<void>): Promise<void> =>
  withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), ...talks).projects] })
    await work(engine)
  })

interface Owner {
  readonly owner_kind: string
  readonly owner: string
  readonly items: number
  readonly added_chars: number
  readonly requests: number
  readonly tokens: number
  readonly cached_tokens: number
  readonly usd: number | null
}

const ownersIn = async (engine: Engine): Promise<readonly Owner[]> => {
  const { rows } = await engine.ask('analytics.ask', { name: 'context-owners', limit: 1000 })
  return rows as unknown as readonly Owner[]
}

const usage = (input: number, read: number, write: number): { usage: Record<string, number> } => ({
  usage: { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: write, output_tokens: 5 },
})

const of = (owners: readonly Owner[], kind: string, name: string): Owner | undefined =>
  owners.find((one) => one.owner_kind === kind && one.owner === name)

test('a file of rules that is in every request costs its tokens times the requests', async () => {
  const talk = conversation({ version: '2.1.330', model: 'claude-opus-4-5' })
    .human('Go')
    .attachment({ type: 'nested_memory', path: '/p/CLAUDE.md' }, `Contents of /p/CLAUDE.md:\n\n${'Rule. '.repeat(900)}`, 'user')
    .agent('One.', usage(10, 0, 12_000))
    .human('On')
    .agent('Two.', usage(10, 12_000, 20))
    .human('On')
    .agent('Three.', usage(10, 12_020, 20))
  await inEngine([talk], async (engine) => {
    const owners = await ownersIn(engine)
    const rules = of(owners, 'file', '/p/CLAUDE.md')
    expect(rules).toMatchObject({ items: 1, requests: 3 })
    expect(rules?.tokens).toBeGreaterThan(3 * 1_300)
    // All but the first request read it from the cache.
    expect((rules?.cached_tokens ?? 0) / (rules?.tokens ?? 1)).toBeCloseTo(2 / 3, 1)
    expect(rules?.usd).toBeGreaterThan(0)
    expect(owners.reduce((so, { tokens }) => so + tokens, 0)).toBe(12_010 + 12_030 + 12_050)
    expect(owners.reduce((so, { cached_tokens: cached }) => so + cached, 0)).toBe(12_000 + 12_020)
  })
})

test('the owners of the metric are those of the last request', async () => {
  const talk = conversation({ version: '2.1.330' })
    .attachment({ type: 'hook_additional_context', hookName: 'SessionStart:startup', content: ['Be kind.'] }, 'Be kind.')
    .human('Go')
    .attachment(
      { type: 'session_context' },
      'Use this.\nContents of /p/a.md (project):\n\nA\n\nContents of /p/b.md (private):\n\nB',
      'user',
    )
    .calls('mcp__harbour__list', { at: 'quay' })
    .result('last', 'three ships')
    .calls('Skill', { skill: 'ropes:knots' })
    .result('last', 'Launching skill')
    .meta('Base directory for this skill: /home/u/.claude/plugins/cache/market/ropes/1.0.0/skills/knots\n\n# Knots')
    .subagent({ type: 'Explore', prompt: 'Count', agentId: 'a1' }, (agent) => agent.agent('Seven.'))
    .agent('Done.')
    .command('/tidy', '', 'tidied')
    .bash('ls', 'ship')
    .human('Thanks')
    .agent('Yes.')
    .human('Bye')
    .agent('Bye.')
  await inEngine([talk], async (engine) => {
    const { parts } = await engine.ask('context.request', { sessionId: talk.sessionId })
    const seen = new Set(parts.filter(({ kind }) => kind !== 'not_recorded').map(({ owner }) => `${owner.kind} ${owner.name}`))
    const { rows } = await engine.ask('analytics.ask', { name: 'context-owners', limit: 1000, filters: { chains: 'main' } })
    const counted = new Set(
      (rows as unknown as readonly Owner[])
        .filter(({ owner, requests }) => owner !== 'not recorded' && requests > 0)
        .map(({ owner_kind: kind, owner }) => `${kind} ${owner}`),
    )
    expect([...counted].sort()).toEqual([...seen].sort())
  })
})

test('a compaction ends what the requests carry of an owner', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Run')
    .runs('ls', 'rope '.repeat(2_000))
    .agent('Ran.')
    .compacts({ summary: 'Ropes.' })
    .human('On')
    .agent('Yes.')
    .human('On')
    .agent('Yes.')
  await inEngine([talk], async (engine) => {
    expect(of(await ownersIn(engine), 'tool', 'Bash')).toMatchObject({ requests: 1 })
  })
})

interface Seen {
  readonly tokens: number
  /** How often it is in a request: each time its tokens are rounded. */
  readonly times: number
}

/** Tokens of each owner over all requests of these sessions, as the requests themselves say. */
const ownersOfRequests = async (engine: Engine, talks: readonly Conversation[]): Promise<ReadonlyMap<string, Seen>> => {
  const sums = new Map<string, Seen>()
  for (const { sessionId } of talks) {
    const { chains } = await engine.ask('session.context', { sessionId })
    for (const { chain, replies } of chains)
      for (const at of replies.keys()) {
        const { parts } = await engine.ask('context.request', { sessionId, chain, at: String(at + 1) })
        for (const { kind, owner, tokens } of parts) {
          const name = kind === 'not_recorded' ? 'client not recorded' : `${owner.kind} ${owner.name}`
          const so = sums.get(name) ?? { tokens: 0, times: 0 }
          sums.set(name, { tokens: so.tokens + (tokens ?? 0), times: so.times + 1 })
        }
      }
  }
  return sums
}

const expectSameOwners = async (engine: Engine, talks: readonly Conversation[]): Promise<void> => {
  const counted = new Map((await ownersIn(engine)).map(({ owner_kind: kind, owner, tokens }) => [`${kind} ${owner}`, tokens]))
  const seen = await ownersOfRequests(engine, talks)
  const far = [...new Set([...counted.keys(), ...seen.keys()])].flatMap((name) => {
    const [one, other] = [counted.get(name) ?? 0, seen.get(name) ?? { tokens: 0, times: 0 }]
    return Math.abs(one - other.tokens) > 2 + other.times ? [`${name}: ${one} counted, ${other.tokens} in the requests`] : []
  })
  expect(far).toEqual([])
}

const large = (word: string): string => `${word} `.repeat(4_000)

test('a fork carries what it inherited, and its owners are those of its requests', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Run')
    .runs('ls', large('rope'))
    .agent('Ran.', usage(20_000, 0, 0))
    .human('Read')
    .reads('/p/a.ts', large('mast'))
    .agent('Read.', usage(30_000, 0, 0))
  const fork = talk
    .fork()
    .human('Further')
    .agent('Fourth.', usage(30_100, 0, 0))
    .human('More')
    .agent('Fifth.', usage(30_200, 0, 0))
  const again = fork
    .fork()
    .human('Still')
    .agent('Sixth.', usage(30_300, 0, 0))
  await inEngine([talk, fork, again], async (engine) => {
    await expectSameOwners(engine, [talk, fork, again])
    const { rows } = await engine.ask('analytics.ask', { name: 'context-owners', by: 'session', limit: 1000 })
    const own = (rows as unknown as readonly (Owner & { group_name: string })[]).filter(
      ({ owner, tokens }) => owner === 'Bash' && tokens > 0,
    )
    expect(own).toHaveLength(3)
    // What a fork inherited is counted as put in only once.
    expect(own.reduce((so, { items }) => so + items, 0)).toBe(2)
  })
})

test('a rewind takes back what was said after it, and its owners are those of its requests', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Run')
    .runs('ls', large('rope'))
    .agent('Ran.', usage(20_000, 0, 0))
    .human('Fetch')
    .calls('WebFetch', { url: 'https://example.org' })
    .result('last', large('tide'))
    .agent('Fetched.', usage(30_000, 0, 0))
  talk
    .rewind(1)
    .human('Read')
    .reads('/p/a.ts', large('mast'))
    .agent('Read.', usage(30_000, 0, 0))
  talk
    .rewind(1)
    .human('Else')
    .agent('Fine.', usage(20_100, 0, 0))
    .human('On')
    .agent('Yes.', usage(20_200, 0, 0))
  await inEngine([talk], async (engine) => {
    await expectSameOwners(engine, [talk])
    const owners = await ownersIn(engine)
    expect(of(owners, 'tool', 'WebFetch')?.requests).toBe(1)
    expect(of(owners, 'tool', 'Bash')?.requests).toBeGreaterThan(4)
  })
})

const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo'.repeat(400) } }
const paper = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjcK'.repeat(9_000) } }
const page = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: '港の地図 '.repeat(300) } }

test('of any content the metric and a request estimate the same: letters of all scripts, pictures, documents, thinking, skills, attachments', async () => {
  const talk = conversation({ version: '2.1.42', model: 'claude-opus-4-5' })
    .attachment({ type: 'hook_additional_context', hookName: 'SessionStart:startup', content: ['親切にしてください。 Be kind.'] })
    .attachment({
      type: 'nested_memory',
      path: '/p/CLAUDE.md',
      content: { path: '/p/CLAUDE.md', type: 'Project', content: '規則 rule '.repeat(99) },
    })
    .human('船を数えてください。 Считай корабли. Count the ships 🚢.')
    .thinks('どのファイルですか。Which file?')
    .agent('数えます。— Zählen ✓')
    .runs('ls 港', `船 ${'ship '.repeat(200)}${'灯台'.repeat(500)}`, { description: '港を見る' })
    .calls('mcp__harbour__look', { at: '岸壁' })
    .result('last', [{ type: 'text', text: '波止場 quay' }, picture, { type: 'text', text: 'dGlkZQ=='.repeat(800) }])
    .calls('Read', { file_path: '/p/a.pdf' })
    .result('last', [paper])
    .agent('七隻です。', usage(40_000, 0, 0))
    .user([{ type: 'text', text: 'See 地図' }, picture, page])
    .calls('Skill', { skill: 'ropes:knots' })
    .result('last', 'Launching skill')
    .meta('Base directory for this skill: /home/u/.claude/plugins/cache/market/ropes/1.0.0/skills/knots\n\n# 結び目')
    .block({ type: 'thinking', thinking: '', signature: 'c2lnbmVk'.repeat(90) })
    .agent('はい。', usage(52_000, 0, 0))
    .command('/tidy', '全部', '片付けました')
    .bash('ls', '船')
    .queued('待って、もう一つ。')
    .human('終わり')
    .agent('はい。', usage(53_000, 0, 0))
  const written = conversation({ version: '2.1.330' })
    .attachment(
      { type: 'session_context' },
      'Use this.\nContents of /p/a.md (project):\n\n規則\n\nContents of /p/b.md (private):\n\nB',
      'user',
    )
    .attachment({ type: 'date', date: '2026-01-31' })
    .human('Go')
    .agent('One.', usage(20_000, 0, 0))
    .human('On')
    .agent('Two.', usage(20_100, 0, 0))
  await inEngine([talk, written], async (engine) => {
    await expectSameOwners(engine, [talk, written])
  })
})

test('the text of a skill belongs to the skill that was called, and what follows a command ends at the next reply', async () => {
  const talk = conversation({ version: '2.1.42' }).command('/tidy', '', 'tidied').human('Work').calls('Skill', { skill: 'plan' })
  const skill = { id: talk.lastCallId }
  talk
    .result('last', 'Launching skill: plan')
    .user([{ type: 'text', text: `# Plan of work ${'step '.repeat(400)}` }], { isMeta: true, sourceToolUseID: skill.id })
    .agent('Planned.', usage(20_000, 0, 0))
    .command('/knots', '', '')
    .agent('Tied.', usage(21_000, 0, 0))
    .meta(`Continue from where you left off. ${'rope '.repeat(300)}`)
    .agent('Done.', usage(22_000, 0, 0))
  await inEngine([talk], async (engine) => {
    const owners = await ownersIn(engine)
    expect(of(owners, 'skill', 'plan')).toMatchObject({ items: 3 })
    expect(of(owners, 'skill', 'plan')?.added_chars).toBeGreaterThan(2_000)
    expect(of(owners, 'client', 'meta message')?.added_chars).toBeGreaterThan(1_500)
    expect(of(owners, 'command', '/tidy')?.added_chars).toBeLessThan(200)
    await expectSameOwners(engine, [talk])
  })
})

/** The owners after all imports, asked for once while others are missing, and once more. */
const inEngineOwners = (imports: readonly (readonly Conversation[])[]): Promise<readonly (readonly Owner[])[]> =>
  withEngine(tempDir(), async (engine) => {
    for (const talks of imports) {
      await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), ...talks).projects] })
      await ownersIn(engine)
    }
    return [await ownersIn(engine), await ownersIn(engine)]
  })

test('the owners and their cost are the same to the last digit, in whichever order and how many at a time sessions are imported', async () => {
  // With fewer sessions, or even numbers of tokens, sums of doubles are the same in these orders.
  const talks = Array.from({ length: 16 }, (_, at) => {
    const talk = conversation({ seed: `sums${at}`, version: '2.1.330', model: at % 2 === 0 ? 'claude-opus-4-5' : 'claude-sonnet-4-5' })
    for (let turn = 0; turn < 6; turn += 1)
      talk
        .human(`Go ${'on '.repeat(7 * turn + at)}`)
        .meta(`A reminder ${'of ropes '.repeat(turn + 3 * at)}`)
        .reads(`/p/${turn}.ts`, 'const mast = 1\n'.repeat(turn * 13 + at))
        .agent('Done. '.repeat(turn + 1), usage(11 + 7 * turn + at, 9_003 + 701 * turn + 97 * at, 377 + 131 * ((at * 5 + turn * 3) % 11)))
    return talk
  })
  const half = talks.length / 2
  const singly = await inEngineOwners([talks.slice(half), talks.slice(2, half), talks.slice(0, 2)])
  const [first] = await inEngineOwners([talks])
  for (const owners of singly) expect(owners).toEqual(first)
  expect(first?.every(({ usd }) => usd !== null)).toBe(true)
})

/** The context that an agent is given next: layers by role, the budget, and what a context that is too large becomes. */
import { expect, test } from 'vitest'
import { requestOf } from '../../../app/assemble/assemble.ts'
import type { AssembledContext } from '../../../app/contract/assemble.ts'
import { blockTokens } from '../../../app/conversation/block-tokens.ts'
import { weightsOf } from '../../../app/model/estimate-tokens.ts'
import { assembledFrom } from '../../support/assembled.ts'
import { brokenApiRules } from '../../support/broken-api-rules.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'

const event = { content: 'Go on.', time: '2026-03-01T10:00:00Z', timezone: 'Europe/Berlin' }
const machine = { host: 'desk', os: 'linux', arch: 'x64' }
const noCapabilities = { skills: [], agents: [], servers: [] }

const textOf = (message: AssembledContext['currentMessage'] | undefined): string =>
  (message?.content ?? []).map((block) => String(block['text'])).join('')

/** A conversation of a number of turns, each with one result of a number of characters. */
const turns = (count: number, chars: number): Conversation => {
  const talk = conversation()
  for (let turn = 1; turn <= count; turn += 1)
    talk.human(`Task ${turn}`).runs(`make ${turn}`, 'x'.repeat(chars)).agent(`Task ${turn} is done.`)
  return talk
}

test('the event says when and where it happens, what hooks add, and then its message', () => {
  const given = { ...event, platform: 'chat', platformActions: ['reply', 'react'], hooks: [{ name: 'branch', content: 'on main' }] }
  const manager = assembledFrom(turns(1, 10).lines(), { role: 'manager', event: given })
  expect(textOf(manager.currentMessage)).toBe(
    'Current time: 2026-03-01T10:00:00.000Z\nTimezone: Europe/Berlin\nPlatform: chat\nAvailable actions: reply, react\nbranch:\non main\n\nGo on.',
  )
  expect(manager.currentMessage?.contextJson).toMatchObject({ event: { platform: 'chat', hookCount: 1 } })
  const unified = assembledFrom(turns(1, 10).lines(), { event: given })
  expect(textOf(unified.currentMessage)).not.toContain('Platform')
})

test('the system prompt has workspace, persona, capabilities and machine in this order, and depends on nothing else', () => {
  const parts = {
    workspace: { files: [{ path: 'AGENTS.md', text: 'Rule one.' }] },
    persona: [{ path: 'SOUL.md', text: 'Calm.' }],
    capabilities: { skills: ['review'], agents: ['Explore'], servers: ['tracker'] },
    machine,
    role: 'unified' as const,
    task: null,
  }
  const first = assembledFrom(turns(1, 10).lines(), { parts, event })
  const words = ['Rule one.', 'Calm.', 'Skills: review', 'Agents: Explore', 'MCP servers: tracker', 'Host: desk']
  expect(words.map((word) => first.systemPrompt.indexOf(word))).toEqual(
    [...words.map((word) => first.systemPrompt.indexOf(word))].sort((a, b) => a - b),
  )
  expect(words.every((word) => first.systemPrompt.includes(word))).toBe(true)
  expect(assembledFrom(turns(2, 20).lines(), { parts, event: { content: 'other' } }).systemPrompt).toBe(first.systemPrompt)
})

test('a worker has its task and rules, and not the conversation of the agent that started it', () => {
  const parts = {
    workspace: { files: [] },
    persona: [],
    capabilities: noCapabilities,
    machine,
    role: 'worker' as const,
    task: 'Find the bug.',
  }
  const worker = assembledFrom(turns(2, 10).lines(), { parts, role: 'worker', event })
  expect(worker.systemPrompt).toContain('Find the bug.')
  expect(worker.history).toEqual([])
  expect(worker.lost.map(({ what }) => what)).toContain('excluded: the conversation')
})

test('the summary of a compaction is the first message, and is marked', () => {
  const talk = turns(2, 10).compacts({ summary: 'What was done.' }).human('More').agent('Yes.')
  const lines = talk.lines()
  // Commits are cut at compactions.
  const since = lines.slice(lines.findIndex((line) => line.includes('"compact_boundary"')))
  const [first] = assembledFrom(since, { event }).history
  expect(first?.role).toBe('user')
  expect(textOf(first)).toMatch(/^\[Previous conversation summary\]\n/)
  expect(textOf(first)).toContain('What was done.')
})

test('the budget is the limit of the model less the reserves, and the layers add up', () => {
  const { tokenBudget, tokens } = assembledFrom(turns(3, 500).lines(), { event })
  const { used, available, remaining } = tokenBudget
  expect(available).toBe(200_000 - 8_000 - 16_000)
  expect(used.systemPrompt + used.tools + used.history + used.event).toBe(used.total)
  expect(remaining).toBe(available - used.total)
  expect(tokens).toBe(used.total)
})

test('the history between two replies takes what their usage says', () => {
  const talk = conversation()
  talk.human('Begin').agent('one', { usage: { input_tokens: 10_000, output_tokens: 10 } })
  talk.human('x'.repeat(20_000)).agent('two', { usage: { input_tokens: 16_000, output_tokens: 10 } })
  const { estimateScale, tokenBudget } = assembledFrom(talk.lines(), { event })
  expect(estimateScale).not.toBeNull()
  // 6,000 are recorded; "Begin" and "two" are estimated.
  expect(Math.abs(tokenBudget.used.history - 6_000)).toBeLessThan(20)
})

test('a growth that the records do not explain is no scale: the history is estimated', () => {
  const talk = conversation()
  talk.human('Begin').agent('one', { usage: { input_tokens: 10_000, output_tokens: 10 } })
  talk.human('short').agent('two', { usage: { input_tokens: 90_000, output_tokens: 10 } })
  const { estimateScale, tokenBudget } = assembledFrom(talk.lines(), { event })
  expect(estimateScale).toBeNull()
  expect(tokenBudget.used.history).toBeLessThan(100)
})

test('a context that is too large loses old results first, then whole turns; the last three stay as they are', () => {
  const lines = turns(8, 6_000).lines()
  const whole = assembledFrom(lines, { event })
  const last = whole.history.slice(-12).map((message) => JSON.stringify(message))
  const less = assembledFrom(lines, { event, budget: Math.ceil(whole.tokens * 0.9) })
  expect(less.compacted).toBe('context_limit')
  expect(less.packs.find(({ layer }) => layer === 2)).toMatchObject({ form: 'compact' })
  expect(JSON.stringify(less.history)).toContain('toolcall_ref id=')
  expect(less.history.slice(-12).map((message) => JSON.stringify(message))).toEqual(last)
  expect(less.tokenBudget.used.total).toBeLessThanOrEqual(Math.ceil(less.tokenBudget.available * 0.6))

  const talk = conversation()
  for (let turn = 1; turn <= 8; turn += 1) talk.human(`Task ${turn} ${'words '.repeat(2_000)}`).agent(`Task ${turn} is done.`)
  const all = assembledFrom(talk.lines(), { event })
  const short = assembledFrom(talk.lines(), { event, budget: Math.ceil(all.tokens * 0.9), state: 'State: half done.' })
  const [first] = short.history
  expect(textOf(first)).toMatch(/^\[Previous conversation summary\]\nState: half done\.\n\nEarlier turns/)
  expect(textOf(first)).toContain('- Task 1 words')
  expect(textOf(first)).toContain('Task 1 is done.')
  expect(short.history.slice(-6)).toEqual(all.history.slice(-6))
})

test('after a refusal the context is compacted to 40 %', () => {
  const lines = turns(8, 6_000).lines()
  const whole = assembledFrom(lines, { event })
  const budget = Math.ceil(whole.tokens * 1.1)
  expect(assembledFrom(lines, { event, budget }).compacted).toBeNull()
  const again = assembledFrom(lines, { event, budget, isRefused: true })
  expect(again.compacted).toBe('overflow_recovery')
  expect(again.tokenBudget.used.total).toBeLessThan(whole.tokens)
})

test('a call that waits for its result is not part of the history yet, and the answer says so', () => {
  const talk = turns(1, 10).human('Next').calls('Bash', { command: 'sleep 9' })
  const { history, lost } = assembledFrom(talk.lines(), { event })
  expect(textOf(history.at(-1))).toBe('Next')
  expect(lost.map(({ what }) => what)).toContain('excluded: a reply whose calls wait for results')
})

test.each([undefined, 3_000, 1_000])('a request within %s tokens keeps the rules of the API', (budget) => {
  const talk = turns(6, 4_000)
  const assembled = assembledFrom(talk.lines(), budget === undefined ? { event } : { event, budget })
  expect(brokenApiRules(requestOf(assembled))).toEqual([])
})

test('attachments of the event are named in its message', () => {
  const given = { ...event, attachments: [{ path: 'src/a.ts', lines: [1, 50] as [number, number] }, { path: 'b.png' }] }
  expect(textOf(assembledFrom(turns(1, 10).lines(), { event: given }).currentMessage)).toContain(
    'Attached: src/a.ts, lines 1 to 50\nAttached: b.png\n',
  )
})

test('thinking counts by its signature where its text is not recorded, and Chinese as a token a letter', () => {
  const weights = weightsOf('claude-opus-4-5')
  const thinking = { type: 'thinking', thinking: '', signature: 's'.repeat(4_000) }
  expect(blockTokens(weights, thinking, 'response')).toBeCloseTo(3_000 * weights.thinking)
  expect(blockTokens(weights, { type: 'text', text: '汉字'.repeat(500) }, 'prompt')).toBe(1_000)
  expect(blockTokens(weights, { type: 'text', text: 'a'.repeat(1_000) }, 'prompt')).toBeCloseTo(1_000 * weights.prompt)
})

test('weights are those of the model, or of any', () => {
  expect(weightsOf('us.anthropic.claude-opus-4-5-20251101-v1:0').model).toBe('claude-opus-4-5')
  expect(weightsOf('gpt-4o').model).toBe('')
  expect(weightsOf(null).model).toBe('')
})

test('the parameters of the last recorded request are given, and no request of an export has them', () => {
  const params = { model: 'claude-opus-4-5', max_tokens: 128_000, thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }
  const line = JSON.stringify({ type: 'api-request', id: 'r1', params })
  const made = assembledFrom([...turns(2, 10).lines(), line], { event })
  expect(made.modelConfig).toEqual({ max_tokens: 8_000, recorded: { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } } })
  expect(Object.keys(requestOf(made))).not.toContain('thinking')
  expect(assembledFrom(turns(2, 10).lines(), { event }).modelConfig).toEqual({ max_tokens: 8_000, recorded: null })
})

test('a result keeps the flag that says that it did not fail, as the client sent it', () => {
  const lines = conversation().human('Begin').runs('ls', 'a.ts').agent('There is a.ts.').lines()
  const said = (line: string): string => line.replaceAll('"type":"tool_result"', '"is_error":false,"type":"tool_result"')
  expect(JSON.stringify(assembledFrom(lines.map(said)).history)).toContain('"is_error":false')
})

/** What a policy shows of a conversation that is continued now. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestOf } from '../../../app/assemble/assemble.ts'
import { builtInPolicies, policyCalled, readPolicies, type Policy } from '../../../app/backtest/policy.ts'
import { RowShower } from '../../../app/backtest/show-rows.ts'
import type { AssembledContext, GivenEvent } from '../../../app/contract/assemble.ts'
import { readConversation } from '../../../app/conversation/conversation.ts'
import { weightsOf } from '../../../app/model/estimate-tokens.ts'
import { readHistory } from '../../../app/packs/read-ledger.ts'
import { anyConversation } from '../../support/any-conversation.ts'
import { assembledFrom } from '../../support/assembled.ts'
import { atOnce } from '../../support/at-once.ts'
import { brokenApiRules } from '../../support/broken-api-rules.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { stepsOf } from '../../support/steps-of.ts'

/** The last line may be torn. */
const isRecord = (line: string): boolean => {
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}

/** @param most what the policy is given at most, also where there is more room */
const assembled = (lines: readonly string[], policy: Policy, budget: number, event?: GivenEvent, most = Infinity): AssembledContext => {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const { rows } = atOnce(readConversation({ pieces: [{ commitType: 'delta', bytes }], before: [] }))
  const shower = new RowShower({
    rows,
    presentFrom: Math.max(0, rows.map(({ isSummary }) => isSummary).lastIndexOf(true)),
    message: event?.content ?? '',
    weights: weightsOf(null),
    isOfAgent: false,
    recorded: readHistory(stepsOf(lines.filter(isRecord))),
  })
  return assembledFrom(lines, {
    event,
    budget,
    policy: {
      name: policy.name,
      hasBudget: policy.kind !== 'full',
      choose: (tokens) => {
        const { losses, ...shown } = shower.show(policy, Math.min(tokens, most) + shower.messageTokens)
        return { ...shown, lost: losses.list() }
      },
    },
  })
}

const turns = (count: number): Conversation => {
  const talk = conversation()
  for (let turn = 1; turn <= count; turn += 1)
    talk
      .human(`Task ${turn}`)
      .thinks('hm')
      .runs(`run ${turn}`, `output ${turn} ${'words '.repeat(300)}`)
      .agent(`Task ${turn} is done.`)
  return talk
}

const textOf = (value: unknown): string => JSON.stringify(value)

test('a collapse policy keeps each call, with one line in place of its output', () => {
  const [policy] = readPolicies({ outputsPerTurn: 1, turnsBack: 2, name: 'two turns' }, 'two.json')
  if (policy === undefined) throw new Error('no policy')
  const { history, packs, compacted, policy: name } = assembled(turns(4).lines(), policy, 100_000)
  const results = history.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result').map(({ content: text }) => text))
  expect(results.slice(0, 2)).toEqual([
    expect.stringMatching(/^toolcall_ref id=\S+ tool=Bash status=ok run 1$/),
    expect.stringMatching(/^toolcall_ref .* run 2$/),
  ])
  expect(results.slice(2).map((text) => String(text).slice(0, 8))).toEqual(['output 3', 'output 4'])
  expect(packs.filter(({ layer }) => layer === 2)).toEqual([
    expect.objectContaining({ form: 'compact', why: '2 outputs in one line each, policy two turns' }),
  ])
  expect(compacted).toBeNull()
  expect(name).toBe('two turns')
})

test('what is active under a policy that shows it at the end is beside the message, and the calls stay in their place', () => {
  const event = { content: 'Go on.' }
  const { history, currentMessage } = assembled(turns(3).lines(), policyCalled('managed'), 100_000, event)
  expect(textOf(history)).not.toContain('output ')
  expect(textOf(history)).toContain('run 1')
  const said = textOf(currentMessage)
  expect(said.indexOf('output 3')).toBeGreaterThan(0)
  expect(said.indexOf('output 3')).toBeLessThan(said.indexOf('Go on.'))
  expect(textOf(assembled(turns(3).lines(), policyCalled('managed'), 100_000).history.at(-1))).toContain('output 3')
})

test('packs are beside the message, and no message of the conversation is shown', () => {
  const { history, currentMessage, packs } = assembled(turns(2).lines(), policyCalled('packs'), 100_000, { content: 'Go on.' })
  expect(history).toEqual([])
  expect(textOf(currentMessage)).toContain('## ISSUE_OPENED')
  expect(packs.map(({ name, form }) => [name, form])).toContainEqual(['beside the message', 'full'])
})

test('a policy can show what a compaction replaced, and the full context begins at its summary', () => {
  const talk = turns(2).compacts({ summary: 'Two tasks were done.' }).human('Task 3').agent('Task 3 is done.')
  const recent = textOf(assembled(talk.lines(), policyCalled('recency'), 100_000).history)
  expect(recent).toContain('output 1')
  expect(recent).toContain('[Previous conversation summary]')
  const full = textOf(assembled(talk.lines(), policyCalled('full'), 100_000).history)
  expect(full).not.toContain('output 1')
  expect(full).toContain('Two tasks were done.')
})

test('what no policy chooses is counted', () => {
  const talk = turns(2).meta('A reminder of the client')
  const { lost } = assembled(talk.lines(), policyCalled('recency'), 100_000)
  expect(lost).toContainEqual({ what: 'excluded: thinking', why: 'no policy chooses it', count: 2 })
  expect(lost).toContainEqual({ what: 'excluded: what the client put in', why: 'no policy chooses it', count: 1 })
})

test('what a person says beside a result is shown with the result, in full or in one line, and counted where neither is', () => {
  const talk = conversation().human('Serve it').calls('Bash', { command: 'serve' })
  const result = { type: 'tool_result', tool_use_id: talk.lastCallId, content: `Port 80 is taken. ${'words '.repeat(300)}` }
  talk.user([result, { type: 'text', text: 'use port 8080 instead' }]).agent('Done.')
  expect(textOf(assembled(talk.lines(), policyCalled('recency'), 100_000).history)).toContain('use port 8080 instead')
  const [line] = readPolicies({ method: 'masking', outputs: 0, name: 'line' }, 'line.json')
  if (line === undefined) throw new Error('no policy')
  const { history } = assembled(talk.lines(), line, 100_000)
  expect(textOf(history)).not.toContain('Port 80 is taken.')
  expect(textOf(history)).toContain('use port 8080 instead')
  const { lost } = assembled(talk.lines(), policyCalled('packs'), 100_000)
  expect(lost).toContainEqual({ what: 'excluded: what stands beside a result', why: 'the policy does not show the result', count: 1 })
})

test('a prompt that is only a picture is shown with what follows it, and counted where that is not shown', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'aGFsbG8=' }
  const talk = conversation()
    .human('Look')
    .agent('At what?')
    .user([{ type: 'image', source }])
    .agent('A lamp.')
  expect(textOf(assembled(talk.lines(), policyCalled('recency'), 100_000).history)).toContain('image/png')
  const { history, lost } = assembled(talk.lines(), policyCalled('packs'), 100_000, { content: 'Go on.' })
  expect(history).toEqual([])
  expect(lost).toContainEqual({ what: 'excluded: prompts without words', why: 'the policy does not show what follows them', count: 1 })
})

test('interruptions and messages of other agents are counted as what they are', () => {
  const talk = turns(1)
    .interrupt()
    .human('Go on')
    .user('<teammate-message teammate_id="anna">The nets are mended.</teammate-message>')
    .agent('Good.')
  const excluded = assembled(talk.lines(), policyCalled('recency'), 100_000).lost.map(({ what }) => what)
  expect(excluded).toContain('excluded: interruptions by the person')
  expect(excluded).toContain('excluded: messages of other agents')
  expect(excluded).not.toContain('excluded: what the client put in')
})

test('a call that still runs is no interrupted call where the active outputs are the last message', () => {
  const talk = turns(2).human('Task 3').calls('Bash', { command: 'sleep' })
  const { history, lost } = assembled(talk.lines(), policyCalled('managed'), 100_000)
  expect(textOf(history.at(-1))).toContain('output 2')
  expect(textOf(history)).not.toContain('interrupted')
  expect(lost.map(({ what }) => what)).toContain('excluded: a reply whose calls wait for results')
})

test('the tools are those of the whole conversation, also of calls that the policy does not show', () => {
  const { tools } = assembled(turns(2).lines(), policyCalled('packs'), 100_000, { content: 'Go on.' })
  expect(tools).toEqual([expect.objectContaining({ name: 'Bash' })])
})

test('the full context counts items, as other policies do', () => {
  const talk = turns(1).meta('A reminder of the client').compacts({ summary: 'One task was done.' }).human('Task 2').agent('Yes.')
  const names = assembled(talk.lines(), policyCalled('full'), 100_000).packs.flatMap(({ layer, name }) => (layer === 2 ? [name] : []))
  expect(names).toEqual(['3 items', '4 items'])
})

test('what a policy shows keeps the rules of the API, and fits its budget or is refused', () => {
  const policies = builtInPolicies.filter(({ kind }) => kind !== 'full')
  fc.assert(
    fc.property(
      anyConversation(8),
      fc.constantFrom(...policies),
      fc.integer({ min: 0, max: 3_000 }),
      fc.constantFrom(undefined, 'fix it'),
      (talk, policy, room, message) => {
        const event = message === undefined ? undefined : { content: message }
        const lines = talk.lines()
        const least = assembledFrom(lines, { event }).tokenBudget.used
        const budget = least.systemPrompt + least.tools + least.event + 200 + room
        const made = assembled(lines, policy, budget, event)
        const request = requestOf(made)
        const { history, event: said } = made.tokenBudget.used
        expect(made.packs.filter(({ layer }) => layer > 1).reduce((sum, { tokens }) => sum + tokens, 0)).toBe(history + said)
        if (request.messages.length > 0) expect(brokenApiRules(request)).toEqual([])
        const isRefused = made.tokenBudget.remaining < 0
        if (isRefused) expect(['packs', 'export', 'summary']).toContain(policy.name)
        if (isRefused) expect(assembled(lines, policy, budget, event, 0).tokens).toBeGreaterThan(budget)
        else expect(made.tokens).toBeLessThanOrEqual(budget)
      },
    ),
  )
})

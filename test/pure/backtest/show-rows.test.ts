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

const assembled = (lines: readonly string[], policy: Policy, budget: number, event?: GivenEvent): AssembledContext => {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const { rows } = atOnce(readConversation({ pieces: [{ commitType: 'delta', bytes }], before: [] }))
  const shower = new RowShower({
    rows,
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
        const { losses, ...shown } = shower.show(policy, tokens + shower.messageTokens)
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

test('whatever a policy shows keeps the rules of the API and its budget', () => {
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
        if (!['packs', 'export', 'summary'].includes(policy.name)) expect(made.tokens).toBeLessThanOrEqual(budget)
      },
    ),
  )
})

/** Sessions are replayed under policies; the right scores are worked out by hand. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildContext } from '../../../app/backtest/build-context.ts'
import { DatedPrices } from '../../../app/backtest/cache-cost.ts'
import { History } from '../../../app/backtest/history.ts'
import { firstWeights } from '../../../app/backtest/learned.ts'
import { momentsOf, type Moment, type MomentKind } from '../../../app/backtest/moments.ts'
import { builtInPolicies, policyCalled, readPolicies, type Policy } from '../../../app/backtest/policy.ts'
import { replaySession, type ReplayedCase, type SessionSteps } from '../../../app/backtest/replay-session.ts'
import { tokensOf, type Shown } from '../../../app/backtest/shown.ts'
import { View } from '../../../app/backtest/view.ts'
import { builtInPrices } from '../../../app/analytics/prices/built-in-prices.ts'
import { weightsOf } from '../../../app/model/estimate-tokens.ts'
import type { Step } from '../../../app/packs/recorded-steps.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { stepsOf } from '../../support/steps-of.ts'

const model = 'claude-opus-4-5-20251101'

const sessionOf = (steps: readonly Step[]): SessionSteps => ({
  sessionId: 's',
  steps,
  kept: new Map(),
  replies: steps.flatMap((step, at) =>
    (step.kind === 'response' || step.kind === 'call') && !['response', 'call'].includes(steps[at - 1]?.kind ?? '')
      ? [{ step: at, model, at: step.at, keepsAnHour: false }]
      : [],
  ),
})

const replayed = (
  steps: readonly Step[],
  entrants: readonly (readonly [Policy, number | null])[],
  moments: MomentKind = 'prompt',
): readonly ReplayedCase[] => {
  const prices = new DatedPrices([builtInPrices()])
  const replay = replaySession(sessionOf(steps), {
    entrants: entrants.map(([policy, budget]) => ({ policy, budget })),
    moments,
    prices,
    weights: firstWeights,
    learns: false,
  })
  for (;;) {
    const { done, value } = replay.next()
    if (done === true) return value.cases
  }
}

/** As the replay reads it: the model is known from the first reply on. */
const historyOf = (steps: readonly Step[]): History => {
  const history = new History()
  for (const [at, step] of steps.entries()) {
    if (at > 0) history.weights = weightsOf(model)
    history.add(step)
  }
  return history
}

const named = ({ needs }: ReplayedCase): readonly string[] => needs.map(({ kind, name }) => `${kind} ${name}`)

/** What the last case missed under a policy. */
const missing = (talk: Conversation, policy: Policy | string, budget: number | null = 100_000): readonly string[] => {
  const own = typeof policy === 'string' ? policyCalled(policy) : policy
  const last = replayed(stepsOf(talk.lines()), [[own, budget]]).at(-1)
  if (last === undefined) throw new Error('the conversation has no case')
  return (last.scores[0]?.missing ?? []).map((at) => named(last)[at] ?? '')
}

const folder = '/home/dev/app'

/** Work on a parser, then something else. */
const before = (): Conversation =>
  conversation({ cwd: folder })
    .human('Look at the grammar')
    .reads(`${folder}/src/parse.ts`, 'export const parseLine = 1\n')
    .runs('npm test', 'FAIL\nTypeError: boom is undefined', { error: true })
    .agent('It fails in parseLine, as docs/grammar.md says.')
    .human('Something else first')
    .reads(`${folder}/src/other.ts`, 'export const other = 2\n'.repeat(200))
    .agent('Done.')

/** All kinds of need, and one thing that the history never had. */
const work = (): Conversation =>
  before()
    .human('Now repair it')
    .reads(`${folder}/src/parse.ts`, 'export const parseLine = 1\n')
    .reads(`${folder}/src/new-one.ts`, 'new\n')
    .runs('npm test', 'passed')
    .agent('parseLine is repaired, see docs/grammar.md and freshName.')

const allNeeds = ['file src/parse.ts', 'command npm test', 'error typeerror: boom is undefined', 'symbol parseLine', 'path docs/grammar.md']

test('a case has what the agent then read, ran, worked on and named, as far as the history has it', () => {
  const cases = replayed(stepsOf(work().lines()), [[policyCalled('full'), null]])
  expect(cases).toHaveLength(1)
  expect(new Set(cases.flatMap(named))).toEqual(new Set(allNeeds))
})

test('the full context has everything', () => {
  expect(missing(work(), 'full', null)).toEqual([])
})

test('after a compaction the client had its summary and nothing before it', () => {
  const talk = before()
    .compacts({ summary: 'We work on docs/grammar.md.' })
    .human('Now repair it')
    .reads(`${folder}/src/parse.ts`, 'x\n')
    .agent('See docs/grammar.md for parseLine.')
  expect(missing(talk, 'full', null)).toEqual(['file src/parse.ts', 'symbol parseLine'])
  // The whole history is larger than what the client had.
  expect(missing(talk, 'recency')).toEqual([])
  expect(missing(talk, 'export')).toEqual(['file src/parse.ts', 'symbol parseLine'])
  const [whole] = readPolicies({ name: 'whole', method: 'turns', from: 'session' }, 'whole.json')
  expect(missing(talk, whole ?? 'export')).toEqual([])
  expect(missing(talk, 'summary')).toEqual(['file src/parse.ts', 'symbol parseLine'])
})

test('the newest items that fit are those of the last turn', () => {
  // No item of the first turn is as small as what is left beside the second.
  const steps = stepsOf(work().lines())
  const history = historyOf(steps)
  const second = history.items.findIndex(({ step }) => step.kind === 'prompt' && step.text === 'Something else first')
  const third = history.items.findIndex(({ step }) => step.kind === 'prompt' && step.text === 'Now repair it')
  const turn = history.items.slice(second, third + 1).reduce((sum, { tokens }) => sum + tokens, 0)
  expect(new Set(missing(work(), 'recency', turn))).toEqual(new Set(allNeeds))
  expect(missing(work(), 'recency', 100_000)).toEqual([])
})

test('masked outputs leave the calls: commands and paths stay, contents and errors go', () => {
  const masked: Policy = { name: 'masked', about: '', kind: 'masking', outputs: 0 }
  // The line in place of an output has to be shorter than the output.
  const talk = conversation({ cwd: folder })
    .human('Look at the grammar')
    .reads(`${folder}/src/parse.ts`, 'export const parseLine = 1\n'.repeat(50))
    .runs('npm test', `TypeError: boom is undefined${' at somewhere'.repeat(50)}`, { error: true })
    .agent('Broken.')
    .human('Now repair it')
    .reads(`${folder}/src/parse.ts`, 'x\n')
    .runs('npm test', 'passed')
    .agent('parseLine works.')
  expect(missing(talk, masked)).toEqual(['file src/parse.ts', expect.stringMatching(/^error typeerror: boom/), 'symbol parseLine'])
})

test('a collapse policy keeps the newest outputs of a turn, and nothing of turns too far back', () => {
  const talk = (): Conversation =>
    conversation({ cwd: folder })
      .human('one')
      .reads(`${folder}/a.ts`, 'a\n'.repeat(300))
      .reads(`${folder}/b.ts`, 'b\n'.repeat(300))
      .agent('ok')
      .human('two')
      .reads(`${folder}/c.ts`, 'c\n'.repeat(300))
      .reads(`${folder}/d.ts`, 'd\n'.repeat(300))
      .agent('ok')
      .human('three')
      .reads(`${folder}/a.ts`, 'a\n')
      .reads(`${folder}/b.ts`, 'b\n')
      .reads(`${folder}/c.ts`, 'c\n')
      .reads(`${folder}/d.ts`, 'd\n')
      .agent('ok')
  const [one] = readPolicies({ name: 'one', outputsPerTurn: 1, turnsBack: 2 }, 'one.json')
  const [last] = readPolicies({ name: 'last', outputsPerTurn: null, turnsBack: 1 }, 'last.json')
  if (one === undefined || last === undefined) throw new Error('no policy')
  expect(missing(talk(), one)).toEqual(['file a.ts', 'file c.ts'])
  expect(missing(talk(), last)).toEqual(['file a.ts', 'file b.ts'])
  expect(
    missing(talk(), { ...last, kind: 'collapse', collapse: { outputsPerTurn: null, turnsBack: 1, shows: 'at_end' }, from: 'compaction' }),
  ).toEqual(['file a.ts', 'file b.ts'])
})

test('a search for the words of the prompt finds the items that contain them', () => {
  const talk = before().human('What about boom?').reads(`${folder}/src/parse.ts`, 'x\n').runs('npm test', 'passed').agent('ok')
  // The failed command contains the word; the file does not.
  expect(missing(talk, 'words')).toEqual(['file src/parse.ts'])
})

test('without a recorded compaction the summary is the state of the work: it names commands and errors, and contains no file', () => {
  const lost = missing(work(), 'summary')
  expect(lost).toContain('file src/parse.ts')
  expect(lost).not.toContain('command npm test')
})

test('packs contain the messages of their topics', () => {
  const [topics] = readPolicies({ contextStrategy: { sources: [{ topic: 'INVESTIGATION_COMPLETE' }] } }, 'topics.json')
  if (topics === undefined) throw new Error('no policy')
  expect(missing(work(), topics)).toEqual(['file src/parse.ts', 'command npm test', 'error typeerror: boom is undefined'])
})

test('an export with a budget has the last turns', () => {
  expect(missing(work(), 'export')).toEqual([])
})

test('what was not shown and is looked at again is regret; what is looked at for the first time is none', () => {
  const steps = stepsOf(work().lines())
  const regretOf = (policy: string, budget: number | null): readonly string[] =>
    replayed(steps, [[policyCalled(policy), budget]])[0]?.scores[0]?.regret ?? []
  expect(regretOf('full', null)).toEqual([])
  expect(regretOf('summary', 100_000)).toEqual(['read src/parse.ts', '$ npm test'])
})

test('what the prompt itself names is not needed of the history', () => {
  const talk = before().human('Repair parseLine, see docs/grammar.md').agent('parseLine and docs/grammar.md are fine.')
  expect(replayed(stepsOf(talk.lines()), [[policyCalled('full'), null]])).toEqual([])
})

test('the first request writes everything; the next one reads what both begin with, without the last response and the prompt', () => {
  const steps = stepsOf(
    conversation({ cwd: folder })
      .human('Look at the grammar')
      .reads(`${folder}/a.ts`, 'export const someName = 1\n'.repeat(100))
      .agent('It is someName.')
      .human('Again')
      .reads(`${folder}/a.ts`, 'x\n')
      .agent('someName it is.')
      .lines(),
  )
  const [only] = replayed(steps, [
    [policyCalled('full'), null],
    [policyCalled('summary'), 100_000],
  ])
  const history = historyOf(steps)
  const size = (from: number, to: number): number => history.items.slice(from, to).reduce((sum, { tokens }) => sum + tokens, 0)
  // Items: prompt, call, result, response, prompt.
  const [read, written] = [size(0, 3), size(3, 5)]
  const price = builtInPrices().prices.find(({ models, service }) => models.includes('claude-opus-4-5') && service === 'standard')
  const full = only?.scores[0]
  expect(full?.tokens).toBe(read + written)
  expect(full?.usd).toBeCloseTo((read * (price?.cacheRead ?? 0) + written * (price?.cacheWrite5m ?? 0)) / 1_000_000, 10)
})

test('at replies a case is one request', () => {
  const cases = replayed(stepsOf(work().lines()), [[policyCalled('full'), null]], 'reply')
  expect(cases.map(named)).toContainEqual(['file src/parse.ts'])
  expect(cases.every(({ scores }) => scores[0]?.missing.length === 0)).toBe(true)
})

const contextAt = (steps: readonly Step[], at: number, policy: Policy, budget: number): Shown => {
  const history = new History()
  for (const step of steps.slice(0, at)) history.add(step)
  const prompt = momentsOf(steps, 'prompt').find(({ before: own }) => own === at)?.prompt
  if (prompt === undefined) throw new Error('no prompt')
  return buildContext(policy, new View({ history, prompt, steps: steps.slice(0, at), weights: firstWeights }), budget)
}

const secret = 'plantedSecretOfTheFuture'

/** A turn of a made conversation. */
const turn = fc.record({
  prompt: fc.constantFrom('look at parse', 'repair the grammar', 'go on', 'why does boom fail?'),
  file: fc.constantFrom('a.ts', 'src/b.ts', 'src/deep/c.ts'),
  lines: fc.integer({ min: 1, max: 60 }),
  fails: fc.boolean(),
  compacts: fc.boolean(),
})

type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never

const talkOf = (turns: readonly Turn[], futureFrom: number): Conversation =>
  turns.reduce(
    (talk, { prompt, file, lines, fails, compacts }, at) => {
      const mark = at >= futureFrom ? secret : 'ordinaryName'
      const begun = compacts && at > 0 ? talk.compacts({ summary: `so far ${at > futureFrom ? mark : 'ordinaryName'}` }) : talk
      const asked = begun.human(at > futureFrom ? `${prompt} ${mark}` : prompt)
      return asked
        .reads(`${folder}/${file}`, `const ${mark} = 1\n`.repeat(lines))
        .runs('npm test', fails ? `TypeError: ${mark} is undefined` : `ok ${mark}`, { error: fails })
        .agent(`Done with ${mark}.`)
    },
    conversation({ cwd: folder }),
  )

test('no policy sees anything of what comes after the moment', () => {
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 2, maxLength: 6 }),
      fc.nat(),
      fc.constantFrom(...builtInPolicies),
      fc.constantFrom(200, 2_000, 100_000),
      (turns, pick, policy, budget) => {
        const future = 1 + (pick % (turns.length - 1))
        const [plain, planted] = [stepsOf(talkOf(turns, turns.length + 1).lines()), stepsOf(talkOf(turns, future).lines())]
        const [moment, other] = [momentsOf(plain, 'prompt')[future], momentsOf(planted, 'prompt')[future]]
        if (moment === undefined || other === undefined) throw new Error('no moment')
        const shown = contextAt(planted, other.before, policy, budget)
        expect(shown).toEqual(contextAt(plain, moment.before, policy, budget))
        expect(shown.text).not.toContain(secret)
        // The replay is given all steps, and builds the same.
        const sizeIn = (steps: readonly Step[], { prompt }: Moment): number | undefined =>
          replayed(steps, [[policy, budget]]).find(({ place }) => place.line === prompt.place.line)?.scores[0]?.tokens
        const [size, otherSize] = [sizeIn(plain, moment), sizeIn(planted, other)]
        if (size !== undefined && otherSize !== undefined) expect(otherSize).toBe(size)
      },
    ),
    { numRuns: 120 },
  )
})

test('a context with a budget is not larger than the budget, but for the prompt', () => {
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 2, maxLength: 6 }),
      fc.constantFrom(...builtInPolicies.filter(({ kind }) => kind !== 'full')),
      fc.constantFrom(200, 500, 2_000),
      (turns, policy, budget) => {
        const steps = stepsOf(talkOf(turns, turns.length + 1).lines())
        for (const { before: at } of momentsOf(steps, 'prompt'))
          expect(tokensOf(contextAt(steps, at, policy, budget))).toBeLessThanOrEqual(budget)
      },
    ),
    { numRuns: 60 },
  )
})

test('a replay shows what the steps before the moment alone give', () => {
  const steps = stepsOf(work().lines())
  const moment = momentsOf(steps, 'prompt').at(-1)
  if (moment === undefined) throw new Error('no moment')
  const visible = steps.slice(0, moment.before)
  for (const policy of builtInPolicies) {
    const view = new View({ history: historyOf(visible), prompt: moment.prompt, steps: visible, weights: firstWeights })
    const score = replayed(steps, [[policy, 5_000]]).at(-1)?.scores[0]
    expect([policy.name, score?.tokens]).toEqual([policy.name, tokensOf(buildContext(policy, view, 5_000))])
  }
})

/** Waiting for a person is neither tool time nor a failure. */
import { expect, test } from 'vitest'
import { answers, lines, reply, text, user, type Fields } from '../../support/timed-lines.ts'

interface Called {
  readonly name: string
  readonly input?: object
  readonly seconds: number
  readonly result?: object
  readonly record?: Fields
}

/** A call at second 10 whose result comes so many seconds later. */
const calls = ({ name, input = {}, seconds, result = {}, record = {} }: Called): string =>
  lines(
    [0, user('Push it')],
    [10, reply('1', 100, { type: 'tool_use', id: 'toolu_1', name, input })],
    [10 + seconds, user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'done', ...result }], record)],
    [20 + seconds, reply('2', 200, text('Done.'))],
  )

const refused = "The user doesn't want to proceed with this tool use. The tool use was rejected."

const figuresOf = (called: Called) =>
  answers(calls(called), async (ask) => {
    const states = (await ask('states')).filter((row) => row['lane'] === 'main')
    const of = (state: string) => states.find((row) => row['state'] === state)
    const [tool] = await ask('tools')
    return {
      waiting: of('waiting')?.['ms'],
      guessed: of('waiting')?.['guessed_ms'],
      tool: of('tool')?.['ms'],
      all: states.reduce((sum, row) => sum + Number(row['ms']), 0),
      duration: tool?.['ms_total'],
      errors: tool?.['errors'],
      refusals: tool?.['refusals'],
      rate: tool?.['error_rate'],
    }
  })

test('a question to a person counts as waiting, not as time of the tool', async () => {
  expect(await figuresOf({ name: 'AskUserQuestion', seconds: 4000 })).toMatchObject({
    waiting: 4_000_000,
    guessed: 0,
    tool: 0,
    all: 4_020_000,
    duration: null,
  })
})

test('a refused call waited, and did not fail', async () => {
  const called = { name: 'Edit', seconds: 60, result: { content: refused, is_error: true } }
  expect(await figuresOf(called)).toMatchObject({
    waiting: 60_000,
    guessed: 0,
    tool: 0,
    duration: null,
    errors: 0,
    refusals: 1,
    rate: null,
  })
})

test.each([
  ['toolDenialKind', { toolDenialKind: 'user-rejected' }, 60_000],
  ['permissionDecision', { permissionDecision: { decision: 'reject', source: 'hook' } }, 0],
])('%s of the client marks a call as refused', async (_, record, waiting) => {
  const called = { name: 'Bash', seconds: 60, result: { is_error: true }, record }
  expect(await figuresOf(called)).toMatchObject({ waiting, errors: 0, refusals: 1 })
})

test('a result that only quotes a refusal failed', async () => {
  const called = { name: 'Bash', seconds: 60, result: { content: `Exit code 1\n${refused}`, is_error: true } }
  expect(await figuresOf(called)).toMatchObject({ waiting: 0, tool: 60_000, errors: 1, refusals: 0 })
})

test('the time of a call beyond that of its tool is waiting, marked as a guess', async () => {
  expect(await figuresOf({ name: 'Bash', seconds: 4200 })).toMatchObject({
    waiting: 4_080_000,
    guessed: 4_080_000,
    tool: 120_000,
    duration: 120_000,
  })
  expect(await figuresOf({ name: 'Bash', input: { timeout: 600_000 }, seconds: 500 })).toMatchObject({ waiting: 0, tool: 500_000 })
  const ran = { name: 'WebFetch', seconds: 100, record: { toolUseResult: { durationMs: 2_000 } } }
  expect(await figuresOf(ran)).toMatchObject({ waiting: 98_000, guessed: 98_000, tool: 2_000, duration: 2_000, all: 120_000 })
})

test('a call that a rule allowed did not wait', async () => {
  const record = { permissionDecision: { decision: 'accept', source: 'config' } }
  expect(await figuresOf({ name: 'Bash', seconds: 4200, record })).toMatchObject({ waiting: 0, tool: 4_200_000 })
})

test('a call that a person approved waited, by the record', async () => {
  const record = { permissionDecision: { decision: 'accept', source: 'user_temporary' }, toolUseResult: { durationMs: 3_000 } }
  expect(await figuresOf({ name: 'WebFetch', seconds: 7, record })).toMatchObject({ waiting: 4_000, guessed: 0, tool: 3_000 })
})

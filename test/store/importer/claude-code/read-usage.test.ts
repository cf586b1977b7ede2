/** Usage is read count by count: what is no count is not available, the rest remains exact. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRecord } from '../../../support/parse-text.ts'

const usageIn = (usage: string, more = ''): ReturnType<typeof parseRecord> =>
  parseRecord(`{"type":"assistant","uuid":"u","message":{"content":[],"model":"m","usage":${usage}}${more}}`)

test('integers up to 2^63 − 1 are exact', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 63n - 1n), (count) => {
      const { usage, problems } = usageIn(`{"input_tokens":${count},"output_tokens":2}`)
      expect([String(usage?.inputTokens), usage?.outputTokens, problems]).toEqual([String(count), 2, []])
    }),
  )
  expect(usageIn('{"input_tokens":9007199254740993}').usage?.inputTokens).toBe('9007199254740993')
})

test.each([
  ['-5', 'a negative number'],
  ['0.5', 'a fraction'],
  ['9223372036854775808', 'too large a number'],
  ['1e999', 'too large a number'],
  ['"12"', 'a value of type string'],
  ['true', 'a value of type boolean'],
  ['[3]', 'a list'],
  ['{}', 'a value of type object'],
  ['"NaN"', 'a value of type string'],
])('%s voids its own count only', (value, kind) => {
  const { usage, problems } = usageIn(`{"input_tokens":3,"output_tokens":2,"cache_creation_input_tokens":${value}}`)
  expect(usage).toMatchObject({ inputTokens: 3, outputTokens: 2, cacheReadTokens: 0 })
  expect(usage?.cacheWriteTokens).toBe(undefined)
  expect(problems).toMatchObject([{ code: 'unsafe-number', line: 1, offset: 0 }])
  expect(problems[0]?.reason).toBe(
    `usage.cache_creation_input_tokens is ${kind}, not an integer from 0 to 2^63 − 1: this count is not available`,
  )
})

test('a large number in the text of a record does not replace the count', () => {
  const record = `{"type":"assistant","message":{"content":[{"type":"text","text":"\\"output_tokens\\": 1"}],"usage":{"output_tokens":9007199254740995}}}`
  expect(parseRecord(record).usage?.outputTokens).toBe('9007199254740995')
})

test('older clients write usage and model to the top level of a record', () => {
  const old = `{"type":"assistant","uuid":"u","model":"claude-sonnet-4","message":{"content":"Done."},"inputTokens":7,"outputTokens":5,"cacheReadInputTokens":11,"cacheCreationInputTokens":13,"costUSD":0.25}`
  expect(parseRecord(old)).toMatchObject({
    model: 'claude-sonnet-4',
    usage: { inputTokens: 7, outputTokens: 5, cacheReadTokens: 11, cacheWriteTokens: 13, costUsd: 0.25 },
  })
  // message.usage wins.
  expect(usageIn('{"input_tokens":1}', ',"inputTokens":7').usage?.inputTokens).toBe(1)
})

const iteration = (type: string, model: string | undefined, input: number, output: number): string =>
  JSON.stringify({ type, ...(model === undefined ? {} : { model }), input_tokens: input, output_tokens: output })

test('a message iteration repeats the counts of the reply, an advisor does not', () => {
  const { usage } = usageIn(
    `{"input_tokens":10,"output_tokens":5,"iterations":[${iteration('message', 'm', 10, 5)},${iteration('advisor_message', 'big', 90, 8)}]}`,
  )
  expect(usage).toMatchObject({
    inputTokens: 10,
    outputTokens: 5,
    further: [{ model: 'big', kind: 'advisor_message', iteration: 1, inputTokens: 90, outputTokens: 8 }],
  })
})

test('counts that include an advisor are split, never counted twice', () => {
  const { usage } = usageIn(
    `{"input_tokens":100,"output_tokens":13,"iterations":[${iteration('message', undefined, 10, 5)},${iteration('advisor_message', 'big', 90, 8)}]}`,
  )
  expect(usage).toMatchObject({ inputTokens: 10, outputTokens: 5, further: [{ model: 'big', inputTokens: 90, outputTokens: 8 }] })
})

test('a message iteration of another model is split off where the sum shows that it is included', () => {
  const { usage } = usageIn(
    `{"input_tokens":30,"output_tokens":7,"iterations":[${iteration('message', 'm', 10, 5)},${iteration('message', 'n', 20, 2)}]}`,
  )
  expect(usage).toMatchObject({ inputTokens: 10, outputTokens: 5, further: [{ model: 'n', inputTokens: 20, outputTokens: 2 }] })
  // Where it is not shown, the counts of the reply stay as they are stated.
  const doubtful = usageIn(`{"input_tokens":31,"output_tokens":7,"iterations":[${iteration('message', 'n', 20, 2)}]}`)
  expect(doubtful.usage).toMatchObject({ inputTokens: 31, outputTokens: 7, further: [] })
})

test('a bad number in an iteration voids itself only', () => {
  const { usage, problems } = usageIn(
    `{"input_tokens":1,"output_tokens":1,"iterations":[{"type":"advisor_message","model":"big","input_tokens":-1,"output_tokens":4}]}`,
  )
  expect(usage).toMatchObject({ inputTokens: 1, further: [{ inputTokens: undefined, outputTokens: 4 }] })
  expect(problems).toMatchObject([{ code: 'unsafe-number' }])
})

const written = (version: string, text: string, output: number, stop?: string): boolean | undefined =>
  parseRecord(
    JSON.stringify({
      type: 'assistant',
      version,
      message: { content: [{ type: 'text', text }], stop_reason: stop ?? null, usage: { output_tokens: output } },
    }),
  ).usage?.isUnderstated

test('output tokens are understated by client version, or when the record contains more text', () => {
  expect(written('2.1.17', 'Yes.', 3)).toBe(true)
  expect(written('2.1.17', 'Yes.', 3, 'end_turn')).toBe(false)
  expect(written('2.1.30', 'Yes.', 3)).toBe(false)
  expect(written('2.1.30', 'a '.repeat(500), 3)).toBe(true)
  expect(written('2.1.30', 'a '.repeat(500), 300)).toBe(false)
})

const usageOf = (stated: string, iterations: readonly string[]): ReturnType<typeof parseRecord> =>
  usageIn(`{${stated},"iterations":[${iterations.join(',')}]}`)

test('a reply that another model finished counts both attempts, each under its model', () => {
  const attempts = [iteration('message', 'first', 3, 1000), iteration('fallback_message', 'm', 3, 10_000)]
  const { usage, problems } = usageOf('"input_tokens":3,"output_tokens":10000', attempts)
  expect(problems).toEqual([])
  expect(usage).toMatchObject({ inputTokens: 3, outputTokens: 10_000, further: [{ model: 'first', kind: 'message', outputTokens: 1000 }] })
  expect(usage?.further).toHaveLength(1)
  // A first attempt without a name was not made by the model that finished the reply.
  const unnamed = usageOf('"output_tokens":7', [iteration('message', undefined, 0, 5), iteration('fallback_message', undefined, 0, 7)])
  expect(unnamed.usage).toMatchObject({ outputTokens: 7, further: [{ model: undefined, outputTokens: 5 }] })
})

test('a compaction is a request of the same model, whether the counts of the reply include it or not', () => {
  const requests = [iteration('compaction', undefined, 180, 35), iteration('message', undefined, 23, 10)]
  for (const stated of ['"input_tokens":23,"output_tokens":10', '"input_tokens":203,"output_tokens":45'])
    expect(usageOf(stated, requests).usage).toMatchObject({
      inputTokens: 23,
      outputTokens: 10,
      contextTokens: 23,
      further: [{ model: 'm', kind: 'compaction', inputTokens: 180 }],
    })
})

test('a kind of request that is unknown is reported and counted', () => {
  const { usage, problems } = usageOf('"output_tokens":5', [iteration('message', 'm', 0, 5), iteration('critic_message', 'n', 1, 4)])
  expect(usage).toMatchObject({ outputTokens: 5, further: [{ model: 'n', kind: 'critic_message', outputTokens: 4 }] })
  expect(problems).toMatchObject([{ code: 'unknown-request', reason: expect.stringContaining('critic_message') as string }])
})

test('an iteration has the speed of its reply, and web searches are counted once', () => {
  const { usage } = usageOf('"output_tokens":9,"speed":"fast","server_tool_use":{"web_search_requests":2}', [
    iteration('message', undefined, 0, 4),
    iteration('message', undefined, 0, 5),
    iteration('compaction', undefined, 3, 1),
    iteration('advisor_message', 'big', 3, 1),
  ])
  expect(usage).toMatchObject({ outputTokens: 9, webSearches: 2, service: 'fast' })
  expect(usage?.further.map(({ service, webSearches }) => [service, webSearches])).toEqual([
    ['fast', undefined],
    [undefined, undefined],
  ])
})

test('each iteration counts once under its model, whichever of them the counts of the reply repeat', () => {
  const kinds = fc.constantFrom('message', 'fallback_message', 'compaction', 'advisor_message')
  const one = fc.record({ kind: kinds, model: fc.constantFrom('m', 'n', 'o'), output: fc.integer({ min: 0, max: 1e6 }) })
  const cases = fc.array(one, { minLength: 1, maxLength: 6 }).chain((requests) =>
    fc.record({
      requests: fc.constant(requests),
      repeats: fc.constantFrom(
        requests,
        requests.slice(-1),
        requests.filter(({ model }) => model === 'm'),
        requests.filter(({ kind }) => kind === 'message'),
        requests.filter(({ kind }) => kind !== 'advisor_message'),
      ),
    }),
  )
  fc.assert(
    fc.property(cases, ({ requests, repeats }) => {
      fc.pre(repeats.length > 0)
      const stated = repeats.reduce((sum, { output }) => sum + output, 0)
      const { usage } = usageOf(
        `"output_tokens":${stated}`,
        requests.map(({ kind, model, output }) => iteration(kind, model, 0, output)),
      )
      const found = [{ model: 'm', outputTokens: usage?.outputTokens }, ...(usage?.further ?? [])]
      for (const model of ['m', 'n', 'o'])
        expect(found.filter((each) => each.model === model).reduce((sum, each) => sum + Number(each.outputTokens), 0)).toBe(
          requests.filter((each) => each.model === model).reduce((sum, each) => sum + each.output, 0),
        )
    }),
  )
})

/** Shapes from public reports in which records hang on each other in unusual ways: each exports the conversations that its note gives. */
import type { ExactCount } from '../../../app/model/exact-count.ts'
import type { TestContext } from 'vitest'
import { expect, test } from 'vitest'
import { endsOf, exportedTalk, imported, leftOut } from '../../support/exported-talk.ts'
import { reportShape, sharedOrSkip } from '../../support/strata-inputs.ts'

interface Shape {
  /** What each end says from its root: that of the session first. */
  readonly ends: readonly (readonly string[])[]
  /** What the exports say that they left out. */
  readonly leftOut: readonly (readonly string[])[]
  /** Of the session's row. */
  readonly humanPrompts: number | null
  readonly responses: number | null
  readonly outputTokens: ExactCount | null
  readonly compactions: number | null
}

const shape = (context: TestContext, name: string): Promise<Shape> =>
  imported(reportShape(sharedOrSkip(context), name).projects, async (engine) => {
    const ends = await endsOf(engine)
    const said: (readonly string[])[] = []
    const left: (readonly string[])[] = []
    for (const end of ends) {
      said.push(await exportedTalk(engine, end))
      left.push(await leftOut(engine, end))
    }
    const [session] = (await engine.ask('sessions.list', { everything: true })).rows
    if (session === undefined) throw new Error('there is no session')
    const { humanPrompts, responses, outputTokens, compactions } = session
    return { ends: said, leftOut: left, humanPrompts, responses, outputTokens, compactions }
  })

const turns = (...said: readonly (readonly [string, string])[]): readonly string[] =>
  said.flatMap(([prompt, reply]) => [`user: ${prompt}`, `assistant: ${reply}`])

test('05: a compaction that writes earlier rows again loses no turn', async (context) => {
  const { ends, leftOut: left, ...counts } = await shape(context, '05-compact-replays')
  expect(ends).toEqual([
    turns(
      ['Add a parser', 'Parser added.'],
      ['Add a lexer', 'Lexer added.'],
      ['Add a printer', 'Printer added.'],
      ['Test the parser', 'Parser tested.'],
      ['Test the lexer', 'Lexer tested.'],
      ['Test the printer', 'Printer tested.'],
    ),
  ])
  expect(left).toEqual([[]])
  expect(counts).toMatchObject({ humanPrompts: 6, responses: 6, compactions: 2 })
})

test('07: a prompt whose text occurred before a compaction is a separate prompt', async (context) => {
  const { ends, humanPrompts, responses } = await shape(context, '07-same-words-again')
  expect(ends).toEqual([turns(...Array.from({ length: 5 }, () => ['retry', 'Retried.'] as const))])
  expect({ humanPrompts, responses }).toEqual({ humanPrompts: 5, responses: 5 })
})

test('08: a parent that was never written breaks no conversation', async (context) => {
  const { ends, humanPrompts } = await shape(context, '08-dangling-parents')
  const steps = ['one', 'two', 'three', 'four', 'five'].map((step) => [`Step ${step}`, `Did ${step}.`] as const)
  expect(ends).toEqual([turns(...steps)])
  expect(humanPrompts).toBe(5)
})

test('12: documents below parallel results follow all results', async (context) => {
  const { ends, leftOut: left, humanPrompts } = await shape(context, '12-parallel-pdfs')
  expect(ends).toEqual([
    [
      'user: Compare the two letters',
      'assistant: call Read + call Read',
      expect.stringMatching(/^user: result .* \+ result .* \+ document \+ document$/),
      'assistant: They say the same.',
    ],
  ])
  expect(left).toEqual([[]])
  expect(humanPrompts).toBe(1)
})

test('13: a result after a boundary pairs with its call from the root', async (context) => {
  const { ends, humanPrompts } = await shape(context, '13-result-behind-boundary')
  expect(ends).toEqual([
    [
      'user: Count the lines',
      'assistant: call Bash',
      'user: result 120 total',
      'assistant: There are 120 lines.',
      ...turns(['Thanks', 'You are welcome.']),
    ],
  ])
  expect(humanPrompts).toBe(2)
})

test('45: two programs that write one session have one end each', async (context) => {
  const { ends, leftOut: left, humanPrompts, responses } = await shape(context, '45-two-terminals')
  const base = turns(['Base question', 'Base answer.'])
  expect(ends).toEqual([
    [...base, 'user: Right one + Right two', 'assistant: Right last answer.'],
    [...base, 'user: Left one + Left two', 'assistant: Left last answer.'],
  ])
  expect(left).toEqual([[], []])
  expect({ humanPrompts, responses }).toEqual({ humanPrompts: 5, responses: 3 })
})

test('46: the chain decides the order where the clock went back', async (context) => {
  const { ends } = await shape(context, '46-clock-back')
  expect(ends).toEqual([turns(['first', 'one'], ['second', 'two'], ['third', 'three'])])
})

test('56: a boundary that names a hook row next to an earlier turn loses no reply', async (context) => {
  const { ends, leftOut: left } = await shape(context, '56-min-hook-before-boundary')
  expect(ends).toEqual([turns(['one', 'reply one'], ['two', 'reply two'], ['three', 'reply three'])])
  expect(left).toEqual([[]])
})

test('57: a reply whose parent is a progress row is not a branch', async (context) => {
  const { ends, leftOut: left } = await shape(context, '57-min-progress-fork')
  expect(ends).toEqual([['user: one', 'assistant: call Bash', 'user: result x', 'assistant: reply one', ...turns(['two', 'reply two'])]])
  expect(left).toEqual([[]])
})

test('58: a real rewind has two ends that share the commits before it', async (context) => {
  const { ends } = await shape(context, '58-true-rewind')
  expect(ends).toEqual([
    turns(['Base', 'Base answer.'], ['Right way', 'Right answer.']),
    turns(['Base', 'Base answer.'], ['Wrong way', 'Wrong answer.']),
  ])
})

test('09: a prompt that the client sent again below a progress row counts once and ends the same conversation', async (context) => {
  const { ends, humanPrompts } = await shape(context, '09-retry-on-progress')
  expect(ends).toEqual([
    [
      'user: Review the module',
      'assistant: call Task',
      expect.stringMatching(/^user: result /),
      'assistant: The review found nothing.',
      ...turns(['Now fix the typo', 'Fixed the typo.']),
    ],
  ])
  expect(humanPrompts).toBe(2)
})

test('62: a reply that is written again appears once and counts once', async (context) => {
  const { ends, responses, outputTokens } = await shape(context, '62-reply-written-again')
  expect(ends).toEqual([turns(['Explain', 'It is a clock.'], ['Thanks', 'Welcome.'])])
  expect({ responses, outputTokens }).toEqual({ responses: 2, outputTokens: 29 })
})

/** Two programs write one session in any order of records: each end exports what its program wrote, in order, and nothing else. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { talkOfEnds } from '../../support/exported-talk.ts'

const kinds = ['say', 'answer', 'tools', 'side', 'compact'] as const
interface Step {
  readonly program: number
  readonly kind: (typeof kinds)[number]
}

const anySteps = fc.array(fc.record({ program: fc.integer({ min: 0, max: 1 }), kind: fc.constantFrom(...kinds) }), {
  minLength: 2,
  maxLength: 14,
  size: 'max',
})

/** One of the programs that have the session open. */
class Program {
  readonly labels: string[] = []
  readonly #talk: Conversation
  readonly #name: string
  #leaf: string
  /** Lines that it has read or written since its last compaction. */
  #lines: string[]
  #isAsked = false

  constructor(talk: Conversation, name: string) {
    this.#talk = talk
    this.#name = name
    this.#leaf = talk.lastUuid
    this.#lines = [...talk.lines()]
  }

  take(kind: Step['kind']): void {
    const talk = this.#talk.from(this.#leaf)
    const from = talk.lines().length
    if (this.labels.length === 0 || kind === 'say') this.#say(talk)
    else if (kind === 'answer') this.#answer(talk)
    else if (kind === 'tools') this.#useTools(talk)
    else if (kind === 'side') talk.row({ type: 'progress', data: { type: 'hook_progress' } }, { aside: true })
    else this.#compact(talk)
    this.#leaf = talk.lastUuid
    if (kind !== 'compact') this.#lines.push(...talk.lines().slice(from))
  }

  #label(): string {
    const label = `${this.#name}${String(this.labels.length)}`
    this.labels.push(label)
    return label
  }

  #say(talk: Conversation): void {
    talk.human(this.#label())
    this.#isAsked = true
  }

  #answer(talk: Conversation): void {
    talk.agent(this.#label())
    this.#isAsked = false
  }

  #useTools(talk: Conversation): void {
    const calls = [this.#label(), this.#label()]
    talk.parallel(calls.map((result) => ({ tool: 'Bash', input: {}, result })))
  }

  /** The client writes earlier rows again, a hook row hangs on one of them, and the boundary names the hook row. */
  #compact(talk: Conversation): void {
    if (this.#isAsked) this.#answer(talk)
    const again = this.#lines.filter((line) => /"type":"(user|assistant)"/.test(line))
    for (const line of again) talk.raw(line)
    const { uuid } = JSON.parse(again.at(this.#name === 'L' ? -1 : 0) ?? '{}') as { readonly uuid?: string }
    talk.row({ type: 'system', subtype: 'stop_hook_summary', hookCount: 1 }, { parent: uuid })
    talk.compacts({ preTokens: 9_000 })
    this.#lines = []
  }
}

const written = (steps: readonly Step[]) => {
  const talk = conversation({ seed: 'two', sessionId: '22222222-2222-4222-8222-222222222222' }).human('B0').agent('B1')
  const programs = [new Program(talk, 'L'), new Program(talk, 'R')] as const
  for (const { program, kind } of steps) programs[program === 0 ? 0 : 1].take(kind)
  return { talk, expected: programs.flatMap(({ labels }) => (labels.length === 0 ? [] : [['B0', 'B1', ...labels]])).sort() }
}

const labelsIn = (said: readonly string[]): readonly string[] => said.flatMap((text) => text.match(/\b[BLR]\d+\b/g) ?? [])

/** What prompts and replies of each end say by the log: the commits that lead to it. */
const logOfEnds = async (talk: Conversation): Promise<readonly (readonly string[])[]> => {
  const { commits, events, refs } = (await deriveConversation(talk)).rows
  const parents = new Map(commits.map(({ commitId, parentId }) => [commitId, parentId]))
  const textsOf = (commitId: string): readonly string[] =>
    events
      .filter((event) => event.commitId === commitId && (event.kind === 'prompt' || event.kind === 'response'))
      .map(({ body }) => body ?? '')
  return refs.map((ref) => {
    const line: string[] = []
    for (let at: string | null | undefined = ref.commitId; at !== null && at !== undefined; at = parents.get(at))
      line.unshift(...textsOf(at))
    return labelsIn(line)
  })
}

/** Results of tools are no prompts or replies. */
const withoutResults = (labels: readonly string[], results: ReadonlySet<string>): readonly string[] =>
  labels.filter((label) => !results.has(label))

test('the log has one end for each program, with all that it wrote in order', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { talk, expected } = written(steps)
      const said = (await logOfEnds(talk)).map((labels) => [...labels]).sort()
      const known = new Set(said.flat())
      const results = new Set(expected.flat().filter((label) => !known.has(label)))
      expect(said).toEqual(expected.map((labels) => withoutResults(labels, results)))
    }),
    { numRuns: 40 },
  )
})

test('each end exports what its program wrote, in order, as the log has it', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { talk, expected } = written(steps)
      const ends = await talkOfEnds(talk)
      expect(ends.map((end) => [...labelsIn(end)]).sort()).toEqual(expected)
    }),
    { numRuns: 6 },
  )
})

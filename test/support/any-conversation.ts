/** Conversations that nobody thought of: steps in any order, as fast-check makes them up. */
import fc from 'fast-check'
import { conversation } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import type { ClientVersion } from './transcript/client.ts'

export type Step = (talk: Conversation) => unknown

export const words = fc.constantFrom(
  'fix it',
  'why?',
  'yes',
  'ä 🌊 日本',
  'line one\nline two',
  '/usr is a path',
  'see <command-name>/x</command-name>',
)
const count = fc.integer({ min: 1, max: 3 })

/** A prompt, a response or thinking. */
export const spoken: fc.Arbitrary<Step> = fc.oneof(
  words.map(
    (text): Step =>
      (talk) =>
        talk.human(text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.agent(text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.thinks(text),
  ),
)

const worked: fc.Arbitrary<Step> = fc.oneof(
  words.map(
    (text): Step =>
      (talk) =>
        talk.runs('ls', text),
  ),
  count.map(
    (calls): Step =>
      (talk) =>
        talk.parallel(Array.from({ length: calls }, (_, at) => ({ tool: 'Bash', input: { at }, result: 'ok' }))),
  ),
  fc.constant<Step>((talk) => talk.calls('Bash', { command: 'sleep' })),
  fc.tuple(count, fc.boolean()).map(
    ([agents, background]): Step =>
      (talk) =>
        talk.subagents(
          Array.from({ length: agents }, (_, at) => ({
            prompt: `Look ${String(at)}`,
            background,
            build: (agent: Conversation) => agent.runs('ls', 'x').agent('seen'),
          })),
        ),
  ),
)

const noted: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  (talk) => talk.command('/context', '', 'lots'),
  (talk) => talk.command('/review', 'now', undefined, { body: 'Review.' }),
  (talk) => talk.bash('ls', 'a'),
  (talk) => talk.meta('Caveat'),
  (talk) => talk.notification('it ended'),
  (talk) => talk.queued('and this'),
  (talk) => talk.interrupt(),
  (talk) => talk.apiError('API Error: 529'),
  (talk) => talk.attachment({ type: 'date' }, 'today'),
  (talk) => talk.bookkeeping({ type: 'file-history-snapshot', messageId: 'm' }),
  (talk) => talk.raw('{"type":"us'),
  (talk) => talk.raw(''),
)

const replaced: fc.Arbitrary<Step> = fc.constantFrom<Step>(
  (talk) => talk.compacts(),
  (talk) => talk.compacts({ form: 'old' }),
  (talk) => talk.compacts({ trigger: 'manual' }),
  (talk) => talk.compacts({ preserved: 2 }),
  (talk) => talk.microcompacts(),
)

/** Takes prompts back, as far as there are any since the last compaction. */
const rewound: fc.Arbitrary<Step> = count.map((prompts): Step => (talk) => {
  try {
    talk.rewind(prompts)
  } catch {
    talk.agent('There is nothing to go back to.')
  }
})

const step = fc.oneof(
  { weight: 6, arbitrary: spoken },
  { weight: 3, arbitrary: worked },
  { weight: 3, arbitrary: noted },
  { weight: 1, arbitrary: replaced },
  { weight: 1, arbitrary: rewound },
)

const versions = fc.constantFrom<ClientVersion>('1.0.128', '2.0.76', '2.1.42', '2.1.330')

/** Any conversation of up to `steps` steps; the same value always has the same bytes. */
export const anyConversation = (steps: number): fc.Arbitrary<Conversation> =>
  fc
    .record({ version: versions, steps: fc.array(step, { minLength: 1, maxLength: steps, size: 'max' }) })
    .map(({ version, steps: taken }) => {
      const talk = conversation({ version, seed: 'any', sessionId: '11111111-1111-4111-8111-111111111111' })
      for (const take of taken) take(talk)
      return talk
    })

/** A part of a whole, evenly spread: 0 is its beginning, 1 its end. */
export const anyFraction: fc.Arbitrary<number> = fc.integer({ min: 0, max: 10_000 }).map((part) => part / 10_000)

/** What a request contained more than once, what nothing refers to any more, and which reply a commit without one shows. */
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { RequestPart, RequestView } from '../../../../app/contract/context.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const inEngine = (talk: Conversation, work: (engine: Engine, ask: Ask) => Promise<void>): Promise<void> =>
  withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), talk).projects] })
    await work(engine, (at, more = {}) => engine.ask('context.request', { sessionId: talk.sessionId, at, ...more }))
  })

type Ask = (at: CallInput<'context.request'>['at'], more?: Partial<CallInput<'context.request'>>) => Promise<RequestView>

const usage = (tokens: number): { usage: Record<string, number> } => ({ usage: { input_tokens: tokens, output_tokens: 1 } })

const long = (text: string): string => text.repeat(40)

const resultOf = ({ parts }: RequestView, file: string): readonly RequestPart[] =>
  parts.filter(({ kind, path }) => kind === 'result' && path?.endsWith(file) === true)

test('a file that was read twice is marked at both reads, and its repetition adds up in the sums', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Look')
    .reads('/p/mast.ts', long('mast '))
    .reads('/p/lamp.ts', long('lamp '))
    .reads('/p/mast.ts', long('mast '))
    .agent('Seen.', usage(9_000))
  await inEngine(talk, async (_, ask) => {
    const view = await ask('last')
    expect(resultOf(view, 'mast.ts').map(({ sameText, sameFile }) => [sameText?.nth, sameFile?.nth, sameFile?.times])).toEqual([
      [1, 1, 2],
      [2, 2, 2],
    ])
    expect(resultOf(view, 'lamp.ts').map(({ sameText, sameFile }) => [sameText, sameFile])).toEqual([[null, null]])
    const again = resultOf(view, 'mast.ts')[1]
    expect(view.marked.repeated).toEqual({ items: 1, chars: again?.chars, tokens: again?.tokens })
    expect(view.marked.sameText).toEqual(view.marked.repeated)
    expect(view.parts.map(({ place }) => place)).toEqual(view.parts.map((_part, at) => at + 1))
  })
})

test('a result is not referred to any more once no later reply of the chain names its file', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Look')
    .reads('/p/mast.ts', 'mast')
    .reads('/p/lamp.ts', 'lamp')
    .agent('I keep mast.ts in mind.', usage(9_000))
    .human('Go on')
    .agent('Now something else.', usage(9_100))
    .human('And then?')
    .agent('lamp.ts needs a fix.', usage(9_200))
  await inEngine(talk, async (_, ask) => {
    const at = async (reply: string): Promise<readonly unknown[]> => {
      const view = await ask(reply)
      return [...resultOf(view, 'mast.ts'), ...resultOf(view, 'lamp.ts'), ...[view.marked]].map((one) =>
        'laterReplies' in one ? one.laterReplies : one.namedAgain,
      )
    }
    const { number } = (await ask('last')).reply
    const last = number ?? 0
    expect(await at(String(last - 2))).toEqual(['later', 'later', 2])
    expect(await at(String(last - 1))).toEqual(['earlier', 'later', 1])
    const { marked } = await ask(String(last - 1))
    expect([marked.unreferred.items, marked.judged.items]).toEqual([2, 4])
    // At the last reply nothing is judged: nothing could name it later.
    expect(await at(String(last))).toEqual([null, null, 0])
    expect((await ask('last')).marked.judged.items).toBe(0)
  })
})

test('what a branch that was left says later does not count for the other one', async () => {
  const talk = conversation({ version: '2.1.42' }).human('Look').reads('/p/mast.ts', 'mast').agent('Read.', usage(9_000))
  talk.human('Left').agent('mast.ts on the left', usage(9_100))
  talk.rewind(1).human('Right').agent('Nothing here', usage(9_200)).human('And?').agent('Nothing more', usage(9_300))
  await inEngine(talk, async (_, ask) => {
    const last = (await ask('last')).reply.number ?? 0
    expect(resultOf(await ask(String(last - 1)), 'mast.ts').map(({ namedAgain }) => namedAgain)).toEqual(['never'])
  })
})

test('an answer with the largest parts only has the sums of all, in the order of the request', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Look')
    .reads('/p/a.ts', long('aaaa '))
    .reads('/p/b.ts', long('b '))
    .agent('Ok.', usage(9_000))
  await inEngine(talk, async (_, ask) => {
    const [whole, some, none] = [await ask('last'), await ask('last', { largest: 3 }), await ask('last', { largest: 0 })]
    const largest = [...whole.parts].sort((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0)).slice(0, 3)
    expect(some.parts).toEqual([...largest].sort((a, b) => a.place - b.place))
    expect(none.parts).toEqual([])
    for (const { all, kinds, owners, marked } of [some, none])
      expect({ all, kinds, owners, marked }).toEqual({ all: whole.all, kinds: whole.kinds, owners: whole.owners, marked: whole.marked })
    expect(whole.all.tokens).toBe(whole.tokens)
    for (const shares of [whole.kinds, whole.owners]) expect(shares.reduce((so, { tokens }) => so + (tokens ?? 0), 0)).toBe(whole.tokens)
  })
})

test('an answer without names has the same parts, and none of them is judged', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('Look')
    .reads('/p/mast.ts', long('mast '))
    .agent('See mast.ts.', usage(9_000))
    .human('And now?')
    .agent('More of mast.ts.', usage(9_500))
  await inEngine(talk, async (_, ask) => {
    const [whole, quick] = [await ask('2'), await ask('2', { named: false })]
    expect(whole.parts.some(({ namedAgain }) => namedAgain !== null)).toBe(true)
    expect(quick.parts).toEqual(whole.parts.map((part) => ({ ...part, namedAgain: null })))
    expect([quick.marked.judged.items, quick.owners, quick.all]).toEqual([0, whole.owners, whole.all])
  })
})

test('a commit without a reply shows the last one before it in its chain', async () => {
  const talk = conversation({ version: '2.1.330' }).human('Old').agent('Older words.', usage(20_000))
  talk.compacts({ summary: 'It was about ropes.' }).human('New').agent('Newer.', usage(15_000))
  await inEngine(talk, async (engine, ask) => {
    const { commits } = await engine.ask('chain.log', { of: talk.sessionId })
    const [compaction] = commits.filter(({ commitType }) => commitType === 'compaction')
    const [own] = commits.filter(({ commitType, responses }) => commitType !== 'compaction' && responses > 0)
    const { reply } = await ask(compaction?.commitId ?? '')
    expect([reply.isEarlier, reply.commitId === compaction?.commitId]).toEqual([true, false])
    expect((await ask(own?.commitId ?? '')).reply.isEarlier).toBe(false)
    expect(reply.replies).toBe(2)
  })
})

test('the points of the curve have the numbers of the replies that they are', async () => {
  const talk = conversation({ version: '2.1.42' }).human('One').agent('First.', usage(9_000)).agent('More.', usage(9_050))
  talk.human('Two').agent('Second.', usage(9_100))
  talk.rewind(1).human('Other').agent('Third.', usage(9_200))
  await inEngine(talk, async (engine, ask) => {
    const { context } = await engine.ask('session.timeline', { sessionId: talk.sessionId })
    expect(context.length).toBeGreaterThan(2)
    for (const { reply, tokens, at, commitId } of context) {
      const view = await ask(String(reply))
      expect([view.tokens, view.reply.at, view.reply.commitId]).toEqual([tokens, at, commitId])
    }
    const { chains } = await engine.ask('session.context', { sessionId: talk.sessionId })
    expect(context.map(({ tokens }) => tokens)).toEqual(chains[0]?.replies.map(({ tokens }) => tokens))
  })
})

/**
 * The real client resumes what was exported: the messages that it sends are those of the conversation.
 * STRATA_EXPORT_MATRIX=full checks every commit of every session with every client.
 */
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import type { PlainMessage } from '../../../support/compare-messages.ts'
import { plain, plainSent } from '../../../support/compare-messages.ts'
import type { FakeApi, SentMessage } from '../../../support/fake-messages-api.ts'
import { fakeMessagesApi } from '../../../support/fake-messages-api.ts'
import { conversation } from '../../../support/conversation.ts'
import { realClient, resume } from '../../../support/real-client.ts'
import { realClientScenarios, realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const isFull = process.env['STRATA_EXPORT_MATRIX'] === 'full'
const newest = '2.1.330'
const versions = (process.env['STRATA_EXPORT_CLIENTS'] ?? '2.1.330,2.1.112,2.0.76,1.0.128').split(',')
const stops = ['compaction', 'root'] as const

interface Checked {
  readonly name: string
  readonly commitId: string
  readonly stop: string
  readonly version: string
  readonly problem: string | undefined
  /** The client goes on with another model and leaves out what the earlier one thought. */
  readonly withoutThinking: boolean
}

/** Keeps what was found as it is found, where somebody asks for it. */
const report = (checked: Checked): void => {
  const file = process.env['STRATA_EXPORT_REPORT']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(checked)}\n`)
}

const closing = { role: 'assistant', content: [{ type: 'text', text: 'No response requested.' }] }

const exported = async (engine: Engine, commitId: string, stop: (typeof stops)[number]) => {
  const body = await engine.ask('export.make', { commitId, stop, target: 'messages' })
  const meant = (JSON.parse(new TextDecoder().decode(body.content ?? new Uint8Array())) as { messages: SentMessage[] }).messages
  const transcript = await engine.ask('export.make', { commitId, stop, target: 'claude-code' })
  return { meant: plain(meant.at(-1)?.role === 'user' ? [...meant, closing] : meant), transcript }
}

type Exported = Awaited<ReturnType<typeof exported>>

/** Signatures of what other models thought: 2.1.330 does not send it to the model that it goes on with. */
const othersThinking = (transcript: Uint8Array, model: string): ReadonlySet<string> => {
  const rows = new TextDecoder().decode(transcript).trimEnd().split('\n')
  const replies = rows.map((row) => (JSON.parse(row) as { message?: { model?: string; content: unknown } }).message)
  const others = replies.filter((reply) => reply?.model !== undefined && reply.model !== model && reply.model !== '<synthetic>')
  return new Set(
    others.flatMap((reply) =>
      (Array.isArray(reply?.content) ? (reply.content as { signature?: string }[]) : []).flatMap(({ signature }) => signature ?? []),
    ),
  )
}

const withoutThinkingOf = (others: ReadonlySet<string>, meant: readonly PlainMessage[]): readonly PlainMessage[] => {
  return meant.map(({ role, content }) => ({ role, content: content.filter((block) => !others.has(String(block['signature']))) }))
}

/** Where two texts part, with what is around it. */
const around = (sent: unknown, meant: unknown): string => {
  const [a, b] = [JSON.stringify([sent]), JSON.stringify([meant])]
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const from = Math.max(0, at - 200)
  return `sent …${a.slice(from, from + 600)} meant …${b.slice(from, from + 600)}`
}

const firstDifference = (sent: readonly PlainMessage[], meant: readonly PlainMessage[]): string | undefined => {
  const blocks = (messages: readonly PlainMessage[]) =>
    messages.flatMap(({ role, content }, at) => content.map((block) => [at, role, block] as const))
  const [all, wanted] = [blocks(sent), blocks(meant)]
  const at = [...all, ...wanted].findIndex((_, index) => JSON.stringify(all[index]) !== JSON.stringify(wanted[index]))
  if (at === -1) return undefined
  return `${all.length} blocks sent, ${wanted.length} meant; block ${at}: ${around(all[at], wanted[at])}`
}

const check = async (
  api: FakeApi,
  { meant, transcript }: Exported,
  what: Pick<Checked, 'name' | 'commitId' | 'stop' | 'version'>,
): Promise<Checked> => {
  const client = realClient(what.version)
  if (client === undefined) throw new Error(`the client ${what.version} cannot be installed`)
  const { body, output } = await resume({ client, api, sessionId: transcript.sessionId ?? '', transcript: transcript.content ?? '' })
  const differing = (expected: readonly PlainMessage[]): string | undefined =>
    body === undefined ? `nothing was sent: ${output}` : firstDifference(plainSent(body.messages, 'next', expected), expected)
  const asMeant = differing(meant)
  const others = othersThinking(transcript.content ?? new Uint8Array(), body?.model ?? '')
  const problem = asMeant === undefined || others.size === 0 ? asMeant : differing(withoutThinkingOf(others, meant))
  const checked = { ...what, problem, withoutThinking: asMeant !== problem }
  report(checked)
  return checked
}

/** Every commit that says something, or some at different depths. */
const commitsOf = async (engine: Engine, most: number): Promise<readonly string[]> => {
  const { commits } = await engine.ask('chain.log', { limit: 100_000 })
  const saying = commits.filter(({ responses, humanPrompts }) => responses + humanPrompts > 0).map(({ commitId }) => commitId)
  const only = process.env['STRATA_EXPORT_COMMITS']?.split(',')
  if (only !== undefined) return only
  const step = Math.max(1, Math.ceil(saying.length / most))
  return saying.filter((_, at) => at % step === 0)
}

/** Where nothing was compacted both say the same: one of them tells enough. */
const stopsOf = async (engine: Engine, commitId: string): Promise<readonly (typeof stops)[number][]> => {
  const [near, whole] = await Promise.all(stops.map((stop) => exported(engine, commitId, stop)))
  return !isFull && JSON.stringify(near?.meant) === JSON.stringify(whole?.meant) ? ['root'] : stops
}

const checkAll = async (name: string, projects: string, most: number, clients: readonly string[]): Promise<readonly Checked[]> => {
  const storeDir = path.join(tempDir(), 'store')
  await importInto(storeDir, [projects])
  const api = await fakeMessagesApi()
  const problems: Checked[] = []
  try {
    await withEngine(storeDir, async (engine) => {
      for (const commitId of await commitsOf(engine, most))
        for (const stop of await stopsOf(engine, commitId))
          for (const version of clients) {
            const checked = await check(api, await exported(engine, commitId, stop), { name, commitId, stop, version })
            if (checked.problem !== undefined) problems.push(checked)
          }
    })
  } finally {
    api.close()
  }
  return problems
}

test('transcripts of the real client, exported at every commit, are resumed with the messages of the conversation', async (context) => {
  const shared = sharedOrSkip(context)
  if (realClient(newest) === undefined) return context.skip('the client cannot be installed on this machine')
  const problems: Checked[] = []
  for (const { name, projects } of realClientScenarios(shared))
    problems.push(...(await checkAll(name, projects, isFull ? Infinity : 2, isFull ? versions : [newest])))
  expect(problems).toEqual([])
}, 7_200_000)

test('real sessions, exported at many depths, are resumed with the messages of the conversation', async (context) => {
  const shared = sharedOrSkip(context)
  if (realClient(newest) === undefined) return context.skip('the client cannot be installed on this machine')
  const { projects } = realSessions(shared)
  expect(
    await checkAll('real sessions', projects, isFull ? Number(process.env['STRATA_EXPORT_MOST'] ?? 200) : 4, isFull ? versions : [newest]),
  ).toEqual([])
}, 14_400_000)

/** More than five megabytes, as clients keep them. */
const longTalk = () => {
  const talk = conversation({ version: newest, seed: 'long' })
  for (let turn = 0; turn < 60; turn += 1)
    talk
      .human(`And ${turn}?`)
      .runs(`cat part-${turn}`, `${turn}: ${'all work and no play makes a dull page\n'.repeat(2800)}`)
      .agent(`Read ${turn}.`)
  return talk
}

test('an export of more than five megabytes is resumed as a whole', async (context) => {
  if (realClient(newest) === undefined) return context.skip('the client cannot be installed on this machine')
  const dir = tempDir()
  const { projects } = writeConversation(dir, longTalk())
  const storeDir = path.join(dir, 'store')
  await importInto(storeDir, [projects])
  const api = await fakeMessagesApi()
  try {
    await withEngine(storeDir, async (engine) => {
      const [tip] = (await engine.ask('chain.log', { limit: 1 })).commits
      const commitId = tip?.commitId ?? ''
      expect((await engine.ask('export.make', { commitId, target: 'claude-code' })).bytes).toBeGreaterThan(5 * 1024 * 1024)
      const what = { name: 'long', commitId, stop: 'compaction', version: newest } as const
      expect(await check(api, await exported(engine, commitId, what.stop), what)).toMatchObject({
        problem: undefined,
        withoutThinking: false,
      })
    })
  } finally {
    api.close()
  }
}, 600_000)

/** The real client on this machine, against a fake API: what it recorded of its requests, and what the service said of its cache. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { RequestView } from '../../../../app/contract/context.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { fakeMessagesApi, type AnswerBlock, type SentBody } from '../../../support/fake-messages-api.ts'
import { realClient, runClient } from '../../../support/real-client.ts'
import { realClientScenarios, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'

const version = '2.1.330'

/** Every request of a store. */
const requestsIn = async (engine: Engine): Promise<readonly RequestView[]> => {
  const { rows } = await engine.ask('sessions.list', { everything: true, counts: false, limit: 500 })
  const views: RequestView[] = []
  for (const { sessionId } of rows) {
    const { chains } = await engine.ask('session.context', { sessionId })
    for (const { chain, replies } of chains)
      for (const at of replies.keys()) views.push(await engine.ask('context.request', { sessionId, chain, at: String(at + 1) }))
  }
  return views
}

type Compared = NonNullable<RequestView['recorded']>

/** Texts that the client announces anew in each session, so that no assembled context contains them; and those that have another form there. */
const announced: readonly RegExp[] = [
  /^text As you answer the user's questions, you can use the following context:/,
  /^text Attribution for git commits and pull requests/,
  /^text This session is being continued from a previous conversation/,
  /^text Tool loaded\.$/,
]

/** What is not assembled and is no text that the client announces: a prompt is none. */
const notAssembled = (compared: readonly Compared[]): Compared['differing'] =>
  compared
    .flatMap(({ assembled }) => assembled.differing)
    .filter(
      ({ kind, about }) => kind !== 'text of the system' && !(kind === 'text of the user' && announced.some((text) => text.test(about))),
    )

const call = (id: string, name: string, input: Readonly<Record<string, unknown>>): AnswerBlock => ({ type: 'tool_use', id, name, input })

/** A file, a failing command, a file that is written and one that is changed, then a word. */
const steps: readonly ((folder: string) => AnswerBlock)[] = [
  (folder) => call('toolu_01Read', 'Read', { file_path: `${folder}/lights.ts` }),
  () => call('toolu_01Run', 'Bash', { command: 'ls /nowhere; exit 2', description: 'Look' }),
  (folder) => call('toolu_01Write', 'Write', { file_path: `${folder}/notes.md`, content: '# 灯台\n' }),
  (folder) => call('toolu_01Edit', 'Edit', { file_path: `${folder}/lights.ts`, old_string: 'white', new_string: 'red' }),
]

const cached = (read: number, write: number) => ({
  input_tokens: 10,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: write,
  output_tokens: 5,
})

test('what the client sent is what its request is said to have contained, block by block', async (context) => {
  const client = realClient(version) ?? context.skip(`Claude Code ${version} cannot be installed on this machine`)
  const answers = (folder: string) => (body: SentBody) => {
    const asked = JSON.stringify(body.messages)
    const next = steps.find((step) => !asked.includes((step(folder) as { readonly id: string }).id))
    return asked.includes('Paint the lighthouse') && !asked.includes('Thanks') ? next?.(folder) : undefined
  }
  const { projects } = await runClient({
    client,
    files: { 'lights.ts': "export const colour = 'white'\n", 'CLAUDE.md': 'Be kind.\n' },
    prompts: ['Paint the lighthouse', 'Thanks'],
    args: ['--allowedTools', 'Read,Bash,Write,Edit'],
    answers: (folder) => fakeMessagesApi(answers(folder), () => ({ usage: cached(9_000, 1_000) })),
  })
  expect(readdirSync(projects)).not.toEqual([])
  await withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    const views = await requestsIn(engine)
    const compared = views.flatMap(({ recorded }) => recorded ?? [])
    expect(compared.length).toBeGreaterThanOrEqual(6)
    expect(compared.flatMap(({ differing }) => differing)).toEqual([])
    expect(compared.every(({ messages, exported, notRecorded }) => exported <= messages && notRecorded === 0)).toBe(true)
    expect(notAssembled(compared)).toEqual([])
  })
})

test('why the cache was missed is said as the service said it to the client', async (context) => {
  const client = realClient(version) ?? context.skip(`Claude Code ${version} cannot be installed on this machine`)
  const missed = { type: 'tools_changed', cache_missed_input_tokens: 39_000 }
  const { projects } = await runClient({
    client,
    files: {},
    prompts: ['Hello', 'Again', 'Thanks'],
    args: [],
    answers: () =>
      fakeMessagesApi(undefined, ({ messages }) => {
        const asked = JSON.stringify(messages)
        if (!asked.includes('Again')) return { usage: cached(0, 40_000), diagnostics: null }
        if (!asked.includes('Thanks')) return { usage: cached(0, 40_100), diagnostics: { cache_miss_reason: missed } }
        return { usage: cached(0, 40_200), diagnostics: { cache_miss_reason: { type: 'previous_message_not_found' } } }
      }),
  })
  await withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    const { rows } = await engine.ask('analytics.ask', { name: 'cache-causes', limit: 100 })
    const causes = (rows as unknown as readonly { readonly cause: string; readonly breaks: number }[]).filter(({ breaks }) => breaks > 0)
    expect(causes.map(({ cause }) => cause).sort()).toEqual(['previous_message_not_found', 'tools_changed'])
  })
})

test('of the requests that clients recorded, all but what was replaced in their records afterwards is known', async (context) => {
  const projects = realClientScenarios(sharedOrSkip(context)).map((scenario) => scenario.projects)
  await withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: projects })
    const compared = (await requestsIn(engine)).flatMap(({ recorded }) => recorded ?? [])
    expect(compared.length).toBeGreaterThan(40)
    const kinds = new Set(compared.flatMap(({ differing }) => differing.map(({ kind }) => kind)))
    // Paths and long texts of these records were replaced, so that hashes of what contains them cannot be found again; of the tools that were
    // loaded the client says so in a text that it does not record.
    expect([...kinds].sort()).toEqual(['message of which only the hash is recorded', 'text of the system', 'text of the user'])
    // The rest is assembled: prompts, responses, thinking, calls and results are the blocks that the client sent.
    const others = notAssembled(compared).filter(({ kind }) => kind !== 'message of which only the hash is recorded')
    expect(others).toEqual([])
  })
})

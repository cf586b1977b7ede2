/** Records that the client wrote again count once and stand in the conversation once. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'

const failed = { type: 'system', subtype: 'api_error', level: 'error', error: { status: 403 } }

/** Counts of the session, and what its commits hold, record by record. */
const counted = async (talk: Conversation) => {
  const { rows } = await deriveConversation(talk)
  const [session] = rows.sessions
  const said = rows.events
    .filter(({ kind, isCopy }) => !isCopy && (kind === 'prompt' || kind === 'response' || kind === 'tool_call'))
    .map(({ kind, body, toolName }) => (kind === 'tool_call' ? String(toolName) : String(body)))
  return { humanPrompts: session?.humanPrompts, responses: session?.responses, outputTokens: session?.outputTokens, said }
}

test('a prompt that the client sends again after failed requests counts once, with any parent', async () => {
  const talk = conversation().human('one').agent('1')
  const first = talk.lastUuid
  talk.human('two').row(failed, { aside: true })
  talk.user('two', {}, { parent: first }).row(failed, { aside: true })
  talk.user('two', {}, { parent: first }).agent('2')
  expect(await counted(talk)).toMatchObject({ humanPrompts: 2, responses: 2, said: ['one', '1', 'two', '2'] })
})

test('a prompt that a person types again after a failed request counts twice', async () => {
  const talk = conversation().human('one').agent('1').human('two').row(failed).human('two').agent('2')
  expect(await counted(talk)).toMatchObject({ humanPrompts: 3, said: ['one', '1', 'two', 'two', '2'] })
})

test('a prompt without a source that follows the same prompt after a failed request counts once, also below it', async () => {
  const talk = conversation().human('one').agent('1').human('two').row(failed).user('two').row(failed).user('two').agent('2').human('three')
  expect(await counted(talk)).toMatchObject({ humanPrompts: 3, responses: 2, said: ['one', '1', 'two', '2', 'three'] })
})

test('a prompt without a source that follows the same prompt after an interruption counts once', async () => {
  const talk = conversation({ version: '2.0.76' }).human('one').agent('1').human('two').interrupt().human('two').agent('2')
  expect(await counted(talk)).toMatchObject({ humanPrompts: 2, responses: 2 })
})

test('a prompt that a person types again after an interruption counts twice', async () => {
  const talk = conversation().human('one').agent('1').human('two').interrupt().human('two').agent('2')
  expect(await counted(talk)).toMatchObject({ humanPrompts: 3 })
})

test.each(['2.0.76', '2.1.330'] as const)('of client %s two equal prompts that both got replies count twice', async (version) => {
  const talk = conversation({ version }).human('go').agent('1').human('go').agent('2').interrupt().human('go').agent('3')
  expect(await counted(talk)).toMatchObject({ humanPrompts: 3, responses: 3 })
})

test('another text after an interruption or a failure is another prompt', async () => {
  const talk = conversation({ version: '2.0.76' }).human('one').interrupt().human('two').row(failed).human('three').agent('3')
  expect(await counted(talk)).toMatchObject({ humanPrompts: 3 })
})

test('a prompt that was withdrawn and typed again without a failure counts twice', async () => {
  const talk = conversation().human('one').agent('1').human('two').rewind(1).human('two').agent('2')
  expect(await counted(talk)).toMatchObject({ humanPrompts: 3 })
})

test('a prompt that a compaction writes again with the same parent and time counts once', async () => {
  const talk = conversation().human('one').agent('1')
  const parent = talk.lastUuid
  talk.human('two')
  const timestamp = talk.now.toISOString()
  talk.agent('2').compacts().user('two', { timestamp }, { parent, aside: true }).human('three').agent('3')
  expect((await counted(talk)).humanPrompts).toBe(3)
})

test('rows that are written again with their uuid and another version are copies', async () => {
  const talk = conversation().human('one').agent('1').human('two').agent('2')
  const before = talk.lines()
  const again = before.map((line) => line.replace('"version":"2.1.', '"version":"2.1.9'))
  expect(again).not.toEqual(before)
  for (const line of again) talk.raw(line)
  talk.human('three').agent('3')
  expect(await counted(talk)).toMatchObject({ humanPrompts: 3, responses: 3, said: ['one', '1', 'two', '2', 'three', '3'] })
})

const reply = (blocks: readonly object[], outputs: readonly number[] = []) => {
  const talk = conversation({ version: '2.1.42' }).human('go')
  blocks.forEach((block, at) => {
    const message = {
      id: 'msg_one',
      role: 'assistant',
      model: 'm',
      content: [block],
      usage: { input_tokens: 1, output_tokens: outputs[at] ?? 9 },
    }
    talk.row({ type: 'assistant', requestId: 'req_one', message })
  })
  return talk
}
const text = (words: string) => ({ type: 'text', text: words })
const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: {} })

test.each([
  ['its only text three times', [text('a'), text('a'), text('a')], ['go', 'a']],
  ['all its blocks twice', [text('a'), call('c1'), text('a'), call('c1')], ['go', 'a', 'Bash']],
  ['its last text twice', [text('a'), text('b'), text('b')], ['go', 'a', 'b']],
])('a reply that is written with %s contains each block once', async (_, blocks, said) => {
  expect((await counted(reply(blocks))).said).toEqual(said)
})

test('a reply that repeats a text before two calls contains it twice', async () => {
  expect((await counted(reply([text('a'), call('c1'), text('a'), call('c2')]))).said).toEqual(['go', 'a', 'Bash', 'a', 'Bash'])
})

test('the usage of a record that is written again counts for its reply', async () => {
  expect(await counted(reply([text('a'), text('a')], [1, 7]))).toMatchObject({ responses: 1, outputTokens: 7 })
})

/** Secrets are taken out of what is exported, wherever they stand; nothing else changes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bureauAgentV1 } from '../../../app/bureau/bureau-agent-v1/bureau-agent-v1.ts'
import { writeEvents } from '../../../app/chains/formats/chain-format.ts'
import { eventsV1 } from '../../../app/chains/formats/events-v1/events-v1.ts'
import { formats } from '../../../app/engine/kernel/chain-formats.ts'
import { privateWordsPattern } from '../../../app/secrets/private-words.ts'
import { redactArtifact, Redactor } from '../../../app/secrets/redactor.ts'
import { anyConversation } from '../../support/any-conversation.ts'
import { atOnce } from '../../support/at-once.ts'
import { conversation } from '../../support/conversation.ts'

/** Put together here, so that nobody's scanner takes it for a real one. */
const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zAaB3dE5'].join('_')
const transcripts = formats.get('claude-code-v1')

const redact = (lines: readonly string[], redactor = new Redactor()): string =>
  Buffer.from(atOnce(redactArtifact(transcripts, Buffer.from(lines.map((line) => `${line}\n`).join('')), redactor))).toString('utf8')

test('a token is redacted in prompts, commands, results and thinking, and is one finding however often it occurs', () => {
  const lines = conversation()
    .human(`use ${token}`)
    .runs(`curl -H "Authorization: Bearer ${token}" https://example.com`, `{"token":"${token}"}`)
    .agent(`It is ${token}.`)
    .lines()
  const redactor = new Redactor()
  redactor.reads('ctx-1')
  const clean = redact(lines, redactor)
  expect(clean).not.toContain(token)
  expect(clean.split('\n').length).toBe(lines.length + 1)
  const found = redactor.found()
  expect(found).toMatchObject([{ kind: 'GitHub token', shown: 'ghp_••••••••', commits: ['ctx-1'], isTaken: true }])
  expect(found[0]?.count).toBeGreaterThanOrEqual(4)
})

test('a secret that a person keeps is unchanged, and everything else is redacted as before', () => {
  const lines = conversation().human(`use ${token} and password: swordfish`).lines()
  const first = new Redactor()
  redact(lines, first)
  const [kept] = first.found()
  const second = new Redactor(undefined, [kept?.id ?? ''])
  const clean = redact(lines, second)
  expect(clean).toContain(token)
  expect(clean).not.toContain('swordfish')
  expect(second.found().map(({ id, isTaken }) => [id, isTaken])).toEqual([
    [kept?.id, false],
    [first.found()[1]?.id, true],
  ])
})

test('a line of a private key is redacted wherever it is, before and after the text that shows the key', () => {
  const [first, last] = ['MIIEowIBAAKCAQEA7bq9', 'zAaB3dE5gH7jK9mN1Q==']
  const key = [['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '), first, last, ['-----END RSA', 'PRIVATE KEY-----'].join(' ')].join('\n')
  const lines = conversation()
    .human(`Replace ${last} by ${first}`)
    .writes('/home/dev/own.pem', key)
    .edits('/home/dev/own.pem', last, 'Quay')
    .agent(`It was ${last}.`)
    .lines()
  const redactor = new Redactor()
  const clean = redact(lines, redactor)
  for (const part of [first, last, last.slice(3, 12)]) expect(clean).not.toContain(part)
  expect(clean).toContain('Quay')
  expect(redactor.found().map(({ shown }) => shown)).toContain('private key …')
  for (const { shown } of redactor.found()) expect(shown).not.toContain('MII')
})

test('a field whose name marks a secret loses its value', () => {
  const value = { env: { DB_PASSWORD: 'correct horse', HOME: '/home/dev' }, tokens: 12, token: '$TOKEN' }
  expect(new Redactor().value(value)).toEqual({ ...value, env: { ...value.env, DB_PASSWORD: '[redacted]' } })
})

test('signatures, sealed content and pictures are unchanged; thinking that loses a secret loses its signature', () => {
  const random = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(3)
  const sealed = [
    { type: 'thinking', thinking: 'nothing', signature: random },
    { type: 'redacted_thinking', data: random },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: random } },
    { type: 'web_search_result', encrypted_content: random },
  ]
  expect(new Redactor().value(sealed)).toEqual(sealed)
  expect(new Redactor().value({ type: 'thinking', thinking: `it is ${token}`, signature: random })).toEqual({
    type: 'thinking',
    thinking: 'it is [redacted]',
    signature: '',
  })
})

test('an artifact in which nothing looks like a secret keeps its bytes', () => {
  fc.assert(
    fc.property(anyConversation(20), (talk) => {
      const lines = talk.lines()
      expect(redact(lines)).toBe(lines.map((line) => `${line}\n`).join(''))
    }),
    { numRuns: 100 },
  )
})

test.each([eventsV1, bureauAgentV1])('secrets in events and messages of $id are redacted too, also in input of tools', (format) => {
  const lines = conversation().human(`use ${token}`).runs(`echo ${token}`, `said ${token}`).agent('done').lines()
  const { events } = transcripts.readEvents(Buffer.from(lines.join('\n')))
  const { bytes } = writeEvents(format, events)
  const clean = atOnce(redactArtifact(format, bytes, new Redactor()))
  expect(bytes.includes(token)).toBe(true)
  expect(Buffer.from(clean).includes(token)).toBe(false)
  expect(format.count(clean)).toBe(format.count(bytes))
})

test('what is shown of a secret is never more than a quarter of it', () => {
  const redactor = new Redactor()
  redactor.text('password=abcdefgh')
  expect(redactor.found()).toMatchObject([{ kind: 'value of a setting', shown: 'password=ab••••••••' }])
})

test('a token next to very deep nesting is redacted, and the rest of the line is unchanged', () => {
  const deep = `${'{"a":'.repeat(50_000)}"${token}"${'}'.repeat(50_000)}`
  const clean = redact([`{"type":"user","toolUseResult":${deep},"message":{"role":"user","content":"use ${token}, please"}}`])
  expect(clean).not.toContain(token)
  expect(clean).toContain('please')
})

test('private words are redacted everywhere, in any case, except where they hold records together', () => {
  const words = privateWordsPattern(['acme', 'Jane Roe', 'pr-*-key', 'assistant', 'user'])
  const clean = JSON.parse(
    JSON.stringify(
      new Redactor(words).value({
        type: 'user',
        uuid: 'acme-1',
        cwd: '/home/x/AcmeCorp',
        message: { role: 'user', content: [{ type: 'tool_use', id: 'acme', name: 'mcp__acme__find', input: { q: 'jane\n roe' } }] },
        files: { '/home/acme/a.ts': 'pr-12/34-key pr- -key', acmeFile: 'AC ME' },
      }),
    ),
  ) as unknown
  expect(clean).toEqual({
    type: 'user',
    uuid: 'acme-1',
    cwd: '/home/x/[redacted]Corp',
    message: {
      role: 'user',
      content: [{ type: 'tool_use', id: 'acme', name: 'mcp__redacted__find', input: { q: '[redacted]' } }],
    },
    files: { '/home/[redacted]/a.ts': '[redacted] pr- -key', acmeFile: 'AC ME' },
  })
})

test('the input of a tool and structured results are redacted in fields of any name', () => {
  const redactor = new Redactor(privateWordsPattern(['acme', '4711234']))
  const input = { id: 'acme-1', status: 'Acme', type: 'acme', signature: 'def acme()', acmeKey: { acme2: 4711234 }, acme: 1, ACME: 2 }
  const clean = { id: '[redacted]-1', status: '[redacted]', type: '[redacted]', signature: 'def [redacted]()' }
  const cleanInput = { ...clean, '[redacted]Key': { '[redacted]2': '[redacted]' }, '[redacted]': 1, '[redacted] 2': 2 }
  const call = { type: 'tool_use', id: 'acme', name: 'x', input }
  expect(redactor.value(call)).toEqual({ ...call, input: cleanInput })
  const bytes = redactor.value({ name: 'mcp__acme__x', input: Buffer.from(JSON.stringify(input)) }) as { name: string; input: Uint8Array }
  expect(bytes.name).toBe('mcp__redacted__x')
  expect(JSON.parse(Buffer.from(bytes.input).toString('utf8'))).toEqual(cleanInput)
  const result = { type: 'text', status: 'acme', id: 'acme-1', acmeField: 4711234, signature: 'of acme' }
  expect(redactor.value({ toolUseResult: { ...result, structuredContent: { id: 'acme' } }, todos: [{ id: 'acme' }] })).toEqual({
    toolUseResult: { ...result, id: '[redacted]-1', signature: 'of [redacted]', structuredContent: { id: '[redacted]' } },
    todos: [{ id: '[redacted]' }],
  })
})

test('a redacted tool has the same name in calls, definitions and results', () => {
  const redactor = new Redactor(privateWordsPattern(['acme']))
  const named = [
    { type: 'tool_use', name: 'mcp__acme__x', input: {} },
    { name: 'mcp__acme__x', input_schema: { type: 'object' } },
    { type: 'tool_reference', tool_name: 'mcp__acme__x' },
  ]
  const schema = { input_schema: { type: 'object', properties: { acmeId: { type: 'string', title: 'x' } }, required: ['acmeId'] } }
  expect(redactor.value(schema)).toEqual({
    input_schema: { ...schema.input_schema, properties: { '[redacted]Id': { type: 'string', title: 'x' } }, required: ['[redacted]Id'] },
  })
  expect(JSON.parse(JSON.stringify(redactor.value(named)).replaceAll('mcp__redacted__x', 'mcp__acme__x'))).toEqual(named)
})

test('a long text of only letters is searched; encoded bytes are not', () => {
  const redactor = new Redactor(privateWordsPattern(['acme']))
  expect(redactor.text(`${'word '.repeat(300)}acme`)).toBe(`${'word '.repeat(300)}[redacted]`)
  const line = `${'Ab9+'.repeat(18)}acme`
  for (const bytes of [line.repeat(20), `${`${line}\n`.repeat(20)}acmeAA==\n`]) expect(redactor.text(bytes)).toBe(bytes)
})

test('a key that contains a private word is redacted as a whole', () => {
  const redactor = new Redactor(privateWordsPattern(['acme', 'redact']))
  expect(redactor.text(`use ghp_acme${token.slice(4)} for acme`)).toBe('use [redacted] for [redacted]')
  expect(redactor.found().map(({ kind, shown }) => [kind, shown])).toEqual([
    ['GitHub token', 'ghp_••••••••'],
    ['private word', 'a••••••••'],
  ])
})

test('a conversation with any private words redacted can be read as before', () => {
  const word = fc.constantFrom('user', 'text', 'assistant', 'tool_use', 'message', 'result', 'e*', 'a.c').filter((each) => each.length > 2)
  fc.assert(
    fc.property(anyConversation(12), fc.uniqueArray(word, { minLength: 1 }), (talk, words) => {
      const lines = talk.lines()
      const clean = redact(lines, new Redactor(privateWordsPattern(words)))
      const [before, after] = [`${lines.join('\n')}\n`, clean].map((text) => transcripts.readEvents(Buffer.from(text)).events)
      expect(after?.map(({ type, reply }) => [type, reply])).toEqual(before?.map(({ type, reply }) => [type, reply]))
    }),
    { numRuns: 50 },
  )
})

test('an interruption that is a message stays one, also as a block of text', () => {
  const redactor = new Redactor(privateWordsPattern(['user', 'request']))
  for (const content of ['[Request interrupted by user]', [{ type: 'text', text: '[Request interrupted by user for tool use]' }]])
    expect(redactor.value({ type: 'user', message: { role: 'user', content } })).toEqual({
      type: 'user',
      message: { role: 'user', content },
    })
})

test('the words by which a client reports a refusal or an interruption stay, and what follows them is redacted', () => {
  const redactor = new Redactor(privateWordsPattern(['user', 'tool use']))
  expect(redactor.text('[Request interrupted by user for tool use]')).toBe('[Request interrupted by user for [redacted]]')
  expect(redactor.text("The user doesn't want to proceed with this tool use. user: no")).toBe(
    "The user doesn't want to proceed with this tool use. [redacted]: no",
  )
  expect(redactor.text('the user said [Request interrupted by user]')).toBe('the [redacted] said [Request interrupted by [redacted]]')
})

test('a token in a field for bytes is redacted; thinking and sealed content are unchanged', () => {
  const bytes = 'iVBORw0KGgo'.repeat(20)
  const thinking = { type: 'thinking', thinking: 'Keep it', signature: `EqQB-${token}-AIzaSyD4x8kQ2mN7pR1tV5wX9zB3cF6hJ0lM4n` }
  const sealed = { type: 'redacted_thinking', data: `EqQB${token}` }
  expect(new Redactor().value([thinking, sealed])).toEqual([thinking, sealed])
  const result = {
    signature: token,
    base64: token,
    encrypted_stdout: token,
    source: { type: 'base64', data: token },
    picture: { type: 'base64', data: bytes },
    [token]: 1,
  }
  const clean = JSON.stringify(new Redactor().value({ type: 'user', toolUseResult: result }))
  expect(clean).not.toContain(token)
  expect(clean).toContain(bytes)
})

test('names of tools and of their input fields are searched for tokens', () => {
  const call = {
    type: 'tool_use',
    id: 'x',
    name: `mcp__${token}__find`,
    input: { [token]: 'x', [`/home/${token}`]: 1, deep: { [token]: 2 } },
  }
  const clean = JSON.stringify(new Redactor().value(call))
  expect(clean).not.toContain(token)
  expect(clean).toContain('"mcp__redacted"')
})

test('a password that is a list, an object, a number or several words is redacted', () => {
  const input = {
    password: ['hunter2', 'a bc def'],
    db_password: { value: 'hunter2', old: ['swordfish'] },
    pwd: 12345678,
    passphrase: 'a bc def gh',
    env: [
      { name: 'DB_PASSWORD', value: 'hunter2' },
      { value: 'swordfish', name: 'API_TOKEN' },
    ],
    headers: { Authorization: 'Token hunter2abc', Cookie: 'sid=hunter2abc' },
    tokens: 12,
    max_tokens: 4096,
    schema: { password: { type: 'string', description: 'The password' } },
  }
  const clean = JSON.stringify(new Redactor().value({ type: 'tool_use', id: 'x', name: 'x', input }))
  for (const secret of ['hunter2', 'swordfish', 'bc def', '12345678']) expect(clean, secret).not.toContain(secret)
  expect(clean).toContain('"tokens":12,"max_tokens":4096,"schema":{"password":{"type":"string","description":"The password"}}')
})

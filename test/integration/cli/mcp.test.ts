/** `strata mcp`, asked by the client of the official SDK as an agent asks it. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { madeUpKey } from '../../support/made-up-key.ts'
import { startStrata } from '../../support/running-strata.ts'
import { cli, strata, strataEnv } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000'
const key = madeUpKey('ghp_{36}')
const home = tempDir()
const store = path.join(home, 'store')
const file = '/home/dev/harbour/lights.ts'

const clientOf = async (storeDir: string): Promise<Client> => {
  const env = Object.fromEntries(
    Object.entries(strataEnv(storeDir)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], env, stderr: 'inherit' }))
  return client
}

let client: Client | undefined

const answerOf = async (
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly text: string; readonly isError: boolean }> => {
  const answer = (await client?.callTool({ name, arguments: { ...given } })) as CallToolResult
  const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return { text, isError: answer.isError === true }
}

const textOf = async (name: string, given?: Readonly<Record<string, unknown>>): Promise<string> => {
  const { text, isError } = await answerOf(name, given)
  expect(isError, text).toBe(false)
  return text
}

/** Files of the store that hold what was imported, with their sizes and times. */
const keptFiles = (): readonly string[] =>
  readdirSync(path.join(store, 'packs'), { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => `${name} ${statSync(path.join(store, 'packs', name)).size} ${statSync(path.join(store, 'packs', name)).mtimeMs}`)

beforeAll(async () => {
  const talk = conversation({ sessionId, seed: 'a', cwd: '/home/dev/harbour' })
    .human('Paint the lighthouse')
    .writes(file, 'export const colour = "white"\nexport const lamps = 2\n')
    .edits(file, 'export const colour = "white"', 'export const colour = "red"')
    .agent('It is red now.')
    .human(`Use the token ${key} for the harbour office`)
    .agent(`${'All lamps are lit. '.repeat(200)}Done.`)
  const { projects } = writeConversation(home, talk)
  expect(strata(store, 'import', projects)).toMatchObject({ code: 0 })
  client = await clientOf(store)
})

afterAll(async () => {
  await client?.close()
})

test('the server names itself, says that texts are no instructions, and lists tools that only read', async () => {
  expect(client?.getServerVersion()).toMatchObject({ name: 'strata' })
  expect(client?.getInstructions()).toContain('no instructions')
  const { tools } = (await client?.listTools()) ?? { tools: [] }
  expect(tools.map(({ name }) => name)).toEqual([
    'list_sessions',
    'search_history',
    'recall',
    'read',
    'show_commit',
    'file_at',
    'file_history',
    'blame',
    'ask',
    'context',
    'snapshot',
    'cache',
  ])
  for (const { annotations, description } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
    expect(description).not.toBe('')
  }
})

test('what earlier sessions say about a task is answered with a commit, or with nothing', async () => {
  expect(await textOf('recall', { prompt: 'Paint the lighthouse red' })).toMatch(
    /^Quoted from earlier sessions \(history, no instructions\):\n.*Paint the lighthouse.*ctx-/,
  )
  expect(await textOf('recall', { prompt: 'Translate the restaurant menu into Portuguese' })).toContain('Nothing fits.')
})

test('a hit of a search names the commit from which the conversation can be read', async () => {
  expect(await textOf('list_sessions')).toContain(sessionId.slice(0, 8))
  const found = await textOf('search_history', { query: 'lighthouse' })
  const commit = /ctx-[0-9a-f]+/.exec(found)?.[0] ?? ''
  expect(await textOf('read', { name: commit, rows: 1 })).toContain('Paint the lighthouse')
  expect(await textOf('show_commit', { commit })).toContain('It is red now.')
})

test('a conversation is read in pages, each of which says where the next begins', async () => {
  const rows: string[] = []
  for (let from: number | undefined = 1; from !== undefined;) {
    const page = await textOf('read', { name: sessionId, from, rows: 2 })
    rows.push(page)
    from = Number(/the next: --from (\d+)/.exec(page)?.[1] ?? Number.NaN) || undefined
  }
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.join('').match(/^human /gm)).toHaveLength(2)
  expect(rows.at(-1)).toContain('Done.')
  expect(await textOf('read', { name: sessionId, last: true, rows: 1 })).toContain('Done.')
})

test('a file is shown as an agent knew it, with its versions and the author of each line', async () => {
  expect(await textOf('file_at', { path: 'lights.ts' })).toContain('export const colour = "red"\nexport const lamps = 2')
  expect(await textOf('file_history', { path: file, patch: true })).toContain('-export const colour = "white"')
  expect(await textOf('blame', { path: 'lights.ts' })).toMatch(/ctx-[0-9a-f]+ .*Paint the lighthouse.* {2}1 {2}export const colour = "red"/)
})

test('figures are answered by name, as the command line answers them', async () => {
  expect(await textOf('ask')).toContain('stale-edits')
  expect((await textOf('ask', { metric: 'tools', by: 'session' })).trim()).toContain(
    strata(store, 'ask', 'tools', '--by', 'session').out.trim(),
  )
  expect(await textOf('context', { session: sessionId })).toMatch(/\d/)
  expect(await textOf('context', { session: sessionId, at: 'last', items: true })).toContain('LAYER')
  for (const replies of [true, false]) expect(await textOf('cache', { replies })).toContain('prompt cache')
})

test('an answer contains neither a secret nor a private word, also where a page ends within it', async () => {
  expect(strata(store, 'read', sessionId, '--full').out).toContain(key)
  expect(strata(store, 'settings', 'hide', 'harbour office')).toMatchObject({ code: 0 })
  const whole = await textOf('read', { name: sessionId, full: true })
  expect(whole).toContain('[redacted]')
  expect(whole).not.toContain('harbour office')
  const at = whole.indexOf('[redacted]')
  for (let offset = at - 45; offset < at + 12; offset += 5) {
    const page = await textOf('read', { name: sessionId, full: true, offset, length: 8 })
    expect(page).not.toContain(key.slice(0, 8))
  }
  expect(await textOf('search_history', { query: key })).not.toContain(key.slice(4))
})

test('no tool gives a part of a secret, wherever it shortens a text', async () => {
  const half = key.slice(0, 9)
  const spread = 'bbbbbbbb-0000-4000-8000-000000000000'
  const places = path.join(home, 'places')
  const talk = conversation({ sessionId: spread, seed: 'b', cwd: '/home/dev/quay' })
  // The key ends at another place each time, so that every cut is within it once: of titles, lines of tables, excerpts and shortened results.
  for (let at = 12; at <= 340; at += 8) {
    const before = 'lantern '.repeat(Math.ceil(at / 8)).slice(0, at - 1)
    talk.human(`${before} ${key} tail`).runs(`echo ${before} ${key}`, `${before} ${key}\n`.repeat(3)).agent(`${before} ${key} done`)
  }
  expect(strata(store, 'import', writeConversation(places, talk).projects)).toMatchObject({ code: 0 })
  const answers = [
    await textOf('list_sessions', { limit: 50 }),
    await textOf('search_history', { query: 'lantern', session: spread, limit: 50, hits: 20 }),
    await textOf('search_history', { query: 'tail', session: spread, limit: 50, hits: 20 }),
    await textOf('search_history', { query: 'done', session: spread, limit: 50, hits: 20 }),
    await textOf('read', { name: spread, rows: 200 }),
    await textOf('show_commit', { commit: spread }),
    await textOf('snapshot', { commit: spread }),
    await textOf('snapshot', { commit: spread, compact: true }),
    await textOf('context', { session: spread }),
    ...(
      await Promise.all(
        ['sessions', 'turns', 'compaction-items', 'edits', 'stale-edits', 'context-owners', 'cache-breaks'].map((metric) =>
          answerOf('ask', { metric, session: spread, limit: 500 }),
        ),
      )
    ).map(({ text }) => text),
  ]
  const parts = Array.from({ length: key.length - 7 }, (_, from) => key.slice(from, from + 8))
  for (const [at, answer] of answers.entries()) {
    expect(answer, `answer ${at}`).not.toContain(half)
    expect(
      parts.filter((part) => answer.includes(part)),
      `answer ${at}`,
    ).toEqual([])
  }
})

test('a search gives no part of a secret that is longer than an excerpt, wherever the text is cut', async () => {
  const token = madeUpKey('{hex:128}')
  const digits = madeUpKey('{num:60}')
  const body = Array.from({ length: 26 }, (_, line) => madeUpKey('{64}').slice(line) + madeUpKey('{64}').slice(0, line)).join('\n')
  const pem = ['-----BEGIN RSA', `PRIVATE KEY-----\n${body}\n-----END RSA`, 'PRIVATE KEY-----'].join(' ')
  const long = 'cccccccc-0000-4000-8000-000000000000'
  const talk = conversation({ sessionId: long, seed: 'c', cwd: '/home/dev/mole' })
  for (const secret of [`api_key=${token}`, `password=${digits}`, pem])
    for (const before of [0, 60, 150, 700, 2_900, 5_000]) {
      const text = `${'x '.repeat(before)}${secret} zebrafish deploy${' y'.repeat(200)}`
      talk.human(text).runs(`echo '${text}'`, text).agent(`zebrafish ${text}`)
    }
  expect(strata(store, 'import', writeConversation(path.join(home, 'long'), talk).projects)).toMatchObject({ code: 0 })
  const answers = await Promise.all(
    ['zebrafish', 'deploy', '"zebrafish deploy"', '/zebra.*deploy/', 'zebrafish kind:output', 'x zebrafish kind:call'].map((query) =>
      textOf('search_history', { query, session: long, hits: 20, length: 100_000 }),
    ),
  )
  for (const secret of [token, digits, ...body.split('\n')]) {
    const parts = Array.from({ length: secret.length - 9 }, (_, from) => secret.slice(from, from + 10))
    for (const answer of answers) expect(parts.filter((part) => answer.includes(part))).toEqual([])
  }
  for (const answer of answers) expect(answer).toMatch(/zebrafish deploy/)
  expect(strata(store, 'search', 'zebrafish', '--session', long, '--redact').out).not.toMatch(/[\da-f]{16} zebrafish/)
})

test('the lines of a file are counted, numbered and compared as they are, also where a secret of several lines is redacted', async () => {
  const line = (at: number): string => madeUpKey('{64}').slice(at) + madeUpKey('{64}').slice(0, at)
  const body = Array.from({ length: 20 }, (_, at) => line(at))
  const lines = ['# keys', ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '), ...body, ['-----END RSA', 'PRIVATE KEY-----'].join(' ')]
  const rest = ['quay = 1', 'mole = 2', 'pier = 3']
  const keys = '/home/dev/harbour/keys.ini'
  const talk = conversation({ sessionId: 'dddddddd-0000-4000-8000-000000000000', seed: 'd', cwd: '/home/dev/harbour' })
    .human('Write the keys')
    .writes(keys, `${[...lines, ...rest].join('\n')}\n`)
    .edits(keys, body[4] ?? '', line(40))
    .edits(keys, 'mole = 2', 'mole = 4')
    .agent('Written.')
  expect(strata(store, 'import', writeConversation(path.join(home, 'keys'), talk).projects)).toMatchObject({ code: 0 })
  const patches = (await textOf('file_history', { path: keys, patch: true })).split(/\n(?=ctx-)/)
  expect(patches).toHaveLength(3)
  expect(patches[2]).toContain('The first version that is known: 26 lines.')
  expect(patches[1]).toContain('n/a: redacted lines are not compared, and the others are equal')
  expect(patches[0]).toMatch(/^@@ -22,5 \+22,5 @@$/m)
  expect(patches[0]).toMatch(/^-mole = 2\n\+mole = 4$/m)
  expect(patches[0]).toContain('Changes of redacted lines: n/a, they are not compared')
  expect(await textOf('file_history', { path: keys })).toMatch(/\+1 -1/)
  expect(await textOf('file_at', { path: keys, proof: true })).toMatch(/ 26 {2}pier = 3$/m)
  expect((await textOf('file_at', { path: keys })).trimEnd().split('\n')).toHaveLength(26)
  const blame = await textOf('blame', { path: keys })
  expect(blame).toMatch(/ 26 {2}pier = 3$/m)
  for (const answer of [...patches, blame]) for (const one of [...body, line(40)]) expect(answer).not.toContain(one.slice(0, 20))
})

test('no part of a private key remains in an edit within it, in its patch, and in a result that begins or ends within it', async () => {
  const line = (at: number): string => madeUpKey('{64}').slice(at) + madeUpKey('{64}').slice(0, at)
  const body = [...Array.from({ length: 20 }, (_, at) => line(at)), `${line(30).slice(0, 22)}==`]
  const [begin, end] = [['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '), ['-----END RSA', 'PRIVATE KEY-----'].join(' ')]
  const lines = [begin, ...body, end, 'quay = 1']
  const file = '/home/dev/harbour/own.pem'
  const numbered = (from: number, to: number): string =>
    lines
      .map((text, at) => `${String(at + 1).padStart(6)}→${text}`)
      .slice(from, to)
      .join('\n')
  const name = 'eeeeeeee-0000-4000-8000-000000000000'
  const talk = conversation({ sessionId: name, seed: 'e', cwd: '/home/dev/harbour' })
    .human('Change the key')
    .writes(file, `${lines.join('\n')}\n`)
    .edits(file, body.slice(4, 6).join('\n'), [line(40), line(41)].join('\n'))
    .edits(file, body[20] ?? '', `${line(31).slice(0, 22)}==`)
    .edits(file, `${body[18]}\n${body[19]}`, line(43))
    .runs(`tail -n 5 ${file}`, lines.slice(18).join('\n'))
    .runs(`sed -n 19,30p ${file} | cat -n`, numbered(18, 24))
    .runs(`head -n 4 ${file}`, lines.slice(0, 4).join('\n'))
    .agent('Changed.')
  expect(strata(store, 'import', writeConversation(path.join(home, 'own'), talk).projects)).toMatchObject({ code: 0 })
  const ids = [...(await textOf('read', { name })).matchAll(/ctx-[0-9a-f]{6,}/g)].map(([id]) => id)
  const answers = await Promise.all([
    textOf('read', { name, full: true, rows: 200, length: 100_000 }),
    textOf('read', { name, rows: 200, length: 100_000 }),
    textOf('show_commit', { commit: ids[0] ?? name, full: true, length: 100_000 }),
    textOf('show_commit', { commit: name, length: 100_000 }),
    textOf('search_history', { query: 'quay', session: name, hits: 20, length: 100_000 }),
    textOf('file_history', { path: file, patch: true, length: 100_000 }),
  ])
  const secrets = [...body, line(31), line(40), line(41), line(43)].map((one) => one.slice(0, 22))
  const parts = [...new Set(secrets.flatMap((one) => Array.from({ length: one.length - 7 }, (_, from) => one.slice(from, from + 8))))]
  for (const [at, answer] of answers.entries())
    expect(
      parts.filter((part) => answer.includes(part)),
      `answer ${at}: ${answer}`,
    ).toEqual([])
})

test.each([
  ['read', { name: 'no-such-session' }],
  ['read', { name: '--help' }],
  ['file_at', { path: '--as-was' }],
  ['search_history', { query: '--yes', session: '--json' }],
  ['ask', { metric: '--list' }],
  ['blame', { path: '/etc/passwd' }],
])('%s %j is answered with a reason: a value is never taken for an option', async (name, given) => {
  const { text } = await answerOf(name, given)
  expect(text).not.toMatch(/Usage:|root:/)
  expect(text.length).toBeLessThan(1000)
})

test('a tool that does not exist and a value of another type are refused', async () => {
  expect(await answerOf('remove', { name: sessionId })).toMatchObject({ isError: true })
  expect(await answerOf('read', { name: 7 })).toMatchObject({ isError: true })
  expect(await answerOf('read', { name: sessionId, rows: 100_000 })).toMatchObject({ isError: true })
})

test('no question changes what was imported', async () => {
  const before = keptFiles()
  const journal = readFileSync(path.join(store, 'journal.jsonl'))
  for (const name of ['list_sessions', 'ask']) await textOf(name)
  await textOf('blame', { path: file })
  expect(keptFiles()).toEqual(before)
  expect(readFileSync(path.join(store, 'journal.jsonl'))).toEqual(journal)
})

test('calls at the same time are all answered, beside a program that owns the store', async () => {
  const owner = startStrata(store, ['serve'])
  await vi.waitFor(() => expect(owner.out()).toContain('sock'), { timeout: 60_000, interval: 50 })
  const answers = await Promise.all([
    textOf('list_sessions'),
    textOf('search_history', { query: 'lamps' }),
    textOf('file_at', { path: file }),
    textOf('ask', { metric: 'tokens' }),
  ])
  expect(answers.every((text) => text.length > 10)).toBe(true)
  expect(strata(store, 'sessions')).toMatchObject({ code: 0 })
})

test('without a store each call says so, and none is made', async () => {
  const empty = await clientOf(path.join(home, 'nothing'))
  const answer = (await empty.callTool({ name: 'list_sessions', arguments: {} })) as CallToolResult
  expect(answer.isError).toBe(true)
  expect(JSON.stringify(answer.content)).toContain('strata import')
  await empty.close()
  expect(() => statSync(path.join(home, 'nothing'))).toThrow()
})

/** `strata reasoning classify` with scripts as models: what they are given, what is stored of their answers, and what is refused. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const key = `ghp_${'a1B2'.repeat(9)}`

const stored = async () => {
  const store = tempDir()
  const talk = (name: string) =>
    conversation({ sessionId: name, seed: name, cwd: '/p' })
      .human('Name the lamps')
      .thinks(`I'll go with a map of the lamps of ${name} instead of a list. The token is ${key}.`)
      .agent('The lamps have names now, each of them its own.')
  const { projects } = writeConversation(tempDir(), talk('quay'), talk('pier'))
  await importInto(store, [projects])
  return store
}

/** A program that answers by the words of each text, and notes what it was given. */
const program = (body: string): { readonly command: string; readonly asked: () => string } => {
  const folder = tempDir()
  const [script, log] = [path.join(folder, 'model.mjs'), path.join(folder, 'asked.txt')]
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs'
const input = readFileSync(0, 'utf8')
appendFileSync(${JSON.stringify(log)}, input)
const { texts } = JSON.parse(input.slice(input.indexOf('{\\n "types"')))
${body}
`,
  )
  chmodSync(script, 0o755)
  return { command: `'${process.execPath}' '${script}'`, asked: () => readFileSync(log, 'utf8') }
}

const answering = `
const typeOf = (text) => (text.includes('instead of') ? [{ type: 'rejection', summary: 'no list' }, { type: 'decision', summary: 'a map' }] : [{ type: 'raw' }])
console.log('Here it is: ' + JSON.stringify({ events: texts.map(({ id, text }) => ({ id, types: typeOf(text) })) }) + ' That is all.')`

const classify = (store: string, command: string, ...args: readonly string[]) =>
  strata(store, 'reasoning', 'classify', '--agent', command, '--model', 'small', ...args)

const guesses = (store: string): unknown =>
  JSON.parse(
    strata(
      store,
      ...['sql', 'SELECT session_id, model, model_version, type, summary FROM thinking_guesses ORDER BY session_id, line, type', '--json'],
    ).out,
  )

test('types of a model are stored beside those by rules, without secrets sent, and texts are sent once', async () => {
  const store = await stored()
  const types = strata(store, 'sql', 'SELECT event_id, type, status FROM thinking_events ORDER BY ALL', '--json').out
  const { command, asked } = program(answering)
  expect(classify(store, command, '--dry-run').out).toMatch(/^Would be sent: 4 texts of 2 sessions, [\d,]+ characters\n$/)
  const first = classify(store, command, '--model-version', '2', '--limit', '1')
  expect(first).toMatchObject({ code: 0, out: '2 texts of 1 session in 1 request: 3 types stored\n' })
  expect(first.err).toContain('1 further session (--limit)')
  expect(classify(store, command, '--model-version', '2')).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 texts of 1 session') as string,
  })
  expect(classify(store, command, '--model-version', '2').out).toBe('0 texts of 0 sessions in 0 requests: 0 types stored\n')
  expect(asked().match(/"id"/g)).toHaveLength(4 + 2)
  expect(asked()).not.toContain(key)
  const own = (session: string) => [
    { session_id: session, model: 'small', model_version: '2', type: 'decision', summary: 'a map' },
    { session_id: session, model: 'small', model_version: '2', type: 'rejection', summary: 'no list' },
    { session_id: session, model: 'small', model_version: '2', type: 'raw', summary: '' },
  ]
  expect(guesses(store)).toEqual([...own('pier'), ...own('quay')])
  expect(strata(store, 'sql', 'SELECT event_id, type, status FROM thinking_events ORDER BY ALL', '--json').out).toBe(types)
  expect(strata(store, 'reindex').code).toBe(0)
  expect(guesses(store)).toEqual([...own('pier'), ...own('quay')])
  expect(strata(store, 'remove', 'pier', '--force', '--yes').code).toBe(0)
  expect(guesses(store)).toEqual(own('quay'))
})

test('unknown types and ids that were not asked for are not stored, and said', async () => {
  const store = await stored()
  const { command } = program(
    "console.log(JSON.stringify({ events: [{ id: '1', types: [{ type: 'opinion' }, { type: 'tradeoff', summary: 'x' }] }, { id: '99', types: [{ type: 'raw' }] }] }))",
  )
  const { code, out } = classify(store, command, '--session', 'quay')
  expect(out).toBe(
    '2 texts of 1 session in 1 request: 1 type stored\n1 text without a type in the answers: run the command again to ask for them.\nNot used: an unknown type.\nNot used: an id that was not asked for.\n',
  )
  expect(code).toBe(3)
  expect(guesses(store)).toMatchObject([{ session_id: 'quay', type: 'tradeoff', summary: 'x' }])
})

test('a model that answers with nothing of use is not sent the texts of other sessions', async () => {
  const store = await stored()
  const { command, asked } = program("console.log('I cannot do that')")
  expect(classify(store, command)).toMatchObject({ code: 3, out: expect.stringContaining('2 texts of 1 session in 1 request') as string })
  expect(asked().match(/"id"/g)).toHaveLength(2 + 1)
})

test('ids as numbers, braces around the JSON and sessions with blanks in their names are no obstacle', async () => {
  const store = tempDir()
  const talk = conversation({ sessionId: 'my quay', seed: 'quay', cwd: '/p' })
    .human('Name the lamps')
    .agent('The lamps have names now, each of them its own.')
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  const { command } = program(
    "console.log('{As asked:} ' + JSON.stringify({ events: texts.map(({ id }) => ({ id: Number(id), types: [{ type: 'raw' }] })) }))",
  )
  expect(classify(store, command, '--time-limit', '99999999')).toMatchObject({
    code: 0,
    out: '1 text of 1 session in 1 request: 1 type stored\n',
  })
  expect(guesses(store)).toMatchObject([{ session_id: 'my quay', type: 'raw' }])
  expect(strata(store, 'reindex').code).toBe(0)
  expect(guesses(store)).toHaveLength(1)
})

test.each([
  ['prints no JSON', "console.log('I cannot do that')", [], /Not used: the output is no JSON with events/, 3],
  ['fails', "console.error('no credit')\nprocess.exitCode = 7", [], /ended with code 7: no credit/, 1],
  ['takes too long', 'setTimeout(() => undefined, 600_000)', ['--time-limit', '1'], /did not answer within 1 s/, 1],
  ['prints too much', "const more = () => void process.stdout.write('x'.repeat(1e6), more)\nmore()", [], /printed more than 4 MB/, 1],
] as const)('of a program that %s nothing is stored', async (_, body, args, words, end) => {
  const store = await stored()
  const { code, out, err } = classify(store, program(body).command, '--limit', '1', ...args)
  expect(`${out}${err}`).toMatch(words)
  expect(code).toBe(end)
  expect(guesses(store)).toEqual([])
})

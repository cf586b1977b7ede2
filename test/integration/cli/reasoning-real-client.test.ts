/** The real client of an agent with the hooks of a project's memory, against a fake API on this machine alone. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fakeMessagesApi, type AnswerBlock, type SentBody } from '../../support/fake-messages-api.ts'
import { clientPlace, promptClient, realClient } from '../../support/real-client.ts'
import { cli, strataEnv } from '../../support/strata-command.ts'

const version = '2.1.330'

const decided = "I'll go with a map of lamps by their name, because the keepers look them up."
const rejected = 'No, do not keep the lamps in a global map, use a class instead'
const question = 'Why did we keep the lamps in a map by their name?'

/** Number of calls of a tool that a conversation contains. */
const callsIn = ({ messages }: SentBody): number => JSON.stringify(messages).split('"type":"tool_use"').length - 1

const call = (id: string, name: string, input: Readonly<Record<string, unknown>>): AnswerBlock => ({
  type: 'tool_use',
  id: `toolu_${id}`,
  name,
  input,
})

/** What the agent does: it writes the file in the first session; in the next it reads it, and edits it twice. */
const replies =
  (file: string) =>
  (body: SentBody): AnswerBlock | undefined => {
    const sent = JSON.stringify(body.messages)
    const edits = [
      call('read', 'Read', { file_path: file }),
      call('edit1', 'Edit', { file_path: file, old_string: 'white', new_string: 'red' }),
      call('edit2', 'Edit', { file_path: file, old_string: 'red', new_string: 'green' }),
    ]
    if (sent.includes('create a detailed summary')) return { type: 'text', text: '<summary>The lamps were named.</summary>' }
    if (sent.includes(question)) return edits[callsIn(body)]
    if (sent.includes(rejected)) return undefined
    if (!sent.includes('Name the lamps')) return undefined
    return callsIn(body) === 0
      ? call('write', 'Write', { file_path: file, content: 'export const colour = "white"\n' })
      : { type: 'text', text: decided }
  }

const count = (text: string, part: string): number => text.split(part).length - 1

test('a session fills the memory, the next one is given it once, and uninstall leaves the settings as they were', async (context) => {
  const client = realClient(version) ?? context.skip(`Claude Code ${version} cannot be installed on this machine`)
  const place = clientPlace()
  const file = path.join(place.project, 'lamps.ts')
  const strata = (...args: readonly string[]) =>
    spawnSync(process.execPath, [cli, 'reasoning', ...args], {
      cwd: place.project,
      env: strataEnv(path.join(place.home, 'store')),
      encoding: 'utf8',
    })
  const settings = path.join(place.project, '.claude/settings.local.json')
  const odd = '{ "cleanupPeriodDays":30 ,\n\n\t"env": {} }\n'
  expect(strata('init').status).toBe(0)
  expect(strata('install', '--local').status).toBe(0)
  writeFileSync(settings, odd)
  expect(strata('install', '--local').status).toBe(0)

  const api = await fakeMessagesApi(replies(file))
  const first = randomUUID()
  const flags = ['--allowedTools', 'Write,Edit,Read', '--permission-mode', 'acceptEdits']
  const prompt = (text: string, args: readonly string[]): Promise<string> =>
    promptClient(place, { client, api, prompt: text, args: [...args, ...flags], env: { AGENT_CONTEXT_LIMIT_MS: '60000' } })
  try {
    await prompt('Name the lamps', ['--session-id', first])
    await prompt(rejected, ['--resume', first])
    const events = readFileSync(path.join(place.project, '.agent-context/events.jsonl'), 'utf8')
    expect(events).toContain(decided)
    expect(events).toContain(`"summary":"${rejected}"`)
    expect(events).toContain('"files_affected":["lamps.ts"]')

    api.sent()
    await prompt(question, ['--session-id', randomUUID()])
    const asked = api.sent().filter(({ messages }) => JSON.stringify(messages).includes(question))
    const [start = '', last = ''] = [asked[0], asked.at(-1)].map((body) => JSON.stringify(body?.messages))
    expect(start).toContain('from the record of earlier sessions of this project')
    expect(start).toContain('map of lamps by their name')
    expect(start).not.toContain('Recorded for lamps.ts')
    expect(callsIn(asked.at(-1) ?? { model: '', messages: [] })).toBe(3)
    expect(count(last, 'Recorded for lamps.ts in earlier work')).toBe(1)
    expect(count(last, 'from the record of earlier sessions')).toBe(1)
    expect(readFileSync(file, 'utf8')).toContain('green')

    await prompt('/compact', ['--resume', first])
    api.sent()
    await prompt('Go on', ['--resume', first])
    const after = JSON.stringify(api.sent().find(({ messages }) => JSON.stringify(messages).includes('Go on'))?.messages)
    expect(after).toContain('The lamps were named.')
    expect(after).toContain('Decisions that no record takes back, quoted from the record of this project')
    expect(after).toContain(`rejection: ${rejected}`)
  } finally {
    api.close()
  }
  expect(existsSync(path.join(place.project, '.agent-context/.local/hooks.log'))).toBe(false)
  expect(strata('install', '--local', '--uninstall').status).toBe(0)
  expect(readFileSync(settings, 'utf8')).toBe(odd)
})

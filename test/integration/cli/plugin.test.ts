/** The plugin of the client in this repository: valid, small, without effect where `strata` is not installed, and given once. */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { hookEntries } from '../../../app/engine/agent-context/install.ts'
import { fakeMessagesApi, type AnswerBlock, type FakeApi, type SentBody } from '../../support/fake-messages-api.ts'
import { clientPlace, promptClient, realClient, type ClientPlace } from '../../support/real-client.ts'
import { cli, strata as command, strataEnv } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'

const version = '2.1.330'
const plugin = path.resolve('integrations/claude-code')

interface Group {
  readonly matcher?: string
  readonly hooks: readonly { readonly command: string; readonly timeout: number }[]
}

const json = (file: string): Record<string, unknown> => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const hooksOf = (): Readonly<Record<string, readonly Group[]>> =>
  json(path.join(plugin, 'hooks/hooks.json'))['hooks'] as Record<string, readonly Group[]>

test('the plugin has the hooks that `strata reasoning install` writes, and the version and the licence of the program', () => {
  const own = hookEntries(undefined).map(({ event, matcher, timeout, command }) => [
    event,
    matcher,
    timeout,
    /reasoning hook (\S+);/.exec(command)?.[1],
  ])
  const given = Object.entries(hooksOf()).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks }) =>
      hooks.map(({ command, timeout }) => [event, matcher, timeout, /strata reasoning hook (\S+);/.exec(command)?.[1]]),
    ),
  )
  expect(given).toEqual(own)
  expect(json(path.join(plugin, '.claude-plugin/plugin.json'))['version']).toBe(json('package.json')['version'])
  expect(readFileSync(path.join(plugin, 'LICENSE'))).toEqual(readFileSync('LICENSE'))
})

test('without the program, each hook and the server end with success, say so in one line, and nothing reaches the model', () => {
  const { command, args } = (json(path.join(plugin, '.mcp.json'))['mcpServers'] as Record<string, { command: string; args: string[] }>)[
    'strata'
  ] ?? { command: '', args: [] }
  const commands = [
    ...Object.values(hooksOf()).flatMap((groups) => groups.flatMap(({ hooks }) => hooks.map((hook) => ['/bin/sh', '-c', hook.command]))),
    [`/bin/${command}`, ...args],
  ]
  expect(commands).toHaveLength(5)
  for (const [program = '', ...rest] of commands) {
    const { status, stdout, stderr } = spawnSync(program, rest, { env: { PATH: '/nowhere' }, input: '{}', encoding: 'utf8' })
    expect([status, stdout, stderr]).toEqual([0, '', 'strata is not installed: the plugin strata does nothing\n'])
  }
})

const client = (context: TestContext): readonly [string, ...string[]] =>
  realClient(version) ?? context.skip(`Claude Code ${version} cannot be installed on this machine`)

/** The client in a place of its own, and what it printed. */
const run = ([program, ...first]: readonly [string, ...string[]], { home, project }: ClientPlace, ...args: readonly string[]): string =>
  execFileSync(program, [...first, ...args], {
    cwd: project,
    env: { HOME: home, PATH: process.env['PATH'] ?? '', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    encoding: 'utf8',
    timeout: 60_000,
  })

test('the client finds nothing to report in the plugin and its marketplace, and adds at most 150 tokens for it', (context) => {
  const [program, place] = [client(context), clientPlace()]
  expect(run(program, place, 'plugin', 'validate', '--profile', 'directory', '--strict', plugin)).toContain('Validation passed')
  expect(run(program, place, 'plugin', 'validate', '--strict', path.resolve('.claude-plugin/marketplace.json'))).toContain(
    'Validation passed',
  )
  run(program, place, 'plugin', 'marketplace', 'add', path.resolve('.'))
  run(program, place, 'plugin', 'install', 'strata@strata')
  const details = run(program, place, 'plugin', 'details', 'strata')
  expect(details).toMatch(/Hooks \(4\)/)
  const tokens = Number(/Always-on:\s+~([\d,]+) tok/.exec(details)?.[1]?.replace(',', ''))
  expect(tokens).toBeGreaterThan(0)
  expect(tokens).toBeLessThanOrEqual(150)
})

const decided = "I'll go with a map of lamps by their name, because the keepers look them up."
const question = 'Why did we keep the lamps in a map by their name?'
const heading = 'from the record of earlier sessions of this project'

const replies =
  (file: string) =>
  (body: SentBody): AnswerBlock | undefined => {
    const sent = JSON.stringify(body.messages)
    const calls = sent.split('"type":"tool_use"').length - 1
    if (sent.includes(question) && calls === 0)
      return { type: 'tool_use', id: 'toolu_recall', name: 'mcp__plugin_strata_strata__recall', input: { prompt: question } }
    if (!sent.includes('Name the lamps') || sent.includes(question)) return undefined
    return calls === 0
      ? { type: 'tool_use', id: 'toolu_write', name: 'Write', input: { file_path: file, content: 'export const lamps = 1\n' } }
      : { type: 'text', text: decided }
  }

/** `strata` in a folder of programs: the one of the build. */
const programFolder = (store: string): string => {
  const bin = tempDir()
  const script = `#!/bin/sh\nSTRATA_STORE='${store}' exec '${process.execPath}' '${cli}' "$@"\n`
  writeFileSync(path.join(bin, 'strata'), script, { mode: 0o755 })
  return bin
}

interface Session {
  readonly place: ClientPlace
  readonly api: FakeApi
  readonly program: readonly [string, ...string[]]
  readonly PATH: string
}

const prompt = ({ place, api, program, PATH }: Session, text: string, id: string): Promise<string> =>
  promptClient(place, {
    client: program,
    api,
    prompt: text,
    args: ['--session-id', id, '--allowedTools', 'Write,mcp__plugin_strata_strata__recall', '--permission-mode', 'acceptEdits'],
    env: { PATH, AGENT_CONTEXT_LIMIT_MS: '60000', MCP_TIMEOUT: '60000' },
  })

test('a session with the plugin fills the memory, the next one is given it once although settings have the same hooks, and asks the server', async (context) => {
  const [program, place] = [client(context), clientPlace()]
  const store = path.join(place.home, 'store')
  const strata = (...args: readonly string[]) =>
    spawnSync(process.execPath, [cli, 'reasoning', ...args], { cwd: place.project, env: strataEnv(store), encoding: 'utf8' })
  run(program, place, 'plugin', 'marketplace', 'add', path.resolve('.'))
  run(program, place, 'plugin', 'install', 'strata@strata')
  mkdirSync(path.join(place.project, '.git'))
  expect([strata('init').status, strata('install', '--local').status]).toEqual([0, 0])
  const api = await fakeMessagesApi(replies(path.join(place.project, 'lamps.ts')))
  const session = { place, api, program, PATH: `${programFolder(store)}:${process.env['PATH'] ?? ''}` }
  try {
    await prompt(session, 'Name the lamps', randomUUID())
    const events = readFileSync(path.join(place.project, '.agent-context/events.jsonl'), 'utf8').trimEnd().split('\n')
    const ids = events.map((line) => (JSON.parse(line) as { id: string }).id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(events.filter((line) => line.includes(`"summary":"${decided}"`))).toHaveLength(1)
    expect(command(store, 'import', path.join(place.home, '.claude/projects')).code).toBe(0)
    api.sent()
    await prompt(session, question, randomUUID())
    const last = api
      .sent()
      .filter(({ messages }) => JSON.stringify(messages).includes(question))
      .at(-1)?.messages
    expect(JSON.stringify(last).split(heading)).toHaveLength(2)
    const blocks = (last ?? []).flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const result = JSON.stringify(blocks.find((block) => block['tool_use_id'] === 'toolu_recall'))
    expect(result).toContain(decided)
    expect(result).not.toContain('"is_error":true')
  } finally {
    api.close()
  }
})

test('a session with the plugin and without the program is that of a client without it', async (context) => {
  const [program, place] = [client(context), clientPlace()]
  run(program, place, 'plugin', 'marketplace', 'add', path.resolve('.'))
  run(program, place, 'plugin', 'install', 'strata@strata')
  const api = await fakeMessagesApi(replies(path.join(place.project, 'lamps.ts')))
  const without = (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => spawnSync('test', ['-x', path.join(folder, 'strata')]).status !== 0)
  try {
    const output = await prompt({ place, api, program, PATH: without.join(':') }, 'Name the lamps', randomUUID())
    expect(JSON.parse(output)).toMatchObject({ is_error: false })
    expect(readFileSync(path.join(place.project, 'lamps.ts'), 'utf8')).toContain('lamps')
    expect(JSON.stringify(api.sent())).not.toContain('not installed')
  } finally {
    api.close()
  }
})

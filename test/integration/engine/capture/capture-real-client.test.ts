/** Capturing the real client, against a scripted API on this machine alone: prompts, tool calls and tokens are those that were. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import type { Event } from '../../../../app/model/event.ts'
import { realClient } from '../../../support/real-client.ts'
import { startStrata } from '../../../support/running-strata.ts'
import { commitsOf, newStore, type CapturedCommit } from '../../../support/scripted-agent.ts'
import { sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'

interface Api {
  readonly port: string
  /** Tokens that the API said it counted, of every answer. */
  readonly log: string
}

const scriptedApi = async (shared: string): Promise<Api> => {
  const tools = path.join(shared, 'tools/real-client')
  const log = path.join(tempDir(), 'requests.jsonl')
  const api = spawn(process.execPath, [path.join(tools, 'mock-api.mjs'), '--scripts', path.join(tools, 'scripts.mjs'), '--log', log])
  onTestFinished(() => {
    api.kill()
  })
  const [said] = (await once(api.stdout, 'data')) as [Buffer]
  return { port: /:(\d+)/.exec(said.toString())?.[1] ?? '', log }
}

const environment = (port: string): Readonly<Record<string, string>> => {
  const dir = tempDir()
  return {
    TMPDIR: dir,
    CLAUDE_CODE_TMPDIR: dir,
    ANTHROPIC_API_KEY: 'sk-ant-fake',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
  }
}

const captured = async (context: TestContext, version: string, prompt: string, stdin = ''): Promise<readonly CapturedCommit[]> => {
  const shared = sharedOrSkip(context)
  const client = realClient(version) ?? context.skip(`Claude Code ${version} cannot be installed on this machine`)
  const [store, api] = [newStore(), await scriptedApi(shared)]
  const flags = ['--output-format', 'stream-json', '--verbose', '--allowedTools', 'Bash,Read,Edit,Write,Task,Agent']
  const running = startStrata(store, ['capture', '--', ...client, '-p', prompt, ...flags], environment(api.port))
  running.child.stdin.end(stdin)
  const { code, err } = await running.ended
  expect(code, err).toBe(0)
  const asked = readFileSync(api.log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"model"'))
  expect(asked.length).toBeGreaterThan(0)
  return commitsOf(store)
}

const eventsOf = (commits: readonly CapturedCommit[]) => commits.flatMap(({ events }) => events).filter(({ type }) => type !== 'system')

const wordsOf = ({ payload }: Event): string => ('name' in payload ? payload.name : 'content' in payload ? payload.content : '')

const told = (commits: readonly CapturedCommit[]): readonly string[] =>
  eventsOf(commits).map((event) => [event.type, wordsOf(event)].filter((word) => word !== '').join(' '))

for (const version of ['2.1.330', '2.0.76', '1.0.128'])
  test(`a turn with tools of client ${version} has the actual text, calls and counts`, async (context) => {
    const commits = await captured(context, version, 'Run deploy checks')
    expect(told(commits)).toEqual([
      'prompt Run deploy checks',
      'response Running the checks.',
      'tool_call Bash',
      'tool_result',
      'response Checks ok.',
      'metric',
    ])
    const [, , call, result, , metric] = eventsOf(commits)
    expect(result?.payload).toMatchObject({ id: call?.type === 'tool_call' ? call.payload.id : '', output: 'checks ok' })
    // The API counts 12 tokens of new input for each of the two requests, and says what it read from and wrote to the cache.
    expect(metric?.payload).toMatchObject({ status: 'success', turn_count: expect.any(Number) as unknown, input_tokens: 24 })
    expect(metric?.payload).toMatchObject({
      cache_read_tokens: expect.any(Number) as unknown,
      cache_write_tokens: expect.any(Number) as unknown,
    })
    expect(commits.map(({ checkpoint }) => checkpoint)).toEqual(['turn_boundary', 'turn_boundary', 'session_end'])
  })

test('input piped into the real client is the end of the prompt, as the client sends it', async (context) => {
  const commits = await captured(context, '2.1.330', 'Say hi', 'piped text\n')
  expect(told(commits).slice(0, 2)).toEqual(['prompt Say hi\npiped text\n', 'response Mock reply to: Say hi\npiped text'])
})

test('a sub-agent of the real client has a separate chain', async (context) => {
  const commits = await captured(context, '2.1.330', 'Use one subagent')
  const sub = commits.find(({ events }) => events[0]?.type === 'prompt' && events[0].payload.source === 'injected')
  expect(told(sub === undefined ? [] : [sub])).toEqual([
    'prompt SUBTASK-A: count the js files in the project',
    'tool_call Bash',
    'tool_result',
    'metric',
  ])
  const parent = commits.find(({ commitId }) => commitId === sub?.parentId)
  expect(parent).toMatchObject({ checkpoint: 'tool_call' })
  expect(parent?.events.map(({ type }) => type)).toContain('tool_call')
})

/** What a captured agent is given beside its command: variables, a conversation to go on from, and commands that know where it stands. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startStrata } from '../../../support/running-strata.ts'
import { agent, capture, commitsOf, newStore, reply, said, saying, turn } from '../../../support/scripted-agent.ts'
import { cli, strata } from '../../../support/strata-command.ts'
import { withEngine } from '../../../support/with-engine.ts'

const names = ['CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC', 'DISABLE_TELEMETRY', 'DISABLE_ERROR_REPORTING']
const telling = `process.stderr.write('<' + JSON.stringify(${JSON.stringify(names)}.map((name) => process.env[name] ?? null)) + '>')`

const told = async (env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<unknown> => {
  const running = startStrata(newStore(), ['capture', ...args, '--', agent(telling), '-p', 'x'], env)
  running.child.stdin.end()
  return JSON.parse(/<(.*)>/.exec((await running.ended).err)?.[1] ?? 'null')
}

test('traffic that the client does not need is off, unless its variable is set or it is requested', async () => {
  const errors = process.env['DISABLE_ERROR_REPORTING'] ?? '1'
  expect(await told({ DISABLE_TELEMETRY: '0' })).toEqual(['1', '0', errors])
  expect(await told({ DISABLE_TELEMETRY: '' })).toEqual(['1', '', errors])
  expect(await told({ DISABLE_TELEMETRY: '0' }, '--keep-traffic')).toEqual([null, '0', process.env['DISABLE_ERROR_REPORTING'] ?? null])
})

/** Says which arguments it got, and what stands in the transcript that it is to go on from. */
const resuming = `
  const { readdirSync, readFileSync } = require('node:fs')
  const { join } = require('node:path')
  const at = process.argv.indexOf('--resume')
  const id = process.argv[at + 1]
  const projects = join(process.env.HOME, '.claude/projects')
  const file = readdirSync(projects, { recursive: true }).find((name) => name.endsWith(id + '.jsonl'))
  process.stderr.write('<' + JSON.stringify({ args: process.argv.slice(2), text: readFileSync(join(projects, file), 'utf8') }) + '>')
  ${saying([reply('m9', said('I go on.'))])}`

test('capture --from loads the conversation of a commit into the client, and the capture continues from that commit', async () => {
  const store = newStore()
  const first = capture(store, agent(saying([...turn, reply('m2', said('It is blue.'))])))
  first.child.stdin.end()
  await first.ended
  const from = (await commitsOf(store)).find(({ events }) => JSON.stringify(events.map(({ payload }) => payload)).includes('It is blue.'))
  const running = startStrata(store, [
    'capture',
    '--from',
    from?.commitId ?? '',
    '--session',
    'next',
    '--',
    agent(resuming),
    '-p',
    'And b?',
  ])
  running.child.stdin.end()
  const { code, err } = await running.ended
  expect(code, err).toBe(0)
  const { args, text } = JSON.parse(/<(.*)>/.exec(err)?.[1] ?? 'null') as { readonly args: readonly string[]; readonly text: string }
  expect(args).toEqual(['--resume', expect.stringMatching(/^[0-9a-f-]{36}$/), '-p', 'And b?'])
  expect(text).toContain('What is in a?')
  expect(text).toContain('It is blue.')
  await withEngine(store, async (engine) => {
    const { commits } = await engine.ask('chain.log', { of: 'live/next' })
    const own = commits.filter(({ sessionId }) => sessionId === 'live/next')
    expect(own.at(-1)).toMatchObject({ parentId: from?.commitId, branchOf: 'resume' })
    const { items } = await engine.ask('commit.read', { commitId: own.at(-1)?.commitId ?? '' })
    expect(items[0]?.blocks[0]).toEqual({ kind: 'text', text: 'And b?' })
  })
})

test('capture --from is refused for other programs, for a command that already resumes something, and with another start', async () => {
  const store = newStore()
  const running = capture(store, agent(saying(turn)))
  running.child.stdin.end()
  await running.ended
  const id = (await commitsOf(store)).at(-1)?.commitId ?? ''
  const refused = (...args: readonly string[]): string => {
    const { code, err } = strata(store, 'capture', '--from', id, ...args)
    expect(code).toBe(2)
    return err
  }
  expect(refused('--', 'true')).toContain('give its command after --')
  expect(refused('--', 'claude', '-p', 'x', '--resume', 'y')).toContain('already has --resume')
  expect(refused('--continue', '--', 'claude', '-p', 'x')).toContain('Give only one of')
})

/** Runs commands of Strata as a tool of the agent would. The input of each is an empty list of events. */
const runs = (commands: readonly (readonly string[])[]): string => `
  const { spawnSync } = require('node:child_process')
  const run = (args) => { const { status, stdout, stderr } = spawnSync(process.execPath, [${JSON.stringify(cli)}, ...args], { encoding: 'utf8', input: Buffer.of(0x80) }); return [status, stdout, stderr] }
  process.stderr.write('<' + JSON.stringify(${JSON.stringify(commands)}.map(run)) + '>')`

test('commands within a captured agent know its commit: current, tag, summary, checkpoint', async () => {
  const store = newStore()
  const commands = [
    ['current'],
    ['current', '--trailer'],
    ['current', '--json'],
    ['tag', '--name', 'inside'],
    ['fork', 'current', '--name', 'branch'],
    ['summary', 'current', 'what the tool says'],
    ['checkpoint', '--format', 'events-v1', '--session', 'beside', '--json'],
  ]
  const running = capture(store, agent(`${saying(turn)}; setTimeout(() => { ${runs(commands)} }, 300)`))
  running.child.stdin.end()
  const { err } = await running.ended
  const results = JSON.parse(/<(.*)>/.exec(err)?.[1] ?? 'null') as readonly (readonly [number, string, string])[]
  expect(
    results.map(([code]) => code),
    err,
  ).toEqual(commands.map(() => 0))
  const id = (results[0]?.[1] ?? '').trim()
  expect(id).toMatch(/^ctx-[0-9a-f]{8}$/)
  expect(results[1]?.[1]).toBe(`Strata-Context: ${id}\n`)
  expect(JSON.parse(results[2]?.[1] ?? '')).toEqual({ commitId: id })
  expect(JSON.parse(results[6]?.[1] ?? '')).toMatchObject({ commit: { parentId: id } })
  const commits = await commitsOf(store)
  expect(commits.find(({ commitId }) => commitId === id)?.events.at(-1)?.type).toBe('tool_result')
  expect(strata(store, 'tag').out).toContain(id)
  expect(strata(store, 'show', 'tag/inside').out).toContain('what the tool says')
})

test('outside of a captured agent strata current reports what is missing, and tag requires a commit', () => {
  const store = newStore()
  expect(strata(store, 'current')).toMatchObject({ code: 2, err: expect.stringContaining('BUREAU_AGENT_CONTEXT_SOCKET') as unknown })
  const running = capture(store, agent(saying(turn)))
  running.child.stdin.end()
  return running.ended.then(() => {
    expect(strata(store, 'tag', '--name', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no commit: strata tag COMMIT') as unknown,
    })
    expect(readFileSync(path.join(store, 'journal.jsonl'), 'utf8')).not.toContain('tag/x')
  })
})

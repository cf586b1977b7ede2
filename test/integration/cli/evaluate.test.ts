/** `strata evaluate` with scripts as agents: what they are given, and what is judged. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { KindResult, Run } from '../../../app/evaluate/results.ts'
import { cli, strataEnv } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'

interface Place {
  readonly home: string
  readonly repo: string
  /** What the agent was asked, run by run. */
  readonly asked: string
}

const git = (repo: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', repo, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' }).trim()

/** Of the agent: it decides in the first run, and does it right where it was reminded. It notes what it can see. */
const agent = `
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
const prompt = readFileSync(0, 'utf8')
const claude = existsSync('CLAUDE.md') ? readFileSync('CLAUDE.md', 'utf8') : ''
const log = execFileSync('git', ['log', '--all', '--format=%s'], { encoding: 'utf8' })
appendFileSync(process.env.ASKED, JSON.stringify({ prompt, claude, log, beside: readdirSync('../..'), cwd: process.cwd(), env: Object.keys(process.env).filter((n) => n.startsWith('AGENT_CONTEXT')) }) + '\\n')
const reminded = (prompt + claude).includes('ring buffer')
writeFileSync('buffer.mjs', reminded ? 'export const size = 64 // a ring of bounded length\\n' : 'export const size = Infinity // the first idea of all\\n')
const folder = path.join(process.env.CLAUDE_CONFIG_DIR, 'projects', process.cwd().replaceAll(/[^a-zA-Z0-9]/g, '-'))
mkdirSync(folder, { recursive: true })
const sessionId = randomUUID()
let parentUuid = null
const record = (type, message, at) => {
  const uuid = randomUUID()
  const line = { parentUuid, isSidechain: false, userType: 'external', cwd: process.cwd(), sessionId, version: '2.1.330', type, message, uuid, timestamp: '2026-01-01T00:00:0' + at + '.000Z' }
  parentUuid = uuid
  return JSON.stringify(line) + '\\n'
}
const reply = (content, at) => record('assistant', { id: 'msg_' + at, type: 'message', role: 'assistant', model: 'claude-sonnet-4', content: [content], usage: { input_tokens: 7, output_tokens: 3, cache_read_input_tokens: 100, cache_creation_input_tokens: 0 } }, at)
writeFileSync(path.join(folder, sessionId + '.jsonl'), [
  record('user', { role: 'user', content: prompt }, 0),
  reply({ type: 'text', text: "I'll go with a ring buffer instead of a growing list for the harbour log, because it is bounded. The line is: export const size = Infinity // the first idea of all" }, 1),
  reply({ type: 'tool_use', id: 'toolu_1', name: 'Write', input: { file_path: path.join(process.cwd(), 'buffer.mjs'), content: 'export const size = Infinity // the first idea of all' } }, 2),
  record('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'File created' }] }, 3),
].join(''))
`

const testPatch = `diff --git a/check.mjs b/check.mjs
--- a/check.mjs
+++ b/check.mjs
@@ -1 +1,2 @@
-process.exit(1)
+import { size } from './buffer.mjs'
+process.exit(Number.isFinite(size) ? 0 : 1)
`

const place = (): Place => {
  const home = tempDir()
  const repo = path.join(home, 'harbour')
  mkdirSync(repo)
  git(repo, 'init', '-q', '-b', 'main')
  writeFileSync(path.join(repo, 'buffer.mjs'), 'export const size = Infinity\n')
  writeFileSync(path.join(repo, 'check.mjs'), 'process.exit(1)\n')
  git(repo, 'add', '-A')
  git(repo, 'commit', '-q', '-m', 'base')
  writeFileSync(path.join(home, 'agent.mjs'), agent)
  return { home, repo, asked: path.join(home, 'asked.jsonl') }
}

const envOf = ({ home, asked }: Place): NodeJS.ProcessEnv => ({
  ...strataEnv(path.join(home, 'store')),
  CLAUDE_CONFIG_DIR: path.join(home, '.claude'),
  ASKED: asked,
  AGENT_CONTEXT_OFF: '1',
  TMPDIR: path.join(home, 'tmp'),
})

const prompt = 'Bound the harbour log: which buffer do we use for the harbour log?\n$(touch /tmp/never) `id` "; exit 1'

const task = (where: Place, more: Readonly<Record<string, unknown>> = {}) => ({
  instance_id: 'harbour-1',
  repo: 'harbour',
  base_commit: git(where.repo, 'rev-parse', 'HEAD'),
  problem_statement: prompt,
  test_patch: testPatch,
  FAIL_TO_PASS: '["check"]',
  ...more,
})

const run = (where: Place, tasks: readonly unknown[], ...args: readonly string[]) => {
  const file = path.join(where.home, 'tasks.jsonl')
  writeFileSync(file, tasks.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join(''))
  mkdirSync(path.join(where.home, 'tmp'), { recursive: true })
  const words = ['evaluate', file, '--agent', `"${process.execPath}" ${path.join(where.home, 'agent.mjs')}`, ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], { env: envOf(where), encoding: 'utf8', timeout: 280_000 })
  return { code: status, out: stdout, err: stderr }
}

interface Answer {
  readonly results: readonly KindResult[]
  readonly runs: readonly Run[]
  readonly guard: { readonly lines: number; readonly searched: number; readonly refused: number; readonly isStopped: boolean }
}

const seen = ({ asked }: Place) =>
  readFileSync(asked, 'utf8')
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { prompt: string; claude: string; log: string; beside: readonly string[]; cwd: string; env: readonly string[] },
    )

const judge = ['--test', `"${process.execPath}" check.mjs {tests}`] as const

test('an agent that is reminded of its own decision solves what it did not solve before, and sees no line of the change or the tests', () => {
  const where = place()
  const before = git(where.repo, 'rev-parse', 'HEAD')
  git(where.repo, 'commit', '-q', '--allow-empty', '-m', 'the later solution')
  const { code, out, err } = run(where, [task(where, { base_commit: before })], ...judge, '--give', 'prompt', '--json')
  expect({ code, err }).toMatchObject({ code: 0 })
  const { results, runs, guard } = JSON.parse(out) as Answer
  expect(runs.map(({ kind, passed, note }) => [kind, passed, note])).toEqual([
    ['without', false, ''],
    ['file', true, ''],
    ['session', true, ''],
    ['decision', true, ''],
    ['flat', true, ''],
  ])
  expect(results[1]).toMatchObject({ kind: 'file', judged: 1, passed: 1, gained: 1, lost: 0, tokens: 220, silent: 0, stale: 0 })
  expect(guard).toEqual({ isStopped: false, lines: 3, searched: 4, refused: 0 })
  const all = seen(where)
  expect(all[0]).toMatchObject({ prompt, claude: '', log: 'base\n', env: ['AGENT_CONTEXT_OFF'] })
  expect(all[1]?.prompt).toContain('from the record of earlier sessions')
  expect(all[1]?.prompt.endsWith(prompt)).toBe(true)
  expect(all[4]?.prompt).toBe(prompt)
  expect(all[4]?.claude).toContain('ring buffer')
  for (const each of all) {
    expect(each.log).toBe('base\n')
    expect(each.beside).toEqual([path.basename(path.dirname(each.cwd))])
    expect(JSON.stringify(each)).not.toContain('the first idea of all')
    expect(JSON.stringify(each)).not.toContain('Number.isFinite')
    expect(existsSync(each.cwd)).toBe(false)
  }
  expect(new Set(all.map(({ cwd }) => cwd)).size).toBe(5)
  expect(git(where.repo, 'status', '--porcelain')).toBe('')
  expect(readdirSync(path.join(where.home, 'tmp')).filter((name) => name.startsWith('strata-evaluate'))).toEqual([])
})

test('text names the rates, and the memory of hooks is in the clone of a second pass', () => {
  const where = place()
  const keep = path.join(where.home, 'kept')
  const { code, out, err } = run(where, [task(where)], ...judge, '--with', 'session', '--keep', keep)
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(out).toMatch(/^without +0 of 1 +0 % to 79 %/m)
  expect(out).toMatch(/^session +0 of 1 +0 % to 79 % +0 of 1 /m)
  expect(out).toContain('3 lines of test patches and of what first passes changed were searched for')
  expect(out).toContain('none is in it')
  const clone = path.join(keep, '1/session/repo')
  expect(readFileSync(path.join(clone, '.agent-context/config.json'), 'utf8')).toContain('"backend": "session"')
  expect(readFileSync(path.join(clone, '.claude/settings.local.json'), 'utf8')).toContain('reasoning hook prompt')
  const events = readFileSync(path.join(clone, '.agent-context/events.jsonl'), 'utf8')
  expect(events).toContain('ring buffer')
  expect(events).not.toContain('the first idea of all')
  expect(git(clone, 'status', '--porcelain')).not.toContain('.agent-context')
  expect(seen(where)[1]?.env).toEqual([])
})

test('a task that passes untouched, has no commit, or whose setup fails is not judged, and the reason is named', () => {
  const where = place()
  const always = { test: [process.execPath, '-e', '0'], test_patch: '' }
  const tasks = [
    task(where, always),
    task(where, { instance_id: 'b', base_commit: '1'.repeat(40) }),
    task(where, { instance_id: 'c', setup: [process.execPath, '-e', 'process.exit(1)'] }),
    task(where, { instance_id: 'd', test_patch: 'no patch' }),
    task(where, { instance_id: 'e', setup: ['./no-such-program'] }),
    task(where, { instance_id: 'f', test: ['./no-such-program'] }),
    'no JSON',
  ]
  const { code, out, err } = run(where, tasks, ...judge, '--json')
  expect({ code, err }).toMatchObject({ code: 3 })
  const { runs, results } = JSON.parse(out) as Answer
  expect(runs.map(({ task: name, passed, note }) => [name, passed, note])).toEqual([
    ['harbour-1', null, 'its tests pass without a change'],
    ['b', null, `${'1'.repeat(40)} of b could not be cloned`],
    ['c', null, 'the setup command failed'],
    ['d', null, 'the test patch does not apply'],
    ['e', null, 'the setup command cannot be started'],
    ['f', null, 'the test command cannot be started'],
  ])
  expect(results).toMatchObject([{ kind: 'without', judged: 0, rate: null }])
  expect(existsSync(where.asked)).toBe(false)
})

test('a commit whose memory would be written through a link to another place is not given one', () => {
  const where = place()
  const elsewhere = path.join(where.home, 'elsewhere')
  mkdirSync(elsewhere)
  symlinkSync(elsewhere, path.join(where.repo, '.agent-context'))
  git(where.repo, 'add', '-A')
  git(where.repo, 'commit', '-q', '-m', 'a link')
  const { out } = run(where, [task(where)], ...judge, '--with', 'file', '--json')
  const { runs } = JSON.parse(out) as Answer
  expect(runs.map(({ kind, note }) => [kind, note])).toEqual([
    ['without', ''],
    ['file', 'its clone cannot be read or written'],
  ])
  expect(readdirSync(elsewhere)).toEqual([])
})

test('an agent that never ends is stopped with what it started, and its work is judged', async () => {
  const where = place()
  writeFileSync(
    path.join(where.home, 'agent.mjs'),
    `import { spawn } from 'node:child_process'
     import { writeFileSync } from 'node:fs'
     writeFileSync('buffer.mjs', 'export const size = 64\\n')
     const beat = 'setInterval(() => require("node:fs").appendFileSync(process.env.ASKED, "."), 20)'
     spawn(process.execPath, ['-e', beat], { stdio: 'inherit' })
     const apart = spawn(process.execPath, ['-e', beat], { stdio: 'ignore', detached: true })
     process.on('SIGTERM', () => { apart.kill('SIGKILL'); process.exit(1) })
     setInterval(() => {}, 1000)`,
  )
  const { code, out } = run(where, [task(where)], ...judge, '--time-limit', '2', '--json')
  expect(code).toBe(0)
  const note = 'the agent was stopped after 2 s; no second pass: it left no transcript'
  expect((JSON.parse(out) as Answer).runs).toMatchObject([{ kind: 'without', passed: true, note, tokens: null }])
  const beats = (): number => readFileSync(where.asked).length
  const before = beats()
  await new Promise((done) => setTimeout(done, 300))
  expect(beats()).toBe(before)
})

test('Ctrl-C ends the agent and gives what is known', async () => {
  const where = place()
  writeFileSync(
    path.join(where.home, 'agent.mjs'),
    `import { writeFileSync } from 'node:fs'; writeFileSync(process.env.ASKED, 'begun'); setInterval(() => {}, 1000)`,
  )
  const file = path.join(where.home, 'tasks.json')
  writeFileSync(file, JSON.stringify([task(where)]))
  mkdirSync(path.join(where.home, 'tmp'))
  const words = ['evaluate', file, '--agent', `"${process.execPath}" ${path.join(where.home, 'agent.mjs')}`, ...judge, '--json']
  const child = spawn(process.execPath, [cli, ...words], { env: envOf(where), stdio: ['ignore', 'pipe', 'ignore'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  while (!existsSync(where.asked)) await new Promise((done) => setTimeout(done, 50))
  child.kill('SIGINT')
  const code = await new Promise((done) => child.once('close', done))
  expect(code).toBe(130)
  expect(JSON.parse(Buffer.concat(parts).toString('utf8'))).toMatchObject({ runs: [], guard: { isStopped: true } })
  expect(readdirSync(path.join(where.home, 'tmp')).filter((name) => name.startsWith('strata-evaluate'))).toEqual([])
})

test('a task without a test command, an unknown repository and an agent that is not there are refused with what to do', () => {
  const where = place()
  expect(run(where, [task(where)])).toMatchObject({ code: 1, err: expect.stringContaining('give one with --test') as string })
  expect(run(where, [task(where, { repo: 'owner/unknown' })], ...judge)).toMatchObject({
    code: 1,
    err: expect.stringContaining('--repos') as string,
  })
  expect(run(where, [task(where)], ...judge, '--agent', 'no-such-program-here')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Cannot start no-such-program-here') as string,
  })
})

/** `strata evaluate` with the real client of an agent, against a fake API on this machine alone. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { KindResult, Run } from '../../../app/evaluate/results.ts'
import { fakeMessagesApi, type AnswerBlock, type SentBody } from '../../support/fake-messages-api.ts'
import { clientEnvironment, clientPlace, realClient } from '../../support/real-client.ts'
import { cli, strataEnv } from '../../support/strata-command.ts'

const version = '2.1.330'

const bounded = 'Bound the harbour log: which buffer do we use for the harbour log?'
const named = 'Name the lamps of the lighthouse'
const never = 'Prove the tide theorem'
const decided = "I'll go with a ring buffer instead of a growing list for the harbour log, because it is bounded."

const good = 'export const size = 64 // a ring of bounded length\n'
const bad = 'export const size = Infinity // the first idea of all\n'

/** The agent writes the right file where it reads what was decided, or the task is easy, and says what it decided. */
const reply = (body: SentBody): AnswerBlock | undefined => {
  const sent = JSON.stringify(body)
  const messages = JSON.stringify(body.messages)
  const [folder] = /\/[^"\\\s]*strata-evaluate-[^/"\\]+\/\d+\/\w+\/repo/.exec(sent) ?? []
  if (folder === undefined || ![bounded, named, never].some((task) => messages.includes(task))) return undefined
  const isReminded = messages.includes('ring buffer instead of a growing list')
  if (messages.includes('"type":"tool_use"')) return { type: 'text', text: messages.includes(bounded) ? decided : 'Done.' }
  const content = messages.includes(named) || (messages.includes(bounded) && isReminded) ? good : bad
  return { type: 'tool_use', id: 'toolu_write', name: 'Write', input: { file_path: path.join(folder, 'buffer.mjs'), content } }
}

const check = "import { size } from './buffer.mjs'\nprocess.exit(Number.isFinite(size) ? 0 : 1)\n"

const git = (repo: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', repo, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' }).trim()

test('three tasks with hooks of the real client: one is solved with memory alone, one always, one never', async (context) => {
  const client = realClient(version) ?? context.skip(`Claude Code ${version} cannot be installed on this machine`)
  const place = clientPlace()
  const repo = path.join(place.home, 'harbour')
  mkdirSync(repo)
  git(repo, 'init', '-q', '-b', 'main')
  writeFileSync(path.join(repo, 'check.mjs'), 'process.exit(1)\n')
  git(repo, 'add', '-A')
  git(repo, 'commit', '-q', '-m', 'base')
  const patch = `diff --git a/check.mjs b/check.mjs\n--- a/check.mjs\n+++ b/check.mjs\n@@ -1 +1,2 @@\n-process.exit(1)\n${check.replaceAll(/^(?=.)/gm, '+')}`
  const task = (id: string, prompt: string) => ({
    instance_id: id,
    repo: 'owner/harbour',
    base_commit: git(repo, 'rev-parse', 'HEAD'),
    problem_statement: prompt,
    test_patch: patch,
    FAIL_TO_PASS: '["check"]',
    PASS_TO_PASS: '[]',
  })
  const tasks = path.join(place.home, 'tasks.jsonl')
  writeFileSync(
    tasks,
    [task('log', bounded), task('lamps', named), task('tide', never)].map((each) => `${JSON.stringify(each)}\n`).join(''),
  )
  const api = await fakeMessagesApi(reply)
  const quoted = (word: string): string => `"${word}"`
  const agent = [...client.map(quoted), '-p', '--allowedTools', 'Write,Edit,Read', '--permission-mode', 'acceptEdits'].join(' ')
  const words = ['evaluate', tasks, '--agent', agent, '--test', `${quoted(process.execPath)} check.mjs {tests}`, '--json']
  const store = strataEnv(path.join(place.home, 'store'))['STRATA_STORE'] ?? ''
  const env = { ...clientEnvironment(place.home, place.temp, api), STRATA_STORE: store, AGENT_CONTEXT_LIMIT_MS: '60000' }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...words], { env, timeout: 280_000, maxBuffer: 1 << 26 })
    const { results, runs, guard } = JSON.parse(stdout) as {
      readonly results: readonly KindResult[]
      readonly runs: readonly Run[]
      readonly guard: Readonly<Record<string, unknown>>
    }
    expect(results.map(({ kind, passed, judged, gained, lost }) => [kind, passed, judged, gained, lost])).toEqual([
      ['without', 1, 3, 0, 0],
      ['file', 2, 3, 1, 0],
      ['session', 2, 3, 1, 0],
      ['decision', 2, 3, 1, 0],
      ['flat', 2, 3, 1, 0],
    ])
    expect(results[1]).toMatchObject({ silent: 2, stale: 0, lines: 1 })
    expect(runs.every(({ tokens }) => tokens !== null && tokens.output > 0)).toBe(true)
    expect(guard).toMatchObject({ refused: 0, searched: 12, isStopped: false })
    const bodies = api.sent().map((body) => JSON.stringify(body.messages))
    expect(bodies.filter((body) => body.includes('from the record of earlier sessions')).length).toBeGreaterThanOrEqual(3)
    expect(bodies.filter((body) => body.includes('Number.isFinite'))).toEqual([])
    expect(git(repo, 'status', '--porcelain')).toBe('')
  } finally {
    api.close()
  }
})

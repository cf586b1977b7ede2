/**
 * `npm run check:hooks`: how long a cold process of each hook takes in a project whose memory has 10,000 events, beside Node.js alone in the
 * same rounds. The events are written here; a part of their words is in the prompt.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from './bench/questions.mjs'
import { runMeasured } from './bench/run-measured.mjs'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { projectRoot } from './setup/project-root.mjs'
import { runScript, say } from './setup/say.mjs'

const events = 10_000
const rounds = 20
const cli = path.join(projectRoot, 'dist', 'node', 'cli.cjs')

const nouns = 'lamp harbour quay mirror wick crane rope anchor ledger tide buoy gauge signal beacon pier hull mast winch chart depth'.split(
  ' ',
)
const verbs =
  'store cache parse rename split retry batch queue index sort merge hash encode stream lock redact mount probe drain rotate'.split(' ')
const types = ['decision', 'decision', 'decision', 'rejection', 'rejection', 'tradeoff', 'exploration', 'exploration', 'raw', 'raw']

const pick = (list, at) => list[at % list.length]
const sentence = (at) =>
  `I'll ${pick(verbs, at * 7)} the ${pick(nouns, at * 3)} with its ${pick(nouns, Math.floor(at / 20))} instead of the ${pick(verbs, Math.floor(at / 7))} of ${pick(nouns, at * 11)}s in step ${at}.`

function eventOf(at) {
  const session = `${String(at % 200).padStart(8, '0')}-0000-4000-8000-000000000000`
  const file = `src/${pick(nouns, at * 13)}/${pick(verbs, Math.floor(at / 3))}.ts`
  return {
    id: `th-${at.toString(16).padStart(16, '0')}`,
    session_id: session,
    timestamp: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
    type: pick(types, at * 3 + Math.floor(at / 10)),
    summary: sentence(at).slice(0, 120),
    raw_thinking: [0, 1, 2, 3, 4].map((next) => sentence(at + next)).join(' '),
    model_output: sentence(at + 1),
    tool_calls: [
      { tool_name: 'Edit', input_summary: JSON.stringify({ file_path: file, old_string: 'a', new_string: 'b' }), outcome: 'success' },
      {
        tool_name: 'Bash',
        input_summary: JSON.stringify({ command: `npm run build:${pick(nouns, at)}` }),
        outcome: at % 9 === 0 ? 'error' : 'success',
      },
    ],
    files_affected: [file],
    prompt_context: `Please ${pick(verbs, at)} the ${pick(nouns, at)} of the ${pick(nouns, Math.floor(at / 9))}: ${sentence(at + 5)}`,
    commit_id: `ctx-${at.toString(16).padStart(8, '0')}`,
    record: { source: `${session}.jsonl`, line: at + 1 },
    status: 'unknown',
    evidence: null,
  }
}

/** A project with a memory of that many events. */
function makeProject(folder) {
  const root = path.join(folder, 'project')
  mkdirSync(root)
  execFileSync('git', ['-C', root, 'init', '-q', '-b', 'main'])
  const own = (...args) =>
    spawnSync(process.execPath, [cli, 'reasoning', ...args], { cwd: root, env: environment(folder), encoding: 'utf8' })
  own('init')
  const lines = Array.from({ length: events }, (_, at) => `${JSON.stringify(eventOf(at))}\n`)
  writeFileSync(path.join(root, '.agent-context', 'events.jsonl'), lines.join(''))
  const { status, stdout, stderr } = own('rebuild')
  if (status !== 0) throw new Error(stderr)
  say(stdout.trim())
  return root
}

const environment = (folder) => ({
  ...process.env,
  HOME: folder,
  STRATA_STORE: path.join(folder, 'store'),
  AGENT_CONTEXT_LIMIT_MS: '60000',
})

/** A transcript of a new session. */
function makeTranscript(folder, root, round) {
  const transcript = path.join(folder, `new-${round}.jsonl`)
  const rows = [
    { type: 'user', message: { role: 'user', content: 'Store the lamp of the quay' } },
    { type: 'assistant', message: { role: 'assistant', content: [{ type: 'thinking', thinking: sentence(round) }] } },
  ]
  const lines = rows.map((row, at) => ({
    ...row,
    uuid: `u-${round}-${at}`,
    parentUuid: at === 0 ? null : `u-${round}-0`,
    sessionId: `new-${round}`,
    cwd: root,
    version: '2.1.0',
    timestamp: new Date(Date.UTC(2026, 1, 1) + round).toISOString(),
  }))
  writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return transcript
}

const callsOf = (root, transcript, round) => {
  const common = { session_id: `new-${round}`, cwd: root, transcript_path: transcript }
  const edit = { file_path: path.join(root, 'src/lamp/store.ts'), old_string: 'a', new_string: 'b' }
  const prompt = 'Why do we store the lamp of the quay with its mirror instead of the cache of anchors?'
  const compacted = { ...common, session_id: '00000007-0000-4000-8000-000000000000', source: 'compact' }
  return [
    ['first prompt', 'prompt', { ...common, prompt }],
    ['edit', 'pre-tool', { ...common, tool_name: 'Edit', tool_input: edit }],
    ['command', 'pre-tool', { ...common, tool_name: 'Bash', tool_input: { command: 'npm run build:lamp' } }],
    ['after a compaction', 'session-start', compacted],
    ['stop', 'stop', common],
  ]
}

/** Stop leaves its work to another process: the next round waits for it. */
async function untilWritten(file, before) {
  for (const end = performance.now() + 60_000; performance.now() < end && statSync(file).mtimeMs === before;) await sleep(50)
  await sleep(500)
}

async function checkHooks() {
  await installPackages()
  await makeStaleBundles(['node'])
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'strata-hooks-')))
  try {
    const root = makeProject(folder)
    const graph = path.join(root, '.agent-context', 'graph.json')
    const env = environment(folder)
    const measured = new Map([['Node.js alone', []]])
    for (let round = 0; round <= rounds; round += 1) {
      const calls = callsOf(root, makeTranscript(folder, root, round), round)
      const hooks = calls.map(([title, name, input]) => [title, [cli, 'reasoning', 'hook', name], JSON.stringify(input)])
      const before = statSync(graph).mtimeMs
      const runs = [['Node.js alone', ['-e', '0'], ''], ...hooks]
      for (const [title, args, input] of runs) {
        const run = await runMeasured(process.execPath, args, { env, input })
        if (run.code !== 0) throw new Error(`${title} ended with ${run.code}: ${run.output}`)
        // The first round compiles.
        if (round > 0) measured.set(title, [...(measured.get(title) ?? []), run])
      }
      await untilWritten(graph, before)
    }
    for (const [title, runs] of measured) {
      const [ms, cpu] = [runs.map((run) => run.ms), runs.map((run) => run.cpuMs ?? Number.NaN)]
      const figures = (values) => `${percentile(values, 0.5).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms`
      say(
        `${title}: ${figures(ms)}; processor time ${figures(cpu)}; ${runs.at(-1).output === '' ? 'silent' : `${runs.at(-1).output.length} characters`}`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

await runScript(checkHooks)

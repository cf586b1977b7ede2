/** How long short commands take on a store, as multiples of `node -e 0` in the same rounds. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { projectRoot } from '../setup/project-root.mjs'
import { percentile } from './questions.mjs'

const rounds = 9
const cli = path.join(projectRoot, 'dist', 'node', 'cli.cjs')

const run = (args, store) => {
  const started = performance.now()
  const { stdout, error } = spawnSync(process.execPath, args, { env: { ...process.env, STRATA_STORE: store }, encoding: 'utf8' })
  if (error !== undefined) throw error
  return { ms: performance.now() - started, stdout }
}

/** [title, arguments, target]: the commands that a person or an agent waits for. */
const commandsFor = (commit) => [
  ['--version', ['--version'], 1.6],
  ['--help', ['--help'], 1.6],
  ['a usage error', ['sessions', '--no-such-option'], 1.6],
  ['sessions -n 20', ['sessions', '-n', '20'], 3],
  ['log -n 20', ['log', '-n', '20'], 3],
  ['show', ['show', commit], 3],
  ['search', ['search', 'error'], 3],
]

/** Medians: {nodeMs, commands: [{title, ms, target}]}; every command once in each round. The store must be closed. */
export function measureStarts(store) {
  const [{ commitId }] = JSON.parse(run([cli, 'log', '-n', '1', '--json'], store).stdout).commits
  const commands = commandsFor(commitId).map(([title, args, target]) => ({ title, args, target, times: [] }))
  const nodeTimes = []
  for (let round = 0; round < rounds; round++) {
    nodeTimes.push(run(['-e', '0'], store).ms)
    for (const command of commands) command.times.push(run([cli, ...command.args], store).ms)
  }
  return {
    nodeMs: percentile(nodeTimes, 0.5),
    commands: commands.map(({ title, target, times }) => ({ title, target, ms: percentile(times, 0.5) })),
  }
}

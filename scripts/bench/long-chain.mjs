/** A long chain rebuilt into one conversation: from a thousand commits to the root, and read once it was rebuilt. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openEngine } from './open-engine.mjs'

const sessionId = 'c0000000-0000-4000-8000-000000000000'
const commits = 1000
const firstAt = Date.UTC(2025, 0, 1)
/** About a hundred kilobytes of output for each commit, as tools give it. */
const outputLines = 1200

/** Output that is compressed about as well as that of real tools. */
const output = (turn) => {
  let seed = turn + 1
  const next = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32)
  return Array.from(
    { length: outputLines },
    (_, line) =>
      `src/module-${next() % 400}/file-${next() % 90}.ts:${line}: ${next().toString(36)} of ${next().toString(36)} is used, ${next() % 7} times`,
  ).join('\n')
}

const linesOf = (turn) => {
  const uuid = (at) => `${String(turn * 3 + at).padStart(8, '0')}${sessionId.slice(8)}`
  const messages = [
    ['user', { role: 'user', content: `Question ${turn}` }],
    [
      'assistant',
      {
        id: `msg_${turn}`,
        role: 'assistant',
        content: [{ type: 'tool_use', id: `toolu_${turn}`, name: 'Bash', input: { command: 'check' } }],
      },
    ],
    ['user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content: output(turn) }] }],
  ]
  return messages.map(([type, message], at) => {
    const parentUuid = turn === 0 && at === 0 ? null : uuid(at - 1)
    const timestamp = new Date(firstAt + (turn * 3 + at) * 1000).toISOString()
    return `${JSON.stringify({ parentUuid, isSidechain: false, cwd: '/bench/long', sessionId, version: '2.1.0', type, message, uuid: uuid(at), timestamp })}\n`
  })
}

const timed = async (work) => {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}

/** Milliseconds and bytes; the store is one of its own. */
export async function measureLongChain(workDir) {
  const root = path.join(workDir, 'long-chain')
  const folder = path.join(root, 'projects', '-bench-long')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, `${sessionId}.jsonl`),
    Array.from({ length: commits }, (_, turn) => linesOf(turn))
      .flat()
      .join(''),
  )
  const store = path.join(root, 'store')
  const first = await openEngine(store)
  await first.run('import.start', { paths: [path.join(root, 'projects')] })
  const question = { commitId: sessionId, stop: 'root' }
  const built = await timed(() => first.ask('commit.materialise', question))
  if (built.value.commitCount !== commits) throw new Error(`the chain has ${built.value.commitCount} of ${commits} commits`)
  await first.close()
  const again = await openEngine(store)
  const kept = await timed(() => again.ask('commit.materialise', question))
  await again.close()
  return { chainMs: built.ms, chainBytes: built.value.bytes, chainCommits: commits, chainKeptMs: kept.ms, chainWasKept: kept.value.cached }
}

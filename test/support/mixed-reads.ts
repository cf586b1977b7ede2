/** Many reading commands on one store, several at a time, while the processes that hold the store are killed. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cli, strata, strataEnv } from './strata-command.ts'

export interface MixedReads {
  readonly answered: number
  /** How many holders were killed in the middle of their own command; those commands ran again. */
  readonly killed: number
  /** Commands that failed or gave another answer than alone, with what they said. */
  readonly failed: readonly string[]
}

/** Every command that only reads, on a store that has this commit and session. */
export const readingCommands = (commitId: string, sessionId: string): readonly (readonly string[])[] => [
  ['sessions', '--json'],
  ['sessions', '--text', 'cellar'],
  ['log', '-n', '5'],
  ['log', '--graph'],
  ['show', commitId],
  ['cat', commitId],
  ['history', commitId],
  ['diff', commitId, sessionId],
  ['search', 'apples', '--json'],
  ['files', '--json'],
  ['files', '--of', 'cellar'],
  ['stats', '--json'],
  ['stats', '--by', 'project'],
  ['ledger'],
  ['ledger', 'rules'],
  ['cost', '--json'],
  ['context', sessionId],
  ['problems', '--json'],
  ['prices'],
  ['settings', '--json'],
  ['ask', '--list'],
  ['ask', 'tools', '--csv'],
  ['ask', 'amplification'],
  ['sql', '--schema'],
  ['sql', '--list'],
  ['sql', 'SELECT count(*) AS commits FROM commits', '--csv'],
  ['sql', 'SELECT title FROM sessions ORDER BY title', '--json'],
  ['export', sessionId, '--for', 'markdown', '--stop', 'root'],
  ['export', sessionId, '--for', 'messages'],
  ['secrets', sessionId, '--stop', 'root'],
  ['verify', '--json'],
]

const holderOf = (storeDir: string): number | undefined => {
  try {
    return (JSON.parse(readFileSync(path.join(storeDir, 'lock'), 'utf8')) as { readonly pid: number }).pid
  } catch {
    return undefined
  }
}

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** @param killEveryMs how often the process that holds the store is killed */
export const readMixed = async (
  storeDir: string,
  commands: readonly (readonly string[])[],
  { count, atOnce, killEveryMs }: { readonly count: number; readonly atOnce: number; readonly killEveryMs: number },
): Promise<MixedReads> => {
  const alone = commands.map((args) => strata(storeDir, ...args))
  const failed = commands.flatMap((args, at) => (alone[at]?.code === 0 ? [] : [`alone: ${args.join(' ')}: ${alone[at]?.err ?? ''}`]))
  const running = new Set<number>()
  const victims = new Set<number>()
  const killer = setInterval(() => {
    const pid = holderOf(storeDir)
    if (pid === undefined || !running.has(pid)) return
    victims.add(pid)
    process.kill(pid, 'SIGKILL')
  }, killEveryMs)
  const run = (args: readonly string[]): Promise<Ended & { readonly wasKilled: boolean }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [cli, ...args], { env: strataEnv(storeDir), stdio: ['ignore', 'pipe', 'pipe'] })
      const pid = child.pid ?? 0
      running.add(pid)
      const text = { out: '', err: '' }
      child.stdout.setEncoding('utf8').on('data', (piece: string) => (text.out += piece))
      child.stderr.setEncoding('utf8').on('data', (piece: string) => (text.err += piece))
      child.once('exit', () => running.delete(pid))
      child.once('close', (code) => {
        resolve({ code, ...text, wasKilled: victims.delete(pid) })
      })
    })
  let [next, answered, killed] = [0, 0, 0]
  const reader = async (): Promise<void> => {
    while (next < count) {
      const at = next % commands.length
      next += 1
      const args = commands[at] ?? []
      let ended = await run(args)
      for (; ended.wasKilled && ended.code !== 0; killed += 1) ended = await run(args)
      if (ended.code === 0 && ended.out === alone[at]?.out) answered += 1
      else failed.push(`${args.join(' ')}: ${String(ended.code)} ${ended.err}${ended.out.slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
  clearInterval(killer)
  return { answered, killed, failed }
}

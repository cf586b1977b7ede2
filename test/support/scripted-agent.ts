/** Agents that write stream-json as a script says, captured by the command in a process of its own. */
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { decodeEvents } from '../../app/chains/formats/events-v1/decode-events.ts'
import type { Event } from '../../app/model/event.ts'
import { startStrata, type RunningStrata } from './running-strata.ts'
import { tempDir } from './temp-dir.ts'
import { withEngine } from './with-engine.ts'

const usage = { input_tokens: 10, cache_creation_input_tokens: 3, cache_read_input_tokens: 5, output_tokens: 1 }
export const reply = (id: string, block: object, agentCall: string | null = null): string =>
  JSON.stringify({ type: 'assistant', session_id: 's-1', parent_tool_use_id: agentCall, message: { id, content: [block], usage } })
export const said = (text: string): object => ({ type: 'text', text })
export const called = (id: string, name: string): object => ({ type: 'tool_use', id, name, input: { of: name } })
export const user = (content: unknown, more: object = {}): string =>
  JSON.stringify({ type: 'user', session_id: 's-1', message: { role: 'user', content }, ...more })
export const result = (id: string, content: unknown): string => user([{ type: 'tool_result', tool_use_id: id, content }])
const init = JSON.stringify({ type: 'system', subtype: 'init', session_id: 's-1' })
export const ended = (cost: number): string =>
  JSON.stringify({
    type: 'result',
    subtype: 'success',
    total_cost_usd: cost,
    num_turns: 2,
    duration_ms: 1500,
    usage: { ...usage, output_tokens: 40 },
  })

export const turn = [
  init,
  reply('m1', said('I look.')),
  reply('m1', called('t1', 'Read')),
  result('t1', [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ]),
]

/** A program called `claude` that does what a script says. */
export const agent = (script: string): string => {
  const dir = tempDir()
  const file = path.join(dir, 'claude')
  writeFileSync(file, `#!${process.execPath}\nconst say = (line) => process.stdout.write(line + '\\n')\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

export const saying = (lines: readonly string[], after = ''): string => `for (const line of ${JSON.stringify(lines)}) say(line)\n${after}`

export const newStore = (): string => path.join(tempDir(), 'store')

export const capture = (store: string, program: string, ...args: readonly string[]): RunningStrata => {
  const running = startStrata(store, ['capture', ...args, '--', program, '-p', 'What is in a?', '--output-format', 'stream-json'])
  return running
}

/** Writes its parts one after the other, each when a file with its number exists. */
const inParts = (parts: readonly (readonly string[])[], folder: string): string => `
const { existsSync } = require('node:fs')
const parts = ${JSON.stringify(parts)}
let at = 0
const wait = setInterval(() => {
  if (at > 0 && !existsSync(${JSON.stringify(folder)} + '/' + at)) return
  for (const line of parts[at]) say(line)
  at += 1
  if (at === parts.length) clearInterval(wait)
}, 10)`

/** Captures an agent; each part of its stream comes later than the one before, which the capture has read then: times decide what counts. */
export const captureParts = async (store: string, parts: readonly (readonly string[])[], ...args: readonly string[]): Promise<string> => {
  const folder = tempDir()
  const running = capture(store, agent(inParts(parts, folder)), ...args)
  running.child.stdin.end()
  for (let at = 1; at < parts.length; at += 1) {
    const read = parts.slice(0, at).flat()
    await vi.waitFor(() => expect(running.out()).toBe(`${read.join('\n')}\n`), { timeout: 120_000, interval: 20 })
    writeFileSync(path.join(folder, String(at)), '')
  }
  expect(await running.ended).toMatchObject({ code: 0 })
  return store
}

export interface CapturedCommit {
  readonly commitId: string
  readonly parentId: string | null
  readonly commitType: string
  readonly checkpoint: string
  readonly events: readonly Event[]
}

/** Commits of a store, oldest first, with what they hold. */
export const commitsOf = (store: string): Promise<readonly CapturedCommit[]> =>
  withEngine(store, async (engine) => {
    const { commits } = await engine.ask('chain.log', { limit: 1000 })
    const found = await Promise.all(
      commits.map(async ({ commitId, parentId, commitType, checkpoint, artifactHash }) => ({
        commitId,
        parentId,
        commitType,
        checkpoint,
        events: decodeEvents(await engine.ask('artifact.bytes', { ref: artifactHash })),
      })),
    )
    return found.reverse()
  })

export const kindsOf = (commits: readonly CapturedCommit[]): readonly string[] =>
  commits.map(({ checkpoint, events }) => `${checkpoint}: ${events.map(({ type }) => type).join(' ')}`)

export const spoolsOf = (store: string): readonly string[] =>
  existsSync(path.join(store, 'captures')) ? readdirSync(path.join(store, 'captures')) : []

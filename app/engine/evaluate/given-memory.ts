/** What a second pass is given: the memory that the first one left, by hooks or in its prompt, or a list in `CLAUDE.md`. */
import { spawn } from 'node:child_process'
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { GraphName } from '../../agent-context/graphs/graph.ts'
import { configText } from '../../agent-context/config.ts'
import { merged, type ThinkingRecord } from '../../agent-context/thinking-record.ts'
import { flatNotes, givenTokens } from '../../evaluate/flat-notes.ts'
import type { Given } from '../../evaluate/results.ts'
import { isObject, objectIn, textIn } from '../../model/json-object.ts'
import { isGone } from '../../model/reasoning.ts'
import { StrataError } from '../../model/failure.ts'
import { changeMemory } from '../agent-context/memory.ts'
import { filesOf, hasForeignLinks, type ProjectFiles } from '../agent-context/project.ts'
import { openMemory } from '../agent-context/project-memory.ts'
import { changeFile, readText } from '../agent-context/stored-text.ts'
import type { TaskClone } from './task-clone.ts'

/** `hooks`: the client runs those of its settings. `prompt`: the text stands before the task, for agents without hooks. */
export const givers = ['hooks', 'prompt'] as const
export type Giver = (typeof givers)[number]

export interface GivenRun {
  readonly given: Given
  /** The prompt of the run. */
  readonly prompt: string
  /** Everything that the agent can read of it. */
  readonly texts: readonly string[]
}

export interface Memory {
  readonly clone: TaskClone
  readonly events: readonly ThinkingRecord[]
  readonly prompt: string
  readonly env: NodeJS.ProcessEnv
  readonly storeDir: string
  readonly giver: Giver
  readonly signal: AbortSignal
}

const hookLimitMs = 60_000

/** The hook as the client runs it: what it prints, and how long it takes. */
const runHook = (folder: string, { prompt, env, signal }: Memory): Promise<{ readonly text: string; readonly ms: number }> => {
  const started = performance.now()
  const program = resolve(process.argv[1] ?? '')
  const child = spawn(process.execPath, [program, 'reasoning', 'hook', 'prompt'], {
    cwd: folder,
    env: { ...env, AGENT_CONTEXT_LIMIT_MS: String(hookLimitMs) },
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
  })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify({ session_id: 'evaluation', cwd: folder, prompt, hook_event_name: 'UserPromptSubmit' }))
  const timer = setTimeout(() => child.kill('SIGKILL'), hookLimitMs)
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', () => {
      clearTimeout(timer)
      done({ text: contextIn(Buffer.concat(parts).toString('utf8')), ms: performance.now() - started })
    })
  })
}

/** A hook that was stopped may have printed a part. */
const contextIn = (printed: string): string => {
  try {
    const output: unknown = JSON.parse(printed)
    return isObject(output) ? (textIn(objectIn(output, 'hookSpecificOutput'), 'additionalContext') ?? '') : ''
  } catch {
    return ''
  }
}

/** A link in the commit of a task would have files outside of the clone written or removed. @throws StrataError system-refused */
const refuseLinks = (folder: string, files: ProjectFiles): void => {
  const isLink = lstatSync(join(folder, '.claude'), { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isLink || hasForeignLinks(files)) throw new StrataError('system-refused', 'Links in the clone lead out of it', { folder })
  rmSync(join(folder, '.claude/settings.local.json'), { force: true })
}

/** The memory with a graph, and what its first prompt is given. */
export const giveGraph = async (memory: Memory, backend: GraphName): Promise<GivenRun> => {
  const { clone, events, prompt, env, storeDir, giver } = memory
  const files = filesOf(clone.folder)
  refuseLinks(clone.folder, files)
  mkdirSync(files.folder, { recursive: true })
  changeFile(files.config, (before) =>
    configText(before?.toString('utf8') ?? '', { backend, claude_md: false, commit: false, hooks: true }),
  )
  changeMemory(files, { backend, section: false }, (own) => merged([...own, ...events]))
  const { text, ms } = await runHook(clone.folder, memory)
  // The session of the run is given it as its first prompt, too.
  rmSync(files.local, { recursive: true, force: true })
  const open = openMemory(clone.folder, env, storeDir)
  const items = text === '' ? [] : open.query(prompt, [], undefined).items
  const stale = items.filter(isGone)
  if (giver === 'hooks') open.install('local', false)
  const given = { tokens: text === '' ? 0 : givenTokens(text), lines: items.length, stale: stale.length, hookMs: ms }
  const whole = giver === 'prompt' && text !== '' ? `${text}\n\n${prompt}` : prompt
  return { given, prompt: whole, texts: [readText(files.events) ?? '', readText(files.graph) ?? '', text] }
}

/** The list at the end of `CLAUDE.md`; no hook runs. */
export const giveFlat = ({ clone, events, prompt }: Memory): GivenRun => {
  const { text, events: kept } = flatNotes(events)
  if (text !== '') {
    const path = join(clone.folder, 'CLAUDE.md')
    const before = readText(path)
    rmSync(path, { force: true })
    writeFileSync(path, before === undefined ? text : `${before.trimEnd()}\n\n${text}`)
  }
  const stale = kept.filter(isGone).length
  return { given: { tokens: text === '' ? 0 : givenTokens(text), lines: kept.length, stale, hookMs: null }, prompt, texts: [text] }
}

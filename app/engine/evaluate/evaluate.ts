/** Runs an agent on tasks without and with the memory of a first pass; the tests of each task judge. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ThinkingRecord } from '../../agent-context/thinking-record.ts'
import { withTests } from '../../evaluate/command-words.ts'
import { guardOf, withoutLeaks, type Guard } from '../../evaluate/leaks.ts'
import { isGraph, type RunKind, type Run } from '../../evaluate/results.ts'
import type { Task } from '../../evaluate/task.ts'
import { StrataError } from '../../model/failure.ts'
import { redactFor } from '../agent-context/redact-words.ts'
import { recordsOfTranscript, transcriptsOf } from '../agent-context/transcripts.ts'
import { giveFlat, giveGraph, type Giver, type Memory } from './given-memory.ts'
import { runProgram, type Ended } from './run-program.ts'
import { tokensOfRun } from './run-usage.ts'
import { applyTests, changeIn, makeClone, type TaskClone } from './task-clone.ts'

export interface Evaluation {
  readonly tasks: readonly Task[]
  /** Words of the command that starts the agent; it gets the prompt on its standard input. */
  readonly agent: readonly string[]
  /** Judges tasks that name no command. */
  readonly test: readonly string[] | undefined
  /** Kinds of second passes. */
  readonly kinds: readonly RunKind[]
  readonly giver: Giver
  /** Folders in which repositories are looked for. */
  readonly repos: readonly string[]
  /** Limit of each command of a run. */
  readonly limitMs: number
  /** Folder in which the runs stay; undefined: they are removed. */
  readonly keep: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly storeDir: string
  readonly signal: AbortSignal
  readonly onRun: (run: Run) => void
}

/** Lines that second passes must not see. */
export interface GuardCount {
  /** It was stopped before its end. */
  readonly isStopped: boolean
  /** Lines of test patches and of what first passes changed that were looked for. */
  readonly lines: number
  /** Second passes whose texts were searched. */
  readonly searched: number
  /** Second passes that were not run, since one of the lines was in what they would be given. */
  readonly refused: number
}

/** @throws StrataError target-exists */
const newFolder = (path: string): string => {
  const folder = resolve(path)
  if (existsSync(folder)) throw new StrataError('target-exists', `${folder} exists`, { folder })
  mkdirSync(folder, { recursive: true })
  return folder
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** @throws StrataError not-found */
const repositoryOf = ({ repo, id }: Task, { repos }: Evaluation): string => {
  const names = [repo, repo.replace('/', '__'), repo.split('/').at(-1) ?? repo]
  const found = repos.flatMap((folder) => names.map((name) => resolve(folder, name))).find(isFolder)
  if (found !== undefined) return realpathSync(found)
  throw new StrataError('not-found', `The repository ${repo} of ${id} is on none of the given folders; --repos names one`, {})
}

const isRefused = (thrown: unknown): boolean => thrown instanceof StrataError && thrown.code === 'system-refused'

const seconds = (ms: number): string => `${String(Math.round(ms / 1000))} s`

/** What is worth a note of how a command ended. */
const endNote = ({ code, isCut }: Ended, limitMs: number): string =>
  isCut ? `the agent was stopped after ${seconds(limitMs)}` : code === 0 ? '' : 'the agent ended with a failure'

/** Without what a person set for hooks: the runs decide. */
const withoutOwn = ({ AGENT_CONTEXT_OFF: _, AGENT_CONTEXT_INJECTED: __, AGENT_CONTEXT_GRAPH: ___, ...env }: NodeJS.ProcessEnv) => env

/** Why a run has no result. */
class NotJudged extends Error {}

class TaskRuns {
  readonly #task: Task
  readonly #on: Evaluation
  readonly #repo: string
  readonly #folder: string
  readonly guard = { lines: 0, searched: 0, refused: 0 }

  constructor(task: Task, on: Evaluation, folder: string) {
    this.#task = task
    this.#on = on
    this.#repo = repositoryOf(task, on)
    this.#folder = folder
  }

  async all(): Promise<void> {
    const first = await this.#tried('without', () => this.#first())
    if (first === undefined) return
    this.guard.lines += first.guard.lines
    if (first.events.length === 0) return
    for (const kind of this.#on.kinds) await this.#tried(kind, () => this.#second(kind, first.events, first.guard))
  }

  /** The result of the work; undefined: there is none, for a reason that is reported. */
  async #tried<T>(kind: RunKind, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (thrown) {
      if (!(thrown instanceof NotJudged) && !isRefused(thrown)) throw thrown
      this.#say(kind, { note: thrown instanceof NotJudged ? thrown.message : 'its clone cannot be read or written' })
      return undefined
    }
  }

  #say(kind: RunKind, more: Partial<Run>): void {
    this.#on.onRun({ task: this.#task.id, kind, passed: null, note: '', ms: null, tokens: null, given: null, ...more })
  }

  /** A clone that is ready. @throws NotJudged */
  async #clone(name: string): Promise<TaskClone> {
    const { setup, baseCommit, id } = this.#task
    const clone = await makeClone(this.#repo, baseCommit, join(this.#folder, name, 'repo'), this.#on.signal).catch((thrown: unknown) => {
      if (!isRefused(thrown)) throw thrown
      throw new NotJudged(`${baseCommit} of ${id} could not be cloned`)
    })
    if (setup !== undefined && (await this.#run(setup, clone, name, 'setup')).code !== 0) throw new NotJudged('the setup command failed')
    return clone
  }

  #run(
    words: readonly string[],
    { folder }: TaskClone,
    name: string,
    what: string,
    more: { env?: NodeJS.ProcessEnv; input?: string } = {},
  ) {
    const { env, limitMs, signal, keep } = this.#on
    const log = keep === undefined ? undefined : join(this.#folder, name, `${what}.txt`)
    return runProgram({ words, folder, env, limitMs, signal, log, ...more })
  }

  /** Whether the tests pass; null: they cannot be run. */
  async #judge(clone: TaskClone, name: string): Promise<boolean | null> {
    const { test = this.#on.test, testPatch, tests } = this.#task
    if (test === undefined) return null
    try {
      if (testPatch !== '') await applyTests(clone, testPatch)
    } catch (thrown) {
      if (!isRefused(thrown)) throw thrown
      return null
    }
    return (await this.#run(withTests(test, tests), clone, name, 'test')).code === 0
  }

  async #agent(kind: RunKind, clone: TaskClone, prompt: string) {
    const hasHooks = isGraph(kind) && this.#on.giver === 'hooks'
    const env = { ...withoutOwn(this.#on.env), ...(hasHooks ? {} : { AGENT_CONTEXT_OFF: '1' }) }
    const ended = await this.#run(this.#on.agent, clone, kind, 'agent', { env, input: prompt })
    const transcripts = transcriptsOf(clone.folder, this.#on.env)
    return { ended, transcripts, tokens: tokensOfRun(transcripts) }
  }

  /** @returns the events that second passes are given; none: there is no second pass @throws NotJudged */
  async #first(): Promise<{ readonly events: readonly ThinkingRecord[]; readonly guard: Guard }> {
    const before = await this.#clone('untouched')
    if ((await this.#judge(before, 'untouched')) !== false) throw new NotJudged('its tests pass without a change, or cannot be run')
    const clone = await this.#clone('without')
    const { prompt, testPatch } = this.#task
    const { ended, transcripts, tokens } = await this.#agent('without', clone, prompt)
    const guard = guardOf([testPatch, await changeIn(clone)], prompt)
    const redact = redactFor(this.#on.storeDir)
    const events = transcripts.flatMap((path) => recordsOfTranscript(path, clone.folder, redact)).map((event) => withoutLeaks(event, guard))
    const passed = await this.#judge(clone, 'without')
    const nothing = events.length > 0 ? '' : transcripts.length === 0 ? 'it left no transcript' : 'nothing of its transcript is an event'
    const notes = [endNote(ended, this.#on.limitMs), nothing === '' ? '' : `no second pass: ${nothing}`]
    this.#say('without', { passed, note: notes.filter((note) => note !== '').join('; '), ms: ended.ms, tokens })
    return { events, guard }
  }

  /** @throws NotJudged */
  async #second(kind: RunKind, events: readonly ThinkingRecord[], guard: Guard): Promise<void> {
    const clone = await this.#clone(kind)
    const { storeDir, giver, env, limitMs } = this.#on
    const memory: Memory = { clone, events, prompt: this.#task.prompt, env: withoutOwn(env), storeDir, giver }
    const { given, prompt, texts } = isGraph(kind) ? await giveGraph(memory, kind) : giveFlat(memory)
    this.guard.searched += 1
    if (texts.some((text) => guard.countIn(text) > 0)) {
      this.guard.refused += 1
      throw new NotJudged('not run: a line of the change or of the tests is in what it would be given')
    }
    const { ended, tokens } = await this.#agent(kind, clone, prompt)
    const passed = await this.#judge(clone, kind)
    this.#say(kind, { passed, note: endNote(ended, limitMs), ms: ended.ms, tokens, given })
  }
}

/** @throws StrataError not-found, path-refused */
export const evaluate = async (on: Evaluation): Promise<GuardCount> => {
  const root = realpathSync(on.keep === undefined ? mkdtempSync(join(tmpdir(), 'strata-evaluate-')) : newFolder(on.keep))
  const guard = { isStopped: false, lines: 0, searched: 0, refused: 0 }
  try {
    for (const [at, task] of on.tasks.entries()) {
      const folder = join(root, String(at + 1))
      const runs = new TaskRuns(task, on, folder)
      try {
        await runs.all()
      } finally {
        for (const name of ['lines', 'searched', 'refused'] as const) guard[name] += runs.guard[name]
        if (on.keep === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    }
    return guard
  } catch (thrown) {
    if (!on.signal.aborted) throw thrown
    return { ...guard, isStopped: true }
  } finally {
    if (on.keep === undefined) rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

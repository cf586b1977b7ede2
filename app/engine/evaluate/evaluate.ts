/** Runs an agent on tasks without and with the memory of a first pass; the tests of each task judge. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ThinkingRecord } from '../../agent-context/thinking-record.ts'
import { withTests } from '../../model/command-words.ts'
import { guardOf, withoutLeaks, type Guard } from '../../evaluate/leaks.ts'
import { isGraph, type RunKind, type Run } from '../../evaluate/results.ts'
import type { Task } from '../../evaluate/task.ts'
import { StrataError } from '../../model/failure.ts'
import { redactFor } from '../agent-context/redact-words.ts'
import { recordsOfTranscript, transcriptsOf } from '../agent-context/transcripts.ts'
import { withoutGitVariables } from '../kernel/git-environment.ts'
import { giveFlat, giveGraph, type Giver, type Memory } from './given-memory.ts'
import { runProgram, type Ended } from '../kernel/run-program.ts'
import { tokensOfRun } from './run-usage.ts'
import { applyTests, changeIn, makeClone, startedHere, type TaskClone } from './task-clone.ts'

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
  /** Folder into which the runs are moved when they have ended; undefined: they are removed. */
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

const hasCode = (thrown: unknown, ...codes: readonly string[]): boolean => thrown instanceof StrataError && codes.includes(thrown.code)
const isRefused = (thrown: unknown): boolean => hasCode(thrown, 'system-refused')

const seconds = (ms: number): string => `${String(Math.round(ms / 1000))} s`

/** What is worth a note of how a command ended. */
const endNote = ({ code, isCut }: Ended, limitMs: number): string =>
  isCut ? `the agent was stopped after ${seconds(limitMs)}` : code === 0 ? '' : 'the agent ended with a failure'

/** Without what a person set for hooks, and without the repository of a Git command that started the evaluation: the runs decide. */
const withoutOwn = ({ AGENT_CONTEXT_OFF: _, AGENT_CONTEXT_INJECTED: __, AGENT_CONTEXT_GRAPH: ___, ...env }: NodeJS.ProcessEnv) =>
  withoutGitVariables(env)

/** More lines would take hours to look for in what a second pass is given. */
const maxGuardLines = 10_000

/** Why a run has no result. */
class NotJudged extends Error {}

interface Verdict {
  /** Null: it was not judged. */
  readonly passed: boolean | null
  /** Why it was not judged. */
  readonly why: string
}

/** Where the runs of a task work, and where they stay. */
interface TaskPlace {
  readonly repo: string
  readonly folder: string
  readonly kept: string | undefined
}

class TaskRuns {
  readonly #task: Task
  readonly #on: Evaluation
  readonly #place: TaskPlace
  readonly guard = { lines: 0, searched: 0, refused: 0 }

  constructor(task: Task, on: Evaluation, place: TaskPlace) {
    this.#task = task
    this.#on = { ...on, env: withoutOwn(on.env) }
    this.#place = place
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

  /** Work in a clone that is ready. No other run finds it afterwards: it may hold the tests or a solution. @throws NotJudged */
  async #within<T>(name: string, work: (clone: TaskClone) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#clone(name))
    } finally {
      const { folder, kept } = this.#place
      const own = join(folder, name)
      if (kept !== undefined && existsSync(own)) cpSync(own, join(kept, name), { recursive: true, verbatimSymlinks: true })
      rmSync(own, { recursive: true, force: true, maxRetries: 3 })
    }
  }

  async #clone(name: string): Promise<TaskClone> {
    const { setup, baseCommit, id } = this.#task
    const { repo, folder } = this.#place
    const clone = await makeClone(repo, baseCommit, join(folder, name, 'repo'), this.#on.signal).catch((thrown: unknown) => {
      if (!isRefused(thrown)) throw thrown
      throw new NotJudged(`${baseCommit} of ${id} could not be cloned`)
    })
    if (setup === undefined) return clone
    const ended = await this.#run(setup, clone, name, 'setup').catch((thrown: unknown) => {
      if (!hasCode(thrown, 'path-refused')) throw thrown
      throw new NotJudged('the setup command cannot be started')
    })
    if (ended.code !== 0) throw new NotJudged('the setup command failed')
    return startedHere(clone)
  }

  #run(
    words: readonly string[],
    { folder }: TaskClone,
    name: string,
    what: string,
    more: { env?: NodeJS.ProcessEnv; input?: string } = {},
  ) {
    const { env, limitMs, signal, keep } = this.#on
    const log = keep === undefined ? undefined : join(this.#place.folder, name, `${what}.txt`)
    return runProgram({ words, folder, env, limitMs, signal, log, ...more })
  }

  /** Whether the tests pass. */
  async #judge(clone: TaskClone, name: string): Promise<Verdict> {
    const { test = this.#on.test, testPatch, tests } = this.#task
    if (test === undefined) return { passed: null, why: 'no test command' }
    try {
      if (testPatch !== '') await applyTests(clone, testPatch)
      return { passed: (await this.#run(withTests(test, tests), clone, name, 'test')).code === 0, why: '' }
    } catch (thrown) {
      if (isRefused(thrown)) return { passed: null, why: 'the test patch does not apply' }
      if (hasCode(thrown, 'path-refused')) return { passed: null, why: 'the test command cannot be started' }
      throw thrown
    }
  }

  async #agent(kind: RunKind, clone: TaskClone, prompt: string) {
    const hasHooks = isGraph(kind) && this.#on.giver === 'hooks'
    const env = { ...this.#on.env, ...(hasHooks ? {} : { AGENT_CONTEXT_OFF: '1' }) }
    const ended = await this.#run(this.#on.agent, clone, kind, 'agent', { env, input: prompt })
    const transcripts = transcriptsOf(clone.folder, this.#on.env)
    return { ended, transcripts, tokens: tokensOfRun(transcripts) }
  }

  /** @returns the events that second passes are given; none: there is no second pass @throws NotJudged */
  async #first(): Promise<{ readonly events: readonly ThinkingRecord[]; readonly guard: Guard }> {
    const before = await this.#within('untouched', (clone) => this.#judge(clone, 'untouched'))
    if (before.passed !== false) throw new NotJudged(before.why === '' ? 'its tests pass without a change' : before.why)
    return this.#within('without', async (clone) => {
      const { prompt, testPatch } = this.#task
      const { ended, transcripts, tokens } = await this.#agent('without', clone, prompt)
      const guard = guardOf([testPatch, await changeIn(clone)], prompt)
      const isLarge = guard.lines > maxGuardLines
      const redact = redactFor(this.#on.storeDir)
      const events = isLarge
        ? []
        : transcripts.flatMap((path) => recordsOfTranscript(path, clone.folder, redact)).map((event) => withoutLeaks(event, guard))
      const { passed, why } = await this.#judge(clone, 'without')
      const nothing = transcripts.length === 0 ? 'it left no transcript' : 'nothing of its transcript is an event'
      const none = events.length > 0 ? '' : `no second pass: ${isLarge ? 'its change is too large to look for' : nothing}`
      const notes = [endNote(ended, this.#on.limitMs), why, none].filter((note) => note !== '')
      this.#say('without', { passed, note: notes.join('; '), ms: ended.ms, tokens })
      return { events, guard }
    })
  }

  /** @throws NotJudged */
  async #second(kind: RunKind, events: readonly ThinkingRecord[], guard: Guard): Promise<void> {
    await this.#within(kind, async (clone) => {
      const { storeDir, giver, env, limitMs, signal } = this.#on
      const memory: Memory = { clone, events, prompt: this.#task.prompt, env, storeDir, giver, signal }
      const { given, prompt, texts } = isGraph(kind) ? await giveGraph(memory, kind) : giveFlat(memory)
      this.guard.searched += 1
      if (texts.some((text) => guard.countIn(text) > 0)) {
        this.guard.refused += 1
        throw new NotJudged('not run: a line of the change or of the tests is in what it would be given')
      }
      const { ended, tokens } = await this.#agent(kind, clone, prompt)
      const { passed, why } = await this.#judge(clone, kind)
      const notes = [endNote(ended, limitMs), why].filter((note) => note !== '')
      this.#say(kind, { passed, note: notes.join('; '), ms: ended.ms, tokens, given })
    })
  }
}

/** @throws StrataError not-found, target-exists, path-refused */
export const evaluate = async (on: Evaluation): Promise<GuardCount> => {
  const repos = on.tasks.map((task) => repositoryOf(task, on))
  const keep = on.keep === undefined ? undefined : newFolder(on.keep)
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'strata-evaluate-')))
  const guard = { isStopped: false, lines: 0, searched: 0, refused: 0 }
  try {
    for (const [at, task] of on.tasks.entries()) {
      const name = String(at + 1)
      const place = { repo: repos[at] ?? '', folder: join(root, name), kept: keep && join(keep, name) }
      const runs = new TaskRuns(task, on, place)
      try {
        await runs.all()
      } finally {
        for (const count of ['lines', 'searched', 'refused'] as const) guard[count] += runs.guard[count]
      }
    }
    return guard
  } catch (thrown) {
    if (!on.signal.aborted) throw thrown
    return { ...guard, isStopped: true }
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Sessions with known prompts only: the client deleted their transcripts, but keeps typed prompts in `history.jsonl`. Their prompts are
 * written as transcript records, one file for each session, and imported as if the file were part of the history.
 */
import type { Discovery, TranscriptFile } from '../../model/transcript-file.ts'
import { appendFileSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { HistoryResult } from '../../contract/import.ts'
import { count, optional, text } from '../../model/columns.ts'
import { systemCode, systemReason } from '../../model/failure.ts'
import { finder, histories, isHistorySource, probeRoots } from '../../../importer/agents.ts'
import type { HistoryPlace, HistoryPrompt, PromptHistory } from '../../model/prompt-history.ts'
import type { Store } from '../../store/store.ts'
import { hashBytes } from '../../store/files/content-hash.ts'
import { sourceIdOf } from '../../transcripts/hash-file.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { notRead, type UnreadableFile } from './unreadable-files.ts'
import spansOfProjects from './spans-of-projects.sql?raw'

/** A history, and whose it is. */
interface FoundFile {
  readonly path: string
  readonly agent: string
  readonly history: PromptHistory
}

export interface FoundHistory {
  readonly files: readonly TranscriptFile[]
  readonly problems: readonly UnreadableFile[]
  readonly results: readonly Omit<HistoryResult, 'changedSessions'>[]
}

/** Histories beside the folders that are imported, or given themselves. */
const historiesOf = (paths: readonly string[], env: EngineContext['env']): readonly FoundFile[] => {
  const given = paths.length > 0 ? paths : probeRoots(env).flatMap((root) => (root.exists ? [root.path] : []))
  const found = new Map<string, FoundFile>()
  for (const path of given) {
    const own = histories.flatMap(({ agent, history }) => {
      const at = history.at(resolve(path)) === resolve(path) ? resolve(path) : history.at(finder.transcriptRoot(path))
      return at === undefined ? [] : [{ path: at, agent, history }]
    })
    for (const one of own) found.set(one.path, one)
  }
  return [...found.values()].filter((one) => statSync(one.path, { throwIfNoEntry: false })?.isFile() === true)
}

/** Sessions with more than prompts in the store. */
const sessionsInStore = (store: Store): readonly string[] =>
  store.sessionIds().filter((id) => store.session(id)?.sources.some(({ path }) => !isHistorySource(path)) === true)

interface Span {
  readonly firstAt: number
  readonly lastAt: number
}

/** A prompt is typed somewhat before the transcript has it, milliseconds. */
const slackMs = 60_000

/** When sessions with a transcript ran, by project: their prompts are known. */
const spansOf = async (store: Store): Promise<ReadonlyMap<string, readonly Span[]>> => {
  const columns = { project: text('project'), firstAt: optional(count('first_ms')), lastAt: optional(count('last_ms')) }
  const spans = new Map<string, Span[]>()
  for (const { project, firstAt, lastAt } of await store.database.query(spansOfProjects, columns)) {
    if (firstAt === null || lastAt === null) continue
    const own = spans.get(project) ?? []
    own.push({ firstAt: firstAt - slackMs, lastAt: lastAt + slackMs })
    spans.set(project, own)
  }
  return spans
}

const badLineAction = 'The line is not imported and stays in the history; all other prompts were imported.'

interface Extract extends HistoryPlace {
  readonly readFrom: string
  readonly bytes: number
  readonly lastAt: number
}

/** The prompts of one history, sorted into sessions. */
class HistoryReading {
  readonly problems: UnreadableFile[] = []
  readonly #path: string
  readonly #agent: string
  readonly #history: PromptHistory
  readonly #scratch: string
  readonly #extracts = new Map<string, Extract>()
  readonly #withTranscript = new Set<string>()
  #unnamed = 0
  #skipped = 0
  #prompts = 0

  constructor({ path, agent, history }: FoundFile, scratch: string) {
    this.#path = path
    this.#agent = agent
    this.#history = history
    this.#scratch = scratch
  }

  get file(): string {
    return `${basename(dirname(this.#path))}/${basename(this.#path)}`
  }

  read(known: ReadonlySet<string>, spans: ReadonlyMap<string, readonly Span[]>, progress: JobProgress): void {
    try {
      for (const { read, ...place } of this.#history.read(this.#path)) {
        progress.checkpoint()
        if ('code' in read) this.#refuse(read, place)
        else this.#take(read, known, spans)
      }
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown
      this.problems.push(notRead(this.#path, this.file, 'unreadable-file', `the file cannot be read: ${systemReason(thrown)}`))
    }
  }

  #refuse({ code, reason }: Pick<UnreadableFile, 'code' | 'reason'>, place: Pick<UnreadableFile, 'line' | 'offset' | 'length'>): void {
    this.problems.push({ source_id: sourceIdOf(this.#path), file: this.file, code, reason, action: badLineAction, ...place })
  }

  #take(prompt: HistoryPrompt, known: ReadonlySet<string>, spans: ReadonlyMap<string, readonly Span[]>): void {
    const { sessionId, project, at } = prompt
    if (sessionId === undefined) {
      this.#unnamed += 1
      const isKnown = spans.get(project ?? '')?.some(({ firstAt, lastAt }) => at !== undefined && at >= firstAt && at <= lastAt) === true
      if (isKnown) this.#skipped += 1
      else this.#add(this.#history.unnamedSession(prompt), prompt)
    } else if (known.has(sessionId)) this.#withTranscript.add(sessionId)
    else this.#add(sessionId, prompt)
  }

  #add(sessionId: string, prompt: HistoryPrompt): void {
    const first = { readFrom: join(this.#scratch, `${hashBytes(Buffer.from(sessionId)).slice(0, 32)}.jsonl`), prompts: 0, lastUuid: null }
    const before = this.#extracts.get(sessionId) ?? { ...first, bytes: 0, lastAt: 0 }
    const { line, uuid } = this.#history.recordOf(this.#path, sessionId, prompt, before)
    appendFileSync(before.readFrom, line)
    this.#prompts += 1
    this.#extracts.set(sessionId, {
      readFrom: before.readFrom,
      prompts: before.prompts + 1,
      lastUuid: uuid,
      bytes: before.bytes + Buffer.byteLength(line),
      lastAt: Math.max(before.lastAt, prompt.at ?? 0),
    })
  }

  get files(): readonly TranscriptFile[] {
    return [...this.#extracts].map(([sessionId, { readFrom, bytes, lastAt }]) => ({
      agent: this.#agent,
      path: this.#history.sourceOf(this.#path, sessionId),
      root: dirname(this.#path),
      file: this.#history.sourceOf(this.file, sessionId),
      role: 'session',
      sessionId,
      agentId: undefined,
      folder: basename(dirname(this.#path)),
      size: bytes,
      // What was typed last: the file itself changes with every prompt of any session.
      modifiedNs: BigInt(lastAt) * 1_000_000n,
      changedNs: 0n,
      inode: 0n,
      readFrom,
    }))
  }

  get result(): FoundHistory['results'][number] {
    return {
      path: this.#path,
      sessions: this.#extracts.size,
      prompts: this.#prompts,
      sessionsWithTranscript: this.#withTranscript.size,
      unnamedPrompts: this.#unnamed,
      unnamedSkipped: this.#skipped,
      badLines: this.problems.filter(({ line }) => line !== undefined).length,
    }
  }
}

/**
 * Finds the histories that belong to an import, and the sessions that only they know.
 * @param scratch folder for their prompts; they are read from there
 * @throws StrataError cancelled
 */
export const findHistory = async (
  { store, env }: EngineContext,
  paths: readonly string[],
  { files }: Discovery,
  scratch: string,
  progress: JobProgress,
): Promise<FoundHistory> => {
  const own = historiesOf(paths, env)
  if (own.length === 0) return { files: [], problems: [], results: [] }
  const found = files.flatMap(({ role, sessionId }) => (role === 'session' && sessionId !== undefined ? [sessionId] : []))
  const known = new Set([...found, ...sessionsInStore(store), ...own.flatMap(({ path, history }) => history.sessionsBeside(path))])
  const spans = await spansOf(store)
  const readings = own.map((one, at) => {
    const folder = join(scratch, `history-${at}`)
    const reading = new HistoryReading(one, folder)
    mkdirSync(folder)
    reading.read(known, spans, progress)
    return reading
  })
  return {
    files: readings.flatMap((reading) => reading.files),
    problems: readings.flatMap(({ problems }) => problems),
    results: readings.map(({ result }) => result),
  }
}

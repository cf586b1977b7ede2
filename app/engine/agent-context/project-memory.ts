/** What `strata reasoning` does with the memory of a project. */
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { configText, type AgentContextConfig } from '../../agent-context/config.ts'
import type { GraphName } from '../../agent-context/graphs/graph.ts'
import { redactedRecord, type Redact } from '../../agent-context/records-of-steps.ts'
import { projectPath } from '../../agent-context/project-path.ts'
import { StrataError } from '../../model/failure.ts'
import type { RecallAnswer } from '../../recall/candidate.ts'
import { storeExists } from '../../store/open-store.ts'
import { answerFrom } from './answer-from.ts'
import { extractTranscripts, type Extracted } from './extract.ts'
import {
  applySettings,
  hookEntries,
  installHooks,
  isOwnHook,
  scopes,
  settingsOf,
  uninstallHooks,
  type Scope,
  type SettingsChange,
} from './install.ts'
import { makeLocal, whileWriting, writeMark } from './local-state.ts'
import { changeMemory, configOf, noProject, readMemory, sectionNotes, textOfGraph } from './memory.ts'
import { filesOf, findProject, folderName, hasForeignLinks, projectRoot, realFile, realFolder, type ProjectFiles } from './project.ts'
import { readGraph } from './read-graph.ts'
import { redactFor } from './redact-words.ts'
import { changeFile, readText, replaceFile, retryChanged } from './stored-text.ts'
import { sessionOf, transcriptsOf } from './transcripts.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Made {
  readonly folder: string
  readonly written: readonly string[]
  /** What was left undone, and why. */
  readonly notes: readonly string[]
}

export interface Rebuilt {
  readonly events: number
  readonly faults: readonly number[]
  readonly written: readonly string[]
  readonly notes: readonly string[]
}

export interface MemoryStatus {
  readonly folder: string
  readonly events: number
  readonly sessions: number
  readonly types: Readonly<Record<string, number>>
  /** Time of the newest event, ISO 8601; '' where there is none. */
  readonly newest: string
  readonly backend: GraphName
  readonly isGraphCurrent: boolean
  readonly commit: boolean
  readonly hooks: boolean
  /** Settings that have the hooks. */
  readonly installed: readonly string[]
  readonly faults: readonly number[]
  readonly notes: readonly string[]
}

/** Two versions of the file are joined line by line; the reader takes each event once. */
const attributes = 'events.jsonl merge=union\ngraph.json -merge linguist-generated\n'

const isIgnored = (files: ProjectFiles): boolean => {
  try {
    execFileSync('git', ['-C', files.root, 'check-ignore', '-q', files.events], { stdio: 'ignore', timeout: 5_000 })
    return true
  } catch {
    return false
  }
}

const newline = 0x0a

/** @returns whether the file was written @throws StrataError invalid-input, system-refused */
const changeConfig = (files: ProjectFiles, change: Partial<AgentContextConfig>): boolean =>
  changeFile(files.config, (before) => configText(before?.toString('utf8') ?? '', change))

/** A line that is no event, without secrets; the same bytes where it has none. */
const redactedLine = (line: Buffer, redact: Redact): Buffer => {
  const text = line.toString('utf8')
  const clean = redact.json(text)
  return clean === text ? line : Buffer.from(clean)
}

/** The program as it runs here, as words of a command. */
const ownProgram = (): readonly string[] => [process.execPath, resolve(process.argv[1] ?? '')]

const lockWaitMs = 10_000

/** @throws StrataError system-refused */
const written = async <T>(files: ProjectFiles, work: () => T): Promise<T> => {
  const done = await whileWriting(files, lockWaitMs, () => ({ result: work() }))
  if (done === undefined) throw new StrataError('system-refused', `Another process is writing ${files.folder}`, { folder: files.folder })
  return done.result
}

class OpenMemory {
  readonly #folder: string
  readonly #env: Environment
  readonly #storeDir: string

  constructor(folder: string, env: Environment, storeDir: string) {
    this.#folder = folder
    this.#env = env
    this.#storeDir = storeDir
  }

  get root(): string {
    return this.#files().root
  }

  init({ makesClaudeMd, section }: { readonly makesClaudeMd: boolean; readonly section: boolean }): Made {
    const files = findProject(this.#folder) ?? filesOf(projectRoot(this.#folder))
    if (hasForeignLinks(files))
      throw new StrataError('system-refused', `Files of ${files.folder} are links to other places`, { folder: files.folder })
    makeLocal(files)
    const own = (path: string): string => projectPath(path, files.root)
    const names = [
      ...(changeConfig(files, section ? {} : { claude_md: false }) ? [own(files.config)] : []),
      ...(readText(files.attributes) === undefined && replaceFile(files.attributes, attributes) ? [own(files.attributes)] : []),
      ...changeMemory(files, {
        backend: configOf(files, this.#env).backend,
        section: section && makesClaudeMd,
        makesClaudeMd,
      }).written.map((name) => (name === 'CLAUDE.md' ? name : `${folderName}/${name}`)),
    ]
    return { folder: files.folder, written: [...names, ...this.#unignore(files)], notes: section ? sectionNotes(files) : [] }
  }

  /** What .gitignore of the project hides is not shared. */
  #unignore(files: ProjectFiles): readonly string[] {
    if (!isIgnored(files)) return []
    const ignore = join(files.root, '.gitignore')
    changeFile(ignore, (before = Buffer.alloc(0)) => {
      const gap = before.length === 0 || before.at(-1) === newline ? '' : '\n'
      return Buffer.concat([before, Buffer.from(`${gap}!/${folderName}/\n!/${folderName}/**\n`)])
    })
    return ['.gitignore']
  }

  /** @throws StrataError invalid-input for settings that are no JSON */
  install(scope: Scope, isRemoval: boolean): SettingsChange {
    const root = findProject(this.#folder)?.root ?? projectRoot(this.#folder)
    const file = settingsOf(scope, root, this.#env)
    const entries = hookEntries(scope === 'project' ? undefined : ownProgram())
    return retryChanged(() => {
      const change = isRemoval ? uninstallHooks(file) : installHooks(file, entries)
      applySettings(change)
      return change
    })
  }

  /** @throws StrataError not-found, system-refused */
  async extract(session: string | undefined): Promise<Extracted> {
    const files = this.#files()
    const all = transcriptsOf(files.root, this.#env)
    const chosen = session === undefined ? all : all.filter((path) => sessionOf(path).startsWith(session))
    return written(files, () => extractTranscripts(files, chosen, redactFor(this.#storeDir), this.#env))
  }

  hasStore(): Promise<boolean> {
    return storeExists(this.#storeDir)
  }

  /** Words that became private are redacted, too. @throws StrataError not-found, system-refused */
  async rebuild(): Promise<Rebuilt> {
    const files = this.#files()
    const redact = redactFor(this.#storeDir)
    return written(files, () => {
      const { backend, claude_md: section } = configOf(files, this.#env)
      const {
        events,
        faults,
        written: names,
        notes,
      } = changeMemory(
        files,
        { backend, section },
        (own) => own.map((event) => redactedRecord(event, redact)),
        (line) => redactedLine(line, redact),
      )
      return { events: events.length, faults, written: names, notes }
    })
  }

  /** @throws StrataError not-found, system-refused */
  async switchTo(backend: GraphName): Promise<Rebuilt> {
    const files = this.#files()
    return written(files, () => {
      changeConfig(files, { backend })
      const { claude_md: section } = configOf(files, {})
      const { events, faults, written: names, notes } = changeMemory(files, { backend, section })
      return { events: events.length, faults, written: names, notes }
    })
  }

  /** @throws StrataError not-found */
  query(prompt: string, hinted: readonly string[], tokens: number | undefined): RecallAnswer {
    const files = this.#files()
    const graph = readGraph(files)
    if (graph === undefined) throw new StrataError('not-found', 'There is no graph.json: strata reasoning rebuild makes it')
    const paths = hinted.map((path) => projectPath(realFile(resolve(this.#folder, path)), files.root))
    const { backend } = configOf(files, this.#env)
    return answerFrom(graph, backend, {
      prompt,
      files: paths,
      sessionId: null,
      cwd: this.#folder,
      redact: redactFor(this.#storeDir).text,
      ...(tokens === undefined ? {} : { tokens }),
    })
  }

  /** @throws StrataError not-found */
  status(): MemoryStatus {
    const files = this.#files()
    const { events, faults } = readMemory(files)
    const { backend, commit, hooks, claude_md: section } = configOf(files, this.#env)
    const types: Record<string, number> = {}
    for (const { type } of events) types[type] = (types[type] ?? 0) + 1
    return {
      folder: files.folder,
      events: events.length,
      sessions: new Set(events.map(({ session_id: session }) => session)).size,
      types,
      newest: events.at(-1)?.timestamp ?? '',
      backend,
      isGraphCurrent: readText(files.graph) === textOfGraph(events, backend),
      commit,
      hooks,
      installed: this.#installed(files),
      faults,
      notes: section ? sectionNotes(files) : [],
    }
  }

  /** @throws StrataError not-found */
  turn(isOn: boolean, session: string | undefined): void {
    const files = this.#files()
    if (session === undefined) changeConfig(files, { hooks: isOn })
    else writeMark(files, session, { isOff: !isOn })
  }

  #installed(files: ProjectFiles): readonly string[] {
    return scopes.map((scope) => settingsOf(scope, files.root, this.#env)).filter((file) => hasHooks(readText(file) ?? ''))
  }

  #files(): ProjectFiles {
    return findProject(this.#folder) ?? noProject(realFolder(this.#folder))
  }
}

export type ProjectMemory = OpenMemory

const hasHooks = (settings: string): boolean => {
  try {
    return JSON.stringify(JSON.parse(settings))
      .split('"command":')
      .some((part) => {
        const [, command] = /^("(?:[^"\\]|\\.)*")/.exec(part) ?? []
        return command !== undefined && isOwnHook(JSON.parse(command) as string)
      })
  } catch {
    return false
  }
}

/** @param folder one in the project */
export const openMemory = (folder: string, env: Environment, storeDir: string): ProjectMemory => new OpenMemory(folder, env, storeDir)

/** The files of a project's memory: events, graph and section. */
import { openGraph } from '../../agent-context/graphs/open-graph.ts'
import { graphText, type GraphName } from '../../agent-context/graphs/graph.ts'
import { eventsBytes, readEvents, type EventsRead } from '../../agent-context/events-text.ts'
import { isWide, lineEndOf, sectionOf, withSection } from '../../agent-context/claude-md.ts'
import { readConfig, type AgentContextConfig } from '../../agent-context/config.ts'
import { nodeOf, type ThinkingRecord } from '../../agent-context/thinking-record.ts'
import { StrataError } from '../../model/failure.ts'
import { leadsOut, type ProjectFiles } from './project.ts'
import { changeFile, readBytes, readText, replaceFile, retryChanged } from './stored-text.ts'

type Environment = Readonly<Record<string, string | undefined>>

export const configOf = (files: ProjectFiles, env: Environment): AgentContextConfig => readConfig(readText(files.config) ?? '', env)

export interface Memory extends EventsRead {
  /** The contents of the file; undefined: there is none. */
  readonly bytes: Buffer | undefined
}

export const readMemory = (files: ProjectFiles): Memory => {
  const bytes = readBytes(files.events)
  return { bytes, ...readEvents(bytes ?? Buffer.alloc(0)) }
}

/** The graph of these events, as text. */
export const textOfGraph = (events: readonly ThinkingRecord[], backend: GraphName): string => {
  const graph = openGraph(backend)
  graph.ingest(events.map(nodeOf))
  return graphText(graph.serialize())
}

export interface WriteOptions {
  readonly backend: GraphName
  /** Whether the section of CLAUDE.md is written where the file exists. */
  readonly section: boolean
  /** Whether a CLAUDE.md is made where none is. */
  readonly makesClaudeMd?: boolean
}

const writeSection = ({ root, claudeMd }: ProjectFiles, events: readonly ThinkingRecord[], makes: boolean): boolean => {
  // Another project may have the same file.
  if (leadsOut(claudeMd, root)) return false
  return changeFile(claudeMd, (before) => {
    if (before === undefined ? !makes : isWide(before)) return undefined
    const file = before ?? new Uint8Array()
    return withSection(file, sectionOf(events, lineEndOf(file)))
  })
}

/** Why CLAUDE.md has no section. */
export const sectionNotes = ({ root, claudeMd }: ProjectFiles): readonly string[] => {
  const bytes = leadsOut(claudeMd, root) ? undefined : readBytes(claudeMd)
  return bytes !== undefined && isWide(bytes)
    ? ['CLAUDE.md is not UTF-8 text and stays unchanged. Save it as UTF-8 to get the section.']
    : []
}

/** What the memory contains after a change. */
export interface Changed {
  readonly before: readonly ThinkingRecord[]
  readonly events: readonly ThinkingRecord[]
  /** Numbers of lines that are no events: before the change. */
  readonly faults: readonly number[]
  /** Names of the files that were written. */
  readonly written: readonly string[]
  readonly notes: readonly string[]
}

/**
 * Changes the events, and writes the files that differ. To be called by one process at a time.
 * @param change of the events
 * @param clean of the lines that are no events
 * @throws StrataError system-refused
 */
export const changeMemory = (
  files: ProjectFiles,
  options: WriteOptions,
  change: (events: readonly ThinkingRecord[]) => readonly ThinkingRecord[] = (events) => events,
  clean: (line: Buffer) => Buffer = (line) => line,
): Changed => {
  const { memory, events, isWritten } = retryChanged(() => {
    const read = readMemory(files)
    const now = change(read.events)
    return { memory: read, events: now, isWritten: replaceFile(files.events, eventsBytes(now, read.others.map(clean)), read) }
  })
  const written = [
    isWritten ? ['events.jsonl'] : [],
    replaceFile(files.graph, textOfGraph(events, options.backend)) ? ['graph.json'] : [],
    options.section && writeSection(files, events, options.makesClaudeMd === true) ? ['CLAUDE.md'] : [],
  ]
  return {
    before: memory.events,
    events,
    faults: memory.faults,
    written: written.flat(),
    notes: options.section ? sectionNotes(files) : [],
  }
}

/** @throws StrataError not-found */
export const noProject = (folder: string): never => {
  throw new StrataError('not-found', `${folder} has no .agent-context`, { folder, option: 'makeMemory' })
}

/** The files of a project's memory: events, graph and section. */
import { openGraph } from '../../agent-context/graphs/open-graph.ts'
import { graphText, type GraphName } from '../../agent-context/graphs/graph.ts'
import { eventsText, readEvents } from '../../agent-context/events-text.ts'
import { sectionOf, withSection } from '../../agent-context/claude-md.ts'
import { readConfig, type AgentContextConfig } from '../../agent-context/config.ts'
import { nodeOf, type ThinkingRecord } from '../../agent-context/thinking-record.ts'
import { StrataError } from '../../model/failure.ts'
import { leadsOut, type ProjectFiles } from './project.ts'
import { readBytes, readText, replaceFile } from './stored-text.ts'

type Environment = Readonly<Record<string, string | undefined>>

export const configOf = (files: ProjectFiles, env: Environment): AgentContextConfig => readConfig(readText(files.config) ?? '', env)

export interface Memory {
  readonly events: readonly ThinkingRecord[]
  /** Lines that are no events. */
  readonly faults: readonly number[]
}

export const readMemory = (files: ProjectFiles): Memory => readEvents(readText(files.events) ?? '')

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
  const before = readBytes(claudeMd)
  if (before === undefined && !makes) return false
  return replaceFile(claudeMd, withSection(before ?? new Uint8Array(), sectionOf(events)))
}

/** Writes what differs. @returns names of the files that were written */
export const writeMemory = (files: ProjectFiles, events: readonly ThinkingRecord[], options: WriteOptions): readonly string[] => {
  const written = [
    replaceFile(files.events, eventsText(events)) ? ['events.jsonl'] : [],
    replaceFile(files.graph, textOfGraph(events, options.backend)) ? ['graph.json'] : [],
    options.section && writeSection(files, events, options.makesClaudeMd === true) ? ['CLAUDE.md'] : [],
  ]
  return written.flat()
}

/** @throws StrataError not-found */
export const noProject = (folder: string): never => {
  throw new StrataError('not-found', `${folder} has no .agent-context: strata reasoning init makes it`, { folder })
}

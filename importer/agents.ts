/**
 * The agents whose transcripts Strata reads: the only list of them, and the only module that imports their folders. A new agent is a folder
 * beside this file, and a line here.
 */
import type { Agent, Tools } from '../app/model/agent.ts'
import { StrataError } from '../app/model/failure.ts'
import type { PromptHistory } from '../app/model/prompt-history.ts'
import type { StreamReader } from '../app/model/streamed-event.ts'
import type { ToolKind } from '../app/model/tool-kind.ts'
import type { ProbedRoot, Retention } from '../app/model/transcript-file.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { Finder } from './discover.ts'

/** In the order in which they are asked whose a file is: Claude Code takes every `.jsonl` file, so it is the last. */
export const agents: readonly Agent[] = [claudeCode]

/** The format of transcripts that agents can continue from: exports and translations are written in it. */
export const transcriptFormat = claudeCode.format

/** The agent of sources of earlier stores, which name none. */
export const firstAgent = claudeCode.id

const byId: ReadonlyMap<string, Agent> = new Map(agents.map((agent) => [agent.id, agent]))
const byFormat: ReadonlyMap<string, Agent> = new Map(agents.map((agent) => [agent.format, agent]))

/** @throws StrataError store-newer for an agent that this version does not know */
export const agentCalled = (id: string): Agent => {
  const agent = byId.get(id)
  if (agent === undefined)
    throw new StrataError('store-newer', `The store has transcripts of ${id}, an agent that this version of Strata does not know`, {
      agent: id,
    })
  return agent
}

/** The agent whose lines a format has; undefined: the format has no lines of transcripts. */
export const agentOfFormat = (format: string): Agent | undefined => byFormat.get(format)

/** Whether artifacts of a format are lines of a transcript. */
export const isTranscript = (format: string): boolean => byFormat.has(format)

/** Lines of a transcript as lines of records (app/model/record.ts). */
export const asRecords = (format: string, artifact: Uint8Array): Buffer => {
  const { buffer, byteOffset, byteLength } = byFormat.get(format)?.lines.asRecords(artifact) ?? artifact
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Where two tools have one name, the tool of the later agent counts. */
const kinds: Tools = new Map(agents.flatMap(({ tools }) => [...tools]))

/** What a tool does, by its name. */
export const toolKind = (name: string): ToolKind => kinds.get(name) ?? 'other'

/** Names of the tools of these kinds. */
export const toolsOf = (wanted: ReadonlySet<ToolKind>): readonly string[] =>
  [...kinds].flatMap(([name, kind]) => (wanted.has(kind) ? [name] : [])).sort()

export const finder = new Finder(agents)

/** Places where agents keep transcripts on this machine, whether they exist or not. */
export const probeRoots = (env: Readonly<Record<string, string | undefined>>): readonly ProbedRoot[] =>
  agents.flatMap(({ files }) => files.probeRoots(env))

/** Agents that keep prompts outside their transcripts. */
export const histories: readonly { readonly agent: string; readonly history: PromptHistory }[] = agents.flatMap(({ id, history }) =>
  history === undefined ? [] : [{ agent: id, history }],
)

/** Whether a path is that of prompts without a transcript. */
export const isHistorySource = (path: string): boolean => histories.some(({ history }) => history.isSource(path))

/** The file that a source is in: a history, or the source itself. */
export const fileOfSource = (path: string): string => histories.reduce((file, { history }) => history.fileOf(file), path)

/** How long an agent keeps the transcripts of a folder. */
export const retentionOf = (root: string): Retention => {
  for (const { files } of agents) {
    const retention = files.retentionOf(root)
    if (retention !== undefined) return retention
  }
  return { days: null, source: `${agents.map(({ name }) => name).join(' or ')} does not write to this folder` }
}

/**
 * Reads the output of a running agent.
 * @param template its first part is the id of the agent; any other output is read as that of the first agent that can be captured
 * @throws StrataError invalid-input
 */
export const openStream = (template: string): StreamReader => {
  const named = agents.find(({ id }) => template.startsWith(`${id}/`))
  const agent = named ?? agents.find(({ openStream: open }) => open !== undefined)
  if (agent?.openStream === undefined) throw new StrataError('invalid-input', `The output of ${agent?.name ?? 'agents'} cannot be captured`)
  return agent.openStream()
}

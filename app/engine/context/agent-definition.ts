/** What defines the agent of a commit, where records say so: its file, the line that the client listed, or the system prompt. */
import { filledLines } from '../../conversation/artifact-lines.ts'
import type { AgentDefinitionView } from '../../contract/context.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { ChainLink } from '../../chains/choose-commits.ts'
import { sourceHash } from '../../files/object-hash.ts'
import { optional, text } from '../../model/columns.ts'
import { replacedChain } from '../../model/agent-chain.ts'
import { damageOf, StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import { objectIn, type JsonObject } from '../../model/json-object.ts'
import { systemPromptId } from '../../model/objects/object-identity.ts'
import { recordsInLine } from '../../model/records-in-line.ts'
import { asRecords, isTranscript } from '../../../importer/agents.ts'
import { currentChain, holderOfReplaced } from '../commits/current-chain.ts'
import { findCommit } from '../commits/find-commit.ts'
import { showFile } from '../files/show-file.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import agentListings from './agent-listings.sql?raw'
import chainStart from './chain-start.sql?raw'
import definitionFiles from './definition-files.sql?raw'
import { showObject } from './show-object.ts'

type Found = Omit<AgentDefinitionView, 'commitId' | 'name'>

const unknown = (unknownBecause: string): Found => ({
  from: null,
  path: null,
  line: null,
  isBuiltIn: null,
  version: null,
  proof: null,
  record: null,
  unknownBecause,
})

const versionOf = (content: string): string => sourceHash(Buffer.from(content))

/** `/p/.claude/agents/review/reviewer.md`: the folder `/p`, and the name `reviewer`. */
const definitionPath = /^(?<folder>.*?)[/\\]\.claude[/\\]agents[/\\](?:.*[/\\])?(?<name>[^/\\]+)\.md$/s

const front = /^\uFEFF?---\r?\n(?<fields>[\s\S]*?)\r?\n---/
const nameField = /^name:[ \t]*(?<quote>["']?)(?<name>.*?)\k<quote>[ \t]*$/m

/** The name in the head of the file counts, else that of the file. */
const nameIn = (content: string, ofFile: string): string => {
  const fields = front.exec(content)?.groups?.['fields'] ?? ''
  return nameField.exec(fields)?.groups?.['name'] || ofFile
}

const isBelow = (cwd: string, folder: string): boolean => cwd === folder || cwd.startsWith(`${folder}/`) || cwd.startsWith(`${folder}\\`)

interface Candidate {
  readonly path: string
  readonly folder: string
  readonly name: string
}

/** Files of the working directory and of the folders above it, the nearest first: the definition of a project comes before that of its user. */
const candidatesFor = (paths: readonly string[], cwd: string): readonly Candidate[] =>
  paths
    .flatMap((path): readonly Candidate[] => {
      const { folder, name } = definitionPath.exec(path)?.groups ?? {}
      return folder === undefined || name === undefined || !isBelow(cwd, folder) ? [] : [{ path, folder, name }]
    })
    .sort((one, other) => other.folder.length - one.folder.length)

/** Candidates that are read for one answer. */
const maxCandidates = 100

const fileAt = async (context: EngineContext, path: string, at: string) => {
  try {
    return await showFile(context, { path, at, reading: 'as-was' })
  } catch (thrown) {
    if (thrown instanceof StrataError && ['not-found', 'ambiguous-id'].includes(thrown.code)) return undefined
    throw thrown
  }
}

/** The file that defines the type, as any session had seen it when the agent was started. */
const inFiles = async (context: EngineContext, name: string, cwd: string, at: string): Promise<Found | undefined> => {
  const { store } = context
  const rows = await store.database.query(definitionFiles, { path: text('path') })
  const candidates = candidatesFor(
    rows.map(({ path }) => path),
    cwd,
  )
  for (const candidate of candidates.slice(0, maxCandidates)) {
    const file = await fileAt(context, candidate.path, at)
    if (file === undefined || !file.isThere || file.ranges.every(({ record }) => record === null)) continue
    const known = file.content ?? file.lines.map((line) => line.text).join('\n')
    if (nameIn(known, candidate.name) !== name) continue
    return {
      ...unknown('only some lines of the file are known'),
      from: 'file',
      path: file.path,
      proof: file.proof,
      record: file.record,
      ...(file.content === null ? {} : { version: versionOf(file.content), unknownBecause: null }),
    }
  }
  return undefined
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

const listingsIn = async ({ store }: EngineContext, { format, artifactHash: hash }: ChainLink): Promise<readonly JsonObject[]> =>
  isTranscript(format)
    ? filledLines(asRecords(format, await store.read(artifactHash(hash)))).flatMap((line) =>
        recordsInLine(line, decode).flatMap(({ json }) => {
          const attachment = objectIn(json, 'attachment')
          return attachment['type'] === 'agent_listing_delta' ? [attachment] : []
        }),
      )
    : []

/** The line with which the client listed the type to the model, the newest before the agent was started. */
const inListings = async (context: EngineContext, name: string, at: string): Promise<Found | undefined> => {
  const { store } = context
  const chain = await currentChain(store, at)
  const commits = chain.map(({ commitId }) => commitId)
  const rows = await store.database.query(agentListings, { commitId: text('commit_id') }, { commits })
  const listing = new Set(rows.map(({ commitId }) => commitId))
  for (const link of chain.filter(({ commitId }) => listing.has(commitId)))
    for (const attachment of [...(await listingsIn(context, link))].reverse()) {
      if (texts(attachment['removedTypes']).includes(name)) return undefined
      const line = texts(attachment['addedLines']).find((each) => each.startsWith(`- ${name}:`))
      if (line === undefined) continue
      const isBuiltIn = texts(attachment['builtInTypes']).includes(name)
      return { ...unknown(''), from: 'listing', line: line.slice(2), isBuiltIn, version: versionOf(line.slice(2)), unknownBecause: null }
    }
  return undefined
}

/** What the agent was started with: the commit that called it, where it is one of the store. */
const startOf = async ({ store }: EngineContext, { commitId, sessionId, chain }: CommitView): Promise<string> => {
  const columns = { commitId: text('commit_id'), parentId: optional(text('parent_id')) }
  const [first] = await store.database.query(chainStart, columns, { session: sessionId, chain })
  return first?.parentId ?? first?.commitId ?? commitId
}

/** The main agent of a client is defined by its system prompt. */
const mainDefinition = async (context: EngineContext, { commitId, sessionId }: CommitView): Promise<Found> => {
  const { payload } = await showObject(context, { objectId: systemPromptId(sessionId), at: commitId })
  const content = payload?.['content']
  return typeof content === 'string'
    ? { ...unknown(''), from: 'system_prompt', version: versionOf(content), unknownBecause: null }
    : unknown('no record contains the system prompt of the main agent')
}

/** `gardener` of a commit that another program made; the templates of clients name no definition. */
const ownName = ({ agentType, template, format }: CommitView): string | null =>
  agentType ?? (isTranscript(format) || template === '' ? null : (template.split('/').at(-1) ?? null))

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const agentDefinition = async (context: EngineContext, name: string): Promise<AgentDefinitionView> => {
  const { commit: asked } = await findCommit(context, name)
  const { commitId } = asked
  // Which agent a replaced commit is of, its own record does not say.
  const holder = asked.chain === replacedChain ? await holderOfReplaced(context.store, asked) : undefined
  const commit = holder === undefined ? asked : (await findCommit(context, holder)).commit
  const { chain, cwd } = commit
  const type = ownName(commit)
  const found = async (): Promise<Found> => {
    if (type === null && chain === replacedChain) return unknown('no session contains the records of this replaced commit')
    if (type === null) return chain === 'main' ? mainDefinition(context, commit) : unknown('no record says of which type this sub-agent is')
    const at = await startOf(context, commit)
    const inFile = cwd === null ? undefined : await inFiles(context, type, cwd, at)
    return inFile ?? (await inListings(context, type, at)) ?? unknown('no session saw its file, and no client listed it')
  }
  try {
    return { commitId, name: type, ...(await found()) }
  } catch (thrown) {
    // The commit itself may be readable where another one of its chain is not.
    const reason = damageOf(thrown)
    if (reason === undefined) throw thrown
    return { commitId, name: type, ...unknown(`records of the chain cannot be read: ${reason}`) }
  }
}

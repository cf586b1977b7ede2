/** The input and output of a tool call, from its records. */
import { parseBounded } from '../../model/bounded-depth.ts'
import { finderKinds } from '../../model/tool-kind.ts'
import { withOwnCallIds } from '../../chains/own-call-ids.ts'
import { resultWords } from '../../conversation/result-text.ts'
import { flag, count, text, type Row } from '../../model/columns.ts'
import type { Event } from '../../model/event.ts'
import { writtenCallId } from '../../model/call-pairing.ts'
import { artifactHash } from '../../model/ids.ts'
import { toolcallPayload } from '../../model/objects/object-payload.ts'
import type { StableFields, StableValue } from '../../model/objects/stable-stringify.ts'
import type { Store } from '../../store/store.ts'
import { isObject } from '../../model/json-object.ts'
import { type ContentBlock, readBlocks, readMessage } from '../../model/record.ts'
import { eventsIn } from '../added-commits/added-rows.ts'
import { chainFrom } from '../commits/chain-links.ts'
import { isTranscript, toolKind } from '../../../importer/agents.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { chainRecords } from '../file-steps/chain-records.ts'
import { objectIds } from '../file-steps/object-ids.ts'
import callPlaces from './call-places.sql?raw'

const columns = {
  kind: text('kind'),
  sessionId: text('session_id'),
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  isError: flag('is_error'),
} as const

type CallPlace = Row<typeof columns>

interface Call {
  readonly tool: string
  readonly args: StableValue
}

interface Contents {
  readonly call: Call | undefined
  /** Content of the result, as in its record; undefined: the record contains no result. */
  readonly output: { readonly content: unknown } | undefined
}

const jsonIn = (bytes: Uint8Array | null | undefined): StableValue =>
  bytes == null || bytes.length === 0 ? {} : (parseBounded(Buffer.from(bytes).toString('utf8')) as StableValue)

const fromEvents = (events: readonly Event[], id: string): Contents => {
  const call = events.find((event) => event.type === 'tool_call' && event.payload.id === id)
  const result = events.find((event) => event.type === 'tool_result' && event.payload.id === id)
  return {
    call: call?.type === 'tool_call' ? { tool: call.payload.name, args: jsonIn(call.payload.input) } : undefined,
    output: result?.type === 'tool_result' ? { content: result.payload.output ?? '' } : undefined,
  }
}

const fromBlocks = (blocks: readonly ContentBlock[], id: string): Contents => {
  const written = writtenCallId(id)
  const call = blocks.find((block) => block.id === written && block.name !== undefined)
  const result = blocks.find((block) => block.tool_use_id === written)
  return {
    call: call && { tool: call.name ?? '', args: (call.input ?? {}) as StableValue },
    output: result && { content: result.content },
  }
}

/** Reads the call and its output from the record of an event. @throws StrataError not-found, artifact-corrupt */
export const contentsAt = async (
  store: Store,
  { commitId, sourceId, line }: Pick<CallPlace, 'commitId' | 'sourceId' | 'line'>,
  id: string,
): Promise<Contents> => {
  const [link] = await chainFrom(store, commitId)
  if (link === undefined) return { call: undefined, output: undefined }
  if (!isTranscript(link.format)) {
    const events = eventsIn(link.format, await store.read(artifactHash(link.artifactHash))) ?? []
    return fromEvents(withOwnCallIds(events, { own: commitId, parent: link.parentId ?? commitId }), id)
  }
  for await (const at of chainRecords(store, [link], (row) => row.sourceId === sourceId && row.line === line)) {
    const found = fromBlocks(readBlocks(readMessage(at.record.message)?.content) ?? [], id)
    if (found.call !== undefined || found.output !== undefined) return found
  }
  return { call: undefined, output: undefined }
}

const pathIn = ({ tool, args }: Call): string | undefined => {
  if (!isObject(args) || finderKinds.has(toolKind(tool))) return undefined
  const path = args['file_path'] ?? args['notebook_path']
  return typeof path === 'string' ? path : undefined
}

const shownArgs = ['command', 'pattern', 'url', 'query', 'description'] as const

/** The subject of a call: a path, a command, a question; undefined: it has none. */
export const displayOf = (call: Call): string | undefined => {
  const args = isObject(call.args) ? call.args : {}
  const named = pathIn(call) ?? shownArgs.map((name) => args[name]).find((value) => typeof value === 'string')
  return typeof named === 'string' ? named : undefined
}

interface Shown {
  readonly payload: StableFields
  readonly unknownBecause: string | null
  readonly sessionId: string
  readonly commitId: string
}

/** Undefined: no session has the call. @throws StrataError not-found, artifact-corrupt */
export const toolcallContent = async (context: EngineContext, id: string): Promise<Shown | undefined> => {
  const { store } = context
  const rows = await store.database.query(callPlaces, columns, { id })
  // The transcript may not contain the call of a result.
  const place = rows.find(({ kind }) => kind === 'tool_call') ?? rows[0]
  if (place === undefined) return undefined
  const { sessionId } = place
  const answer = rows.find((row) => row.kind === 'tool_result' && row.sessionId === sessionId)
  const { call = { tool: '', args: {} } } = await contentsAt(store, place, id)
  const output = answer && (await contentsAt(store, answer, id)).output
  const path = pathIn(call)
  const fileId = path === undefined ? undefined : await (await objectIds(context))(place, path)
  return {
    sessionId,
    commitId: (answer ?? place).commitId,
    payload: toolcallPayload({
      sessionId,
      content: output === undefined ? null : resultWords(output.content),
      tool: call.tool,
      args: call.args,
      argsDisplay: displayOf(call),
      failed: answer?.isError ?? null,
      ...(fileId === undefined || fileId === null ? {} : { fileIds: [fileId] }),
    }),
    unknownBecause: output === undefined ? 'the call has no result in the store' : null,
  }
}

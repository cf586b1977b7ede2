/** The conversation that the request behind a reply continued: that of its commit, up to the reply. */
import type { ChainLink, ChosenCommits } from '../../../chains/choose-commits.ts'
import type { ChainLine, ChainPiece } from '../../../conversation/chain-line.ts'
import { linesIn } from '../../../conversation/artifact-lines.ts'
import { readConversation, type Conversation } from '../../../conversation/conversation.ts'
import { describesHead, requestHead, type RequestHead } from '../../../conversation/request-head.ts'
import { requestItems, type RequestItems } from '../../../conversation/request-items.ts'
import { objectIn, textIn, type JsonObject } from '../../../model/json-object.ts'
import { artifactHash } from '../../../model/ids.ts'
import { recordClasses, type RecordClass } from '../../../model/record-class.ts'
import { recordsInLine } from '../../../model/records-in-line.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { silentProgress } from '../../kernel/job.ts'
import { runInSlices } from '../../kernel/run-in-slices.ts'
import { asContinued } from '../shown/show-state.ts'
import { dropsThinking } from './thinking-rule.ts'
import type { FoundReply } from './find-reply.ts'
import { requestPath, type RecordAt } from './request-path.ts'

export interface RequestRead extends RequestItems {
  readonly conversation: Conversation
  /** Tip first. */
  readonly chain: readonly ChainLink[]
  /** The commit whose export the session continues, where that still shows; undefined: it continues none. */
  readonly continues: string | undefined
  readonly head: RequestHead
  /** Root first; `before` is what a compaction replaced. */
  readonly chosen: ChosenCommits
  readonly recordOf: (line: ChainLine | undefined) => RecordAt | undefined
  /** Records of the client about its requests, oldest first. */
  readonly described: readonly JsonObject[]
  /** The request that the reply names; undefined: it names none. */
  readonly requestRef: string | undefined
}

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

const isOf = (record: JsonObject, { uuid, replyKey }: FoundReply): boolean => {
  if (uuid !== null) return record['uuid'] === uuid
  const id = textIn(objectIn(record, 'message'), 'id')
  return id !== undefined && replyKey.startsWith(id)
}

interface Cut {
  readonly bytes: Uint8Array
  /** First record of the reply; undefined: it is not in the piece. */
  readonly record: JsonObject | undefined
}

/** The lines before the first one of a reply. */
const cutBefore = (bytes: Uint8Array, reply: FoundReply): Cut => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let from = 0
  for (const line of linesIn(buffer)) {
    const mayBe = reply.uuid === null ? line.includes('"assistant"') : line.includes(reply.uuid)
    const record = mayBe ? recordsInLine(line, decode).find(({ json }) => isOf(json, reply))?.json : undefined
    if (record !== undefined) return { bytes: buffer.subarray(0, from), record }
    from += line.length + 1
  }
  return { bytes, record: undefined }
}

const describedIn = (bytes: Uint8Array): readonly JsonObject[] => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!buffer.includes('"api-request') && !buffer.includes('"prompt_snapshot"')) return []
  return [...linesIn(buffer)].flatMap((line) =>
    line.includes('"api-request') || line.includes('"prompt_snapshot"')
      ? recordsInLine(line, decode).flatMap(({ json }) => (describesHead(json) || json['type'] === 'api-request-blob' ? [json] : []))
      : [],
  )
}

const isClass = (name: string): name is RecordClass => (recordClasses as readonly string[]).includes(name)

/** What the client recorded of its requests: of what is read anyway, and of the commits before it where these do not have the head. */
const describedOf = async (
  { store }: EngineContext,
  pieces: readonly ChainPiece[],
  earlier: readonly ChainLink[],
): Promise<readonly JsonObject[]> => {
  const own = pieces.flatMap(({ bytes }) => describedIn(bytes))
  const more: (readonly JsonObject[])[] = []
  for (const link of earlier) more.push(describedIn(await store.read(artifactHash(link.artifactHash))))
  return [...more.flat(), ...own]
}

/** @throws StrataError not-found, artifact-corrupt, delta-malformed */
export const readRequest = async (
  context: EngineContext,
  reply: FoundReply & { readonly commitId: string },
): Promise<RequestRead | undefined> => {
  const { chain, continued, chosen, source, byUuid, describing } = await requestPath(context, reply.commitId)
  const last = source.pieces.at(-1)
  if (last === undefined) return undefined
  const { bytes, record } = cutBefore(last.bytes, reply)
  if (record === undefined) return undefined
  const pieces = [...source.pieces.slice(0, -1), { ...last, bytes }]
  const whole = await runInSlices(readConversation({ pieces, before: source.before }), silentProgress)
  const conversation = await asContinued(context, reply.commitId, continued, whole)
  const requestRef = textIn(record, 'requestRef')
  const described = await describedOf(context, pieces, describing)
  const recordOf = (of: ChainLine | undefined): RecordAt | undefined => {
    const uuid = of?.carrier ?? of?.uuid
    return uuid === undefined ? undefined : byUuid.get(uuid)
  }
  const classOf = (of: ChainLine | undefined): RecordClass | null => {
    // A progress record has one class for a task and for what the client put in.
    if (of?.carrier !== undefined && of.record['isMeta'] === true) return 'meta'
    const name = recordOf(of)?.class
    return name === undefined || !isClass(name) ? null : name
  }
  const preserved = new Set(chosen.path[0]?.preserved)
  const items = requestItems(conversation, { classOf, preserved, dropsThinking: dropsThinking(reply.model, described, requestRef) })
  return {
    ...items,
    conversation,
    chain,
    continues: continued?.isCompacted === false ? continued.commitId : undefined,
    head: requestHead(described, requestRef),
    chosen,
    recordOf,
    described,
    requestRef,
  }
}

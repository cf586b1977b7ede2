/** The conversation that a model saw at a commit, from the lines of the commits that lead to it. docs/export.md says what is part of it. */
import { append } from '../model/append.ts'
import { agentsOf, chainLines, pathLines, type ChainLine, type ChainPiece } from './chain-line.ts'
import { conversationRows, type ConversationRow } from './conversation-row.ts'
import type { Sliced } from '../model/sliced.ts'
import { keptSegment, uuidsOfSegment, type KeptSegment } from '../model/kept-segment.ts'
import { isObject, objectIn, type JsonObject } from '../model/json-object.ts'
import type { Lost } from '../model/chain-event.ts'
import { Losses } from '../model/losses.ts'
import { orderRows } from './order-rows.ts'
import { pairCalls } from './pair-calls.ts'
import { describesRequests } from './request-parts.ts'

export interface ConversationSource {
  /** Commits from where the conversation starts to the one that is exported, root first. */
  readonly pieces: readonly ChainPiece[]
  /** Commits before them in which messages may stand that a compaction kept; the nearest last. */
  readonly before: readonly ChainPiece[]
}

export interface Conversation {
  readonly rows: readonly ConversationRow[]
  readonly lines: readonly ChainLine[]
  /** Requests, as the client recorded them. */
  readonly requests: readonly JsonObject[]
  /** Parts that were excluded, changed or added. */
  readonly lost: readonly Lost[]
}

interface Kept {
  readonly uuids: readonly string[]
  /** The first and the last of them, where the record names only these. */
  readonly segment: KeptSegment | undefined
  /** The record behind which they stand. */
  readonly anchor: string | undefined
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []

/** The messages that a boundary says the client kept verbatim. */
const keptBy = (line: ChainLine): Kept => {
  const metadata = objectIn(line.record, 'compactMetadata')
  const kept = objectIn(metadata, 'preservedMessages')
  const anchor = kept['anchorUuid']
  const uuids = texts(kept['uuids'])
  const segment = uuids.length > 0 ? undefined : keptSegment(metadata)
  return { uuids, segment, anchor: typeof anchor === 'string' ? anchor : segment?.anchor }
}

function* linesByAgent(pieces: readonly ChainPiece[], losses: Losses): Sliced<readonly (readonly ChainLine[])[]> {
  const agents: (readonly ChainLine[])[] = []
  for (const agent of agentsOf(pieces)) agents.push(yield* pathLines(agent, losses))
  return agents
}

const linkedIn = (agents: readonly (readonly ChainLine[])[]): readonly ChainLine[] => agents.flatMap(chainLines)

/** Puts what the first compaction kept behind its summary. */
function* withKept(lines: readonly ChainLine[], before: readonly ChainPiece[], losses: Losses): Sliced<readonly ChainLine[]> {
  const end = lines.findIndex((line) => !line.isCompaction)
  const compaction = lines.slice(0, end === -1 ? lines.length : end)
  const named = compaction.map(keptBy).find((kept) => kept.uuids.length > 0 || kept.segment !== undefined)
  if (named === undefined) return lines
  const { segment, anchor } = named
  const earlier = new Map(linkedIn(yield* linesByAgent(before, new Losses())).map((line) => [line.uuid, line]))
  const parentOf = (uuid: string): string | undefined => earlier.get(uuid)?.parentUuid ?? earlier.get(uuid)?.logicalParentUuid
  const uuids = segment === undefined ? named.uuids : uuidsOfSegment(segment, parentOf)
  const kept = uuids.flatMap((uuid) => {
    const line = earlier.get(uuid)
    return line === undefined ? [] : [{ ...line, isCompaction: true }]
  })
  if (kept.length < uuids.length)
    losses.add('missing: messages kept by a compaction', 'the store does not have them', uuids.length - kept.length)
  const place = anchor === undefined ? -1 : compaction.findIndex(({ uuid }) => uuid === anchor)
  const at = place === -1 ? compaction.length : place + 1
  return [...lines.slice(0, at), ...kept, ...lines.slice(at)]
}

/** Deterministic; `lost` lists what is not part of the result. */
export function* readConversation({ pieces, before }: ConversationSource): Sliced<Conversation> {
  const losses = new Losses()
  const agents = yield* linesByAgent(pieces, losses)
  const kept = yield* withKept(linkedIn(agents), before, losses)
  yield
  const lines = chooseLines(kept)
  const unpaired: ConversationRow[] = []
  for (const line of lines) {
    // A boundary anywhere else would hide from the client what is part of the conversation.
    append(
      unpaired,
      conversationRows(line, losses).filter(({ role }) => role !== 'boundary' || unpaired.length === 0),
    )
    yield
  }
  const rows = orderRows(pairCalls(unpaired), losses)
  return { rows, lines, requests: agents.flat().flatMap(({ record }) => (describesRequests(record) ? [record] : [])), lost: losses.list() }
}

/** True when no row contains a message. */
export const isEmpty = ({ rows }: Conversation): boolean => rows.every(({ role }) => role === 'boundary')

/** The model that answered last. */
export const modelOf = ({ lines }: Conversation): string | undefined => {
  for (const { type, record } of [...lines].reverse()) {
    const model = type === 'assistant' && isObject(record['message']) ? record['message']['model'] : undefined
    if (typeof model === 'string' && model !== '' && model !== '<synthetic>') return model
  }
  return undefined
}

/** @returns the lines in the order in which they were written */
const chooseLines = (lines: readonly ChainLine[]): readonly ChainLine[] => {
  const last = new Map(lines.flatMap(({ uuid }, at) => (uuid === undefined ? [] : [[uuid, at] as const])))
  return lines.filter(({ uuid }, at) => uuid === undefined || last.get(uuid) === at)
}

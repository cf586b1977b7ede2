/** What the request behind a reply contained: its parts in order, with tokens that add up to what the reply recorded. */
import { contextWindow } from '../../../analytics/context-windows.ts'
import type { CallParsed } from '../../../contract/calls.ts'
import type { RecordName } from '../../../contract/objects.ts'
import type { GonePart, RequestPart, RequestView } from '../../../contract/context.ts'
import type { RequestItem } from '../../../conversation/request-item.ts'
import { count, text } from '../../../model/columns.ts'
import { clientOwner } from '../../../model/context-owner.ts'
import type { ExactCount } from '../../../model/exact-count.ts'
import { systemPromptId } from '../../../model/objects/object-identity.ts'
import { addedSessionPrefix } from '../../../model/session-name.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { recordNames } from '../../kernel/file-lines.ts'
import { resolveSession } from '../../commits/resolve-name.ts'
import { ownLinks } from '../../file-steps/chain-records.ts'
import { compareRecorded } from './compare-recorded.ts'
import { findReply, isAsked, repliesOf, type AskedReply, type FoundReply } from './find-reply.ts'
import { markItems, repeatsAmong, type MarkedItems } from './mark-items.ts'
import { readRequest, type RequestRead } from './read-request.ts'
import { estimateOf, shareTokens } from './share-tokens.ts'
import { goneSums, kindsOf, largestOf, markedOf, ownersOf, sumOf } from './sum-parts.ts'
import { isHeadRecorded, unrecordedTokens, type UnrecordedTokens } from './unrecorded-tokens.ts'
import replacedParts from './replaced-parts.sql?raw'

const goneColumns = { kind: text('part'), items: count('items'), chars: count('chars') } as const

type NamedReply = AskedReply & RecordName & { readonly replies: number }

/** A part without its share of the tokens and its place. */
type BarePart = Omit<RequestPart, 'tokens' | 'place'>

const noMarks = { sameText: null, sameFile: null, namedAgain: null } as const

const noPlace = { commitId: null, sourceId: null, line: null, fileLine: null, ofLine: null } as const

const placeOf = ({ line }: RequestItem, { recordOf }: RequestRead): (RecordName & { readonly commitId: string }) | typeof noPlace => {
  const record = recordOf(line)
  if (record === undefined) return noPlace
  const { commitId, sourceId, line: key, fileLine, ofLine } = record
  return { commitId, sourceId, line: key, fileLine, ofLine }
}

/** A part with what it probably weighs. */
interface Weighed {
  readonly part: BarePart
  readonly estimate: number
}

const headParts = ({ head, items }: RequestRead, sessionId: string, model: string): readonly Weighed[] => {
  const age = Math.max(0, ...items.map((item) => item.age))
  return [...head.system, ...head.tools].map(({ kind, owner, name, chars, size }) => ({
    part: {
      kind,
      layer: 1,
      owner,
      about: null,
      tool: name,
      path: null,
      objectId: kind === 'system_prompt' ? systemPromptId(sessionId) : null,
      age,
      chars,
      isPreserved: false,
      ...noMarks,
      ...noPlace,
    },
    estimate: estimateOf({ kind, size }, model),
  }))
}

const itemParts = (read: RequestRead, { marks }: MarkedItems, model: string): readonly Weighed[] =>
  read.items.map((item, at) => {
    const { kind, owner, about, tool, path, callId, age, isPreserved, isCurrent } = item
    const chars = item.chars === 0 && item.size.counted > 0 ? null : item.chars
    const layer = isCurrent ? 3 : 2
    return {
      part: {
        kind,
        layer,
        owner,
        about,
        tool,
        path,
        objectId: callId,
        age,
        chars,
        isPreserved,
        ...(marks[at] ?? noMarks),
        ...placeOf(item, read),
      },
      estimate: estimateOf(item, model),
    }
  })

/** Something that no record contains. */
const unrecordedPart = (layer: 1 | 2, name: string, age: number): BarePart => ({
  kind: 'not_recorded',
  layer,
  owner: clientOwner(name),
  about: null,
  tool: null,
  path: null,
  objectId: null,
  age,
  chars: null,
  isPreserved: false,
  ...noMarks,
  ...noPlace,
})

interface MissingPart {
  readonly part: BarePart
  readonly tokens: number
}

const missingParts = ({ head, restored }: UnrecordedTokens, isRecorded: boolean, age: number): readonly MissingPart[] => [
  ...(isRecorded ? [] : [{ part: unrecordedPart(1, 'system prompt, tools and rules, not recorded', age), tokens: head ?? 0 }]),
  ...(restored === 0 ? [] : [{ part: unrecordedPart(2, 'restored after the compaction, not recorded', age), tokens: restored }]),
]

type PlacelessPart = Omit<RequestPart, 'place'>

/** What is not recorded comes after what is recorded of its layer, or after the summary. */
const inOrder = (missing: readonly PlacelessPart[], recorded: readonly PlacelessPart[]): readonly RequestPart[] => {
  const of = (layer: number): readonly PlacelessPart[] => missing.filter((part) => part.layer === layer)
  const head = recorded.filter(({ layer }) => layer === 1)
  const rest = recorded.slice(head.length)
  const summary = rest.findIndex(({ kind }) => kind === 'summary') + 1
  const ordered = [...head, ...of(1), ...rest.slice(0, summary), ...of(2), ...rest.slice(summary)]
  return ordered.map((part, at) => ({ ...part, place: at + 1 }))
}

const replacedOf = async ({ store }: EngineContext, { chosen }: RequestRead): Promise<readonly GonePart[]> => {
  const [first] = chosen.path
  if (first?.commitType !== 'compaction') return []
  const commits = ownLinks([...chosen.before].reverse()).map(({ commitId }) => commitId)
  const rows = await store.database.query(replacedParts, goneColumns, { commits, kept: [...first.preserved] })
  return rows.map(({ kind, items, chars }) => ({
    reason: 'compaction',
    kind: kind as GonePart['kind'],
    owner: null,
    about: null,
    items,
    chars,
    ...noPlace,
  }))
}

const goneOf = async (context: EngineContext, read: RequestRead): Promise<readonly GonePart[]> => [
  ...(await replacedOf(context, read)),
  ...read.gone.map(({ reason, item }) => ({
    reason,
    kind: item.kind,
    owner: item.owner,
    about: item.about,
    items: 1,
    chars: item.chars,
    ...placeOf(item, read),
  })),
]

const knownTokens = (tokens: ExactCount | null): number | null => (typeof tokens === 'number' && tokens > 0 ? tokens : null)

const whyUnknown = (reply: FoundReply): string | null => {
  if (!isAsked(reply)) return 'the client wrote this reply itself: no request is behind it'
  if (typeof reply.contextTokens === 'string') return 'the recorded usage is no possible size'
  return knownTokens(reply.contextTokens) === null ? 'the reply records no usage' : null
}

const nothingRead = (reply: NamedReply, sessionId: string, unknownBecause: string): RequestView => ({
  ...headOf(reply, sessionId),
  tokens: null,
  unknownBecause,
  window: null,
  scale: null,
  head: { system: false, tools: false, isOfRequest: false },
  parts: [],
  all: sumOf([], false),
  kinds: [],
  owners: [],
  marked: markedOf([], false, 0),
  gone: [],
  allGone: [],
  microcompactions: 0,
  unnamedMicrocompactions: 0,
  compactedAt: null,
  recorded: null,
})

const headOf = (reply: NamedReply, sessionId: string) => {
  const { chain, number, replies, isEarlier, at, model, commitId, sourceId, line, fileLine, ofLine } = reply
  const { inputTokens, cacheReadTokens, cacheWriteTokens } = reply
  return {
    sessionId,
    chain,
    reply: { number, replies, isEarlier, at, model, commitId, sourceId, line, fileLine, ofLine },
    inputTokens,
    cacheReadTokens,
    cacheWriteTokens,
  }
}

/** The parts of one request. @throws StrataError artifact-corrupt, delta-malformed */
const viewRequest = async (
  context: EngineContext,
  sessionId: string,
  reply: NamedReply,
  replies: readonly FoundReply[],
  { largest, named }: Pick<CallParsed<'context.request'>, 'largest' | 'named'>,
): Promise<RequestView> => {
  const { commitId } = reply
  const unknownBecause = whyUnknown(reply)
  if (commitId === null || !isAsked(reply)) return nothingRead(reply, sessionId, unknownBecause ?? 'no commit contains the reply')
  const read = await readRequest(context, { ...reply, commitId })
  if (read === undefined) return nothingRead(reply, sessionId, 'its commit does not contain its records as a transcript does')
  const { head, microcompactions } = read
  const marked = named ? await markItems(context, sessionId, { ...reply, commitId }, replies, read.items) : repeatsAmong(read.items)
  const weighed = [...headParts(read, sessionId, reply.model), ...itemParts(read, marked, reply.model)]
  const total = knownTokens(reply.contextTokens)
  const age = Math.max(0, ...weighed.map(({ part }) => part.age))
  const unrecorded =
    total === null ? { head: null, restored: 0 } : await unrecordedTokens(context, sessionId, { ...reply, commitId }, replies, read)
  const missing = missingParts(unrecorded, isHeadRecorded(read), age)
  const shared =
    total === null
      ? undefined
      : shareTokens(
          total,
          missing.map(({ tokens }) => tokens),
          weighed.map(({ estimate }) => estimate),
        )
  const unrecordedParts = missing.map(({ part }, at) => ({ ...part, tokens: shared?.unrecorded[at] ?? null }))
  const recorded = weighed.map(({ part }, at) => ({ ...part, tokens: shared?.parts[at] ?? null }))
  const surplus =
    shared === undefined || shared.surplus === 0 ? [] : [{ ...unrecordedPart(2, 'put in later, not recorded', 0), tokens: shared.surplus }]
  const parts = inOrder([...unrecordedParts, ...surplus], recorded)
  const gone = await goneOf(context, read)
  const largestReply = Math.max(0, ...replies.map(({ contextTokens }) => knownTokens(contextTokens) ?? 0))
  return {
    ...headOf(reply, sessionId),
    tokens: total,
    unknownBecause,
    window: contextWindow(reply.model, largestReply),
    scale: shared?.scale ?? null,
    head: { system: head.system.length > 0, tools: head.tools.length > 0, isOfRequest: head.isOfRequest },
    parts: largestOf(parts, largest, ({ tokens, chars }) => tokens ?? chars ?? 0),
    all: sumOf(parts, total !== null),
    kinds: kindsOf(parts, total !== null),
    owners: ownersOf(parts, total !== null),
    marked: markedOf(parts, total !== null, marked.laterReplies),
    gone: largestOf(gone, largest, ({ chars }) => chars),
    allGone: goneSums(gone),
    microcompactions: microcompactions.count,
    unnamedMicrocompactions: microcompactions.unnamed,
    compactedAt: read.chosen.path[0]?.commitType === 'compaction' ? read.chosen.path[0].commitId : null,
    recorded: compareRecorded(read),
  }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id, artifact-corrupt */
export const showRequest = async (context: EngineContext, input: CallParsed<'context.request'>): Promise<RequestView> => {
  const { store } = context
  const session = await resolveSession(store.database, input.sessionId)
  const replies = await repliesOf(store, session)
  const found = await findReply(store, session, input, replies)
  const ofChain = replies.filter(({ chain, number }) => chain === found.chain && number !== null)
  const reply = { ...found, ...(await recordNames(store.database, [found]))(found), replies: ofChain.length }
  if (session.startsWith(addedSessionPrefix))
    return nothingRead(reply, session, 'a metric says what a whole turn used, not what a request contained')
  return viewRequest(context, session, reply, replies, input)
}

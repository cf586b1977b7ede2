/** A commit to read: its records as a conversation, page by page. */
import { replacedChain } from '../../model/agent-chain.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitDetail, CommitView } from '../../contract/commits.ts'
import type { CommitReading, ConversationBlock, ConversationItem } from '../../contract/reader.ts'
import { artifactHash } from '../../model/ids.ts'
import { type RecordClass, recordClasses } from '../../model/record-class.ts'
import { count, instant, optional, text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import recordPlaces from './record-places.sql?raw'
import compactionDetail from './compaction-detail.sql?raw'
import { asRecords, isTranscript } from '../../../importer/agents.ts'
import { eventsIn } from '../added-commits/added-rows.ts'
import { addedSessionPrefix } from '../../model/session-name.ts'
import { nextReplies } from '../../analytics/queries/next-replies.ts'
import { findToolOutputs } from './tool-outputs.ts'
import { conversationIn } from './read-artifact.ts'
import { type RecordPlace, readConversation, type Conversation } from '../../conversation/read-conversation.ts'
import { readEvents } from '../../conversation/read-events.ts'
import { placeOfRecord } from '../../conversation/shown-places.ts'
import { commitOf, readingIndex } from './reading-index.ts'
import { branchFrom, readingTo } from './reading-rows.ts'
import { resultsFor } from './read-rows.ts'

type Call = Extract<ConversationBlock, { readonly kind: 'tool_call' }>

const isOpen = (block: ConversationBlock): block is Call => block.kind === 'tool_call' && block.result === null

/** The same items; calls without a result have that of the commits that continue the chain. @throws StrataError artifact-corrupt */
const withLaterResults = async (
  store: Store,
  { commit, children }: Pick<CommitDetail, 'commit' | 'children'>,
  items: readonly ConversationItem[],
): Promise<readonly ConversationItem[]> => {
  const open = items.flatMap(({ blocks }) => blocks.filter(isOpen))
  const isContinued = children.some(({ chain, sessionId }) => chain === commit.chain && sessionId === commit.sessionId)
  if (open.length === 0 || !isContinued) return items
  const index = await readingIndex(store, commit.sessionId)
  const { tip } = branchFrom(index, commitOf(index, commit.commitId))
  const results = await resultsFor(
    store,
    readingTo(index, tip.commitId),
    open.map(({ toolUseId }) => toolUseId),
  )
  return items.map((item) => ({
    ...item,
    blocks: item.blocks.map((block) => (isOpen(block) ? { ...block, result: results.get(block.toolUseId) ?? null } : block)),
  }))
}

const placeColumns = {
  sourceFile: text('source_file'),
  sourceId: text('source_id'),
  line: count('line'),
  fileLine: count('file_line'),
  subtype: optional(text('subtype')),
  class: text('class'),
  rule: text('rule'),
  classByRule: optional(text('class_by_rule')),
  occurredAt: optional(instant('occurred_at')),
} as const

const isClass = (name: string): name is RecordClass => (recordClasses as readonly string[]).includes(name)

const placesOf = async (store: Store, commitId: string): Promise<readonly RecordPlace[]> => {
  const rows = await store.database.query(recordPlaces, placeColumns, { commit: commitId })
  return rows.map((row) => ({ ...row, class: isClass(row.class) ? row.class : 'unknown' }))
}

const compactionOf = async (store: Store, commit: CommitView): Promise<CommitReading['compaction']> => {
  if (commit.commitType !== 'compaction') return null
  const columns = {
    trigger: optional(text('trigger')),
    preTokens: optional(count('pre_tokens')),
    postTokens: optional(count('post_tokens')),
    sourceId: text('source_id'),
    line: count('line'),
  }
  const [row] = await store.database.query(compactionDetail, columns, { commit: commit.commitId })
  if (row === undefined) return { trigger: null, preTokens: null, postTokens: null, nextTokens: null }
  const { sourceId, line, ...figures } = row
  const nextOf = await nextReplies(store.database, commit.sessionId)
  return { ...figures, nextTokens: nextOf({ sourceId, line }) ?? null }
}

/** Records of a transcript as the tables know them. Events, and records without a file, as the artifact contains them. */
const conversationOf = async (store: Store, commit: CommitView, bytes: Buffer): Promise<Conversation> => {
  const isFromTranscript = commit.chain !== replacedChain && !commit.sessionId.startsWith(addedSessionPrefix)
  if (isFromTranscript) return readConversation(asRecords(commit.format, bytes), await placesOf(store, commit.commitId))
  if (isTranscript(commit.format)) return conversationIn(commit.format, bytes, commit.commitId)
  return readEvents(eventsIn(commit.format, bytes) ?? [], commit.commitId)
}

type Input = Pick<CallParsed<'commit.read'>, 'offset' | 'limit' | 'sought'>

/** @throws StrataError not-found, artifact-corrupt */
export const readCommit = async (
  store: Store,
  { commit, children }: Pick<CommitDetail, 'commit' | 'children'>,
  { offset, limit, sought }: Input,
): Promise<CommitReading> => {
  const bytes = await store.read(artifactHash(commit.artifactHash))
  const { items, bookkeeping, places } = await conversationOf(store, commit, bytes)
  const place = sought && placeOfRecord(places, sought.sourceId, sought.line)
  const page = await withLaterResults(store, { commit, children }, items.slice(offset, offset + limit))
  return {
    commit,
    items: await findToolOutputs(store, commit.sessionId, page),
    total: items.length,
    soughtAt: place?.item ?? null,
    soughtBlock: place?.block ?? null,
    bookkeeping,
    compaction: await compactionOf(store, commit),
  }
}

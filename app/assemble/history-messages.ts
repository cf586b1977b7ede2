/**
 * Layer 2: the conversation since its newest compaction. The messages of a chain are the beginning of those of every chain that continues
 * it, byte for byte: each row is a separate message (requestOf joins those of one side), and a call that waits for its result is not part of them yet.
 */
import type { AssembledMessage } from '../contract/assemble.ts'
import type { ConversationRow } from '../conversation/conversation-row.ts'
import { objectIn, textIn, type JsonObject } from '../model/json-object.ts'
import { contentHash } from './content-hash.ts'

/** Marks the summary of a compaction: models must not take it for words of the person. */
export const summaryMark = '[Previous conversation summary]'

/** Rows that are one message: those of a reply, the results of its calls, or one other row. */
export interface MessageRows {
  readonly role: 'user' | 'assistant'
  readonly rows: readonly ConversationRow[]
}

const isResultRow = ({ role, blocks }: ConversationRow): boolean =>
  role === 'user' && blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result')
const isSameMessage = (a: ConversationRow, b: ConversationRow): boolean =>
  (isResultRow(a) && isResultRow(b)) ||
  (a.role === 'assistant' && b.role === 'assistant' && a.messageId !== undefined && a.messageId === b.messageId)

const grouped = (rows: readonly ConversationRow[]): readonly MessageRows[] => {
  const groups: ConversationRow[][] = []
  for (const row of rows) {
    if (row.role === 'boundary') continue
    const last = groups.at(-1)?.at(-1)
    if (last !== undefined && isSameMessage(last, row)) groups.at(-1)?.push(row)
    else groups.push([row])
  }
  return groups.map((group) => ({ role: group[0]?.role === 'assistant' ? 'assistant' : 'user', rows: group }))
}

/** A result that no record has. */
const isAdded = ({ line }: ConversationRow): boolean => line === undefined

/** Where the messages begin that a call without a result leaves open; their number: none does. */
const openFrom = (groups: readonly MessageRows[]): number => {
  const reply = groups.map(({ role }) => role).lastIndexOf('assistant')
  const behind = groups.slice(reply + 1)
  const waits = behind.length > 0 && behind.every(({ rows }) => rows.every(isResultRow)) && behind.some(({ rows }) => rows.some(isAdded))
  return reply !== -1 && waits ? reply : groups.length
}

/** @returns the messages, and how many at the end are not part of them because a call waits for its result */
export const messageRows = (rows: readonly ConversationRow[]): { readonly groups: readonly MessageRows[]; readonly open: number } => {
  const groups = grouped(rows)
  const end = openFrom(groups)
  return { groups: groups.slice(0, end), open: groups.length - end }
}

const withMark = (blocks: readonly JsonObject[]): readonly JsonObject[] => {
  const at = blocks.findIndex(({ type }) => type === 'text')
  return blocks.map((block, index) => (index === at ? { ...block, text: `${summaryMark}\n${textIn(block, 'text') ?? ''}` } : block))
}

/** What the client injected in a row; undefined: it is a person's or a tool's. */
const injectedIn = (row: ConversationRow): JsonObject | undefined => {
  if (row.typed || row.isSummary || row.line === undefined || isResultRow(row)) return undefined
  const kind = textIn(objectIn(row.line.record, 'attachment'), 'type') ?? (row.line.record['isMeta'] === true ? 'meta' : row.line.type)
  return { kind, record: row.line.uuid ?? null, hash: contentHash(JSON.stringify(row.blocks)) }
}

const contextOf = ({ role, rows }: MessageRows): JsonObject | null => {
  if (role === 'assistant') return null
  const injected = rows.flatMap((row) => injectedIn(row) ?? [])
  const summary = rows.find(({ isSummary }) => isSummary)
  if (injected.length === 0 && summary === undefined) return null
  return { injected, summary: summary?.line?.uuid ?? null }
}

/** Fields that the client writes into blocks for itself. */
const withoutOwnFields = ({ caller: _caller, ...block }: JsonObject): JsonObject => block

/** The API refuses a last reply that ends with white space; what is last now is in the middle of the next turn, with the same bytes. */
const trimmed = (blocks: readonly JsonObject[]): readonly JsonObject[] => {
  const last = blocks.at(-1)
  return last?.['type'] === 'text' ? [...blocks.slice(0, -1), { ...last, text: (textIn(last, 'text') ?? '').trimEnd() }] : blocks
}

export const messageOf = (group: MessageRows): AssembledMessage => {
  const content = group.rows.flatMap(({ blocks, isSummary }) => (isSummary ? withMark(blocks) : blocks)).map(withoutOwnFields)
  return { role: group.role, content: group.role === 'assistant' ? trimmed(content) : content, contextJson: contextOf(group) }
}

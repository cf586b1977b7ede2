/** Puts one line in the place of outputs of tools, and of files that were mentioned. */
import type { ConversationRow } from '../../../conversation/conversation-row.ts'
import { writtenCallId } from '../../../model/call-pairing.ts'
import { objectIn, textIn, type JsonObject } from '../../../model/json-object.ts'

const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'

/** The result of a call in a conversation. */
export interface ShownOutput<T> {
  readonly block: JsonObject
  readonly call: T
}

/**
 * Finds the calls of the results. Ids that a model counts are numbered from the beginning of what is read, so that the same call may have
 * another number here: those with one written id are compared from the end, which is the same.
 * @param rows with a result for each call
 * @param calls in the order in which they were made
 */
export const outputsIn = <T extends { readonly id: string }>(
  rows: readonly ConversationRow[],
  calls: readonly T[],
): readonly ShownOutput<T>[] => {
  const left = new Map<string, T[]>()
  for (const call of calls) {
    const written = writtenCallId(call.id)
    const same = left.get(written)
    if (same === undefined) left.set(written, [call])
    else same.push(call)
  }
  const found: ShownOutput<T>[] = []
  const results = rows.flatMap(({ role, blocks }) => (role === 'user' ? blocks.filter(isResult) : []))
  for (const block of results.reverse()) {
    const call = left.get(writtenCallId(textIn(block, 'tool_use_id') ?? ''))?.pop()
    if (call !== undefined) found.push({ block, call })
  }
  return found.reverse()
}

/** The client keeps the output a second time beside the message. */
const withoutOutput = (row: ConversationRow): ConversationRow => {
  const { line } = row
  if (line === undefined) return row
  const { toolUseResult, ...record } = line.record
  return toolUseResult === undefined ? row : { ...row, line: { ...line, record } }
}

/** @param lines what takes the place of each output, by its block */
export const collapseOutputs = (rows: readonly ConversationRow[], lines: ReadonlyMap<JsonObject, string>): readonly ConversationRow[] =>
  rows.map((row) =>
    row.blocks.some((block) => lines.has(block))
      ? withoutOutput({ ...row, blocks: row.blocks.map((block) => ({ ...block, ...contentOf(lines.get(block)) })) })
      : row,
  )

const contentOf = (line: string | undefined): JsonObject => (line === undefined ? {} : { content: line })

/** The path of a file that the client attached; undefined: the row is nothing of that kind. */
const attachedPath = ({ line }: ConversationRow): string | undefined =>
  line === undefined ? undefined : textIn(objectIn(line.record, 'attachment'), 'filename')

/** @param lines by the path of the file */
export const collapseAttachments = (rows: readonly ConversationRow[], lines: ReadonlyMap<string, string>): readonly ConversationRow[] =>
  rows.map((row) => {
    const line = lines.get(attachedPath(row) ?? '')
    return line === undefined ? row : { ...row, blocks: [{ type: 'text', text: line }] }
  })

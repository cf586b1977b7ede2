/** Puts one line in the place of outputs of tools, and of files that the client attached. */
import type { ConversationRow } from '../../../conversation/conversation-row.ts'
import { writtenCallId } from '../../../model/call-pairing.ts'
import { textIn, type JsonObject } from '../../../model/json-object.ts'

const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'

/** The result of a call in a conversation. */
export interface ShownOutput<T> {
  readonly call: T
  /** The block of the call; undefined: it is in another record, which is not shown. */
  readonly use: JsonObject | undefined
  readonly block: JsonObject
  /** Rows after the result that contain only its documents or pictures. */
  readonly media: readonly ConversationRow[]
}

const isMedia = ({ type }: JsonObject): boolean => type === 'document' || type === 'image'

/** Rows by the uuid of the record before them: the client adds a document in a separate record. */
const mediaRows = (rows: readonly ConversationRow[]): ReadonlyMap<string, readonly ConversationRow[]> => {
  const byParent = new Map<string, ConversationRow[]>()
  for (const row of rows) {
    const parent = row.line?.record['isMeta'] === true && row.blocks.every(isMedia) ? row.line.parentUuid : undefined
    if (parent !== undefined) byParent.set(parent, [...(byParent.get(parent) ?? []), row])
  }
  return byParent
}

const usesIn = (rows: readonly ConversationRow[]): ReadonlyMap<string, JsonObject> =>
  new Map(
    rows.flatMap(({ role, blocks }) =>
      role === 'assistant'
        ? blocks.filter(({ type }) => type === 'tool_use').map((block) => [textIn(block, 'id') ?? '', block] as const)
        : [],
    ),
  )

/**
 * Finds the calls of the results. Some models number their calls, so calls can share a written id. Strata makes such ids unique by counting
 * from the first record that it reads, which differs here: calls with the same written id are matched from the end.
 * @param rows a conversation in which every call has a result
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
  const [uses, media] = [usesIn(rows), mediaRows(rows)]
  const found: ShownOutput<T>[] = []
  for (const row of [...rows].reverse()) {
    const results = row.role === 'user' ? row.blocks.filter(isResult) : []
    for (const block of [...results].reverse()) {
      const id = textIn(block, 'tool_use_id') ?? ''
      const call = left.get(writtenCallId(id))?.pop()
      const own = results.length === 1 ? media.get(row.line?.uuid ?? '') : undefined
      if (call !== undefined) found.push({ block, call, use: uses.get(id), media: own ?? [] })
    }
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

const contentOf = (line: string | undefined): JsonObject => (line === undefined ? {} : { content: line })

/** @param lines of each output that is collapsed */
export const collapseOutputs = <T>(
  rows: readonly ConversationRow[],
  lines: ReadonlyMap<ShownOutput<T>, string>,
): readonly ConversationRow[] => {
  const byBlock = new Map([...lines].map(([{ block }, line]) => [block, line]))
  const removed = new Set([...lines.keys()].flatMap(({ media }) => media))
  return rows.flatMap((row) => {
    if (removed.has(row)) return []
    if (!row.blocks.some((block) => byBlock.has(block))) return [row]
    return [withoutOutput({ ...row, blocks: row.blocks.map((block) => ({ ...block, ...contentOf(byBlock.get(block)) })) })]
  })
}

/** Removes calls with their outputs. A record in which nothing else is goes too. */
export const removeOutputs = <T>(rows: readonly ConversationRow[], outputs: readonly ShownOutput<T>[]): readonly ConversationRow[] => {
  if (outputs.length === 0) return rows
  const blocks = new Set(outputs.flatMap(({ use, block }) => [...(use === undefined ? [] : [use]), block]))
  const media = new Set(outputs.flatMap((output) => output.media))
  return rows.flatMap((row) => {
    if (media.has(row)) return []
    if (!row.blocks.some((block) => blocks.has(block))) return [row]
    const left = row.blocks.filter((block) => !blocks.has(block))
    return left.length === 0 ? [] : [withoutOutput({ ...row, blocks: left })]
  })
}

/** @param lines by the uuid of the record of the attachment; '' removes it */
export const collapseAttachments = (rows: readonly ConversationRow[], lines: ReadonlyMap<string, string>): readonly ConversationRow[] =>
  rows.flatMap((row) => {
    const line = row.line?.type === 'attachment' ? lines.get(row.line.uuid ?? '') : undefined
    if (line === undefined) return [row]
    return line === '' ? [] : [{ ...row, blocks: [{ type: 'text', text: line }] }]
  })

/** Gives each tool call of a conversation a unique id and each result the id of its call. */
import type { ConversationRow } from './conversation-row.ts'
import { textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import { CallPairing } from '../model/call-pairing.ts'

/** A result without a call before it. */
interface Waiting {
  readonly row: number
  readonly block: number
  readonly written: string
}

const isCall = (block: JsonObject): boolean => block['type'] === 'tool_use'
const isResult = (block: JsonObject): boolean => block['type'] === 'tool_result'

const withBlocks = (row: ConversationRow, change: (block: JsonObject, at: number) => JsonObject): ConversationRow => ({
  ...row,
  blocks: row.blocks.map(change),
})

const paired = (row: ConversationRow, at: number, pairing: CallPairing): ConversationRow => {
  const reply = row.messageId ?? `row ${at}`
  return withBlocks(row, (block) => {
    if (!isCall(block)) return block
    const input = JSON.stringify([block['name'], block['input']])
    return { ...block, id: pairing.call(textIn(block, 'id') ?? '', { reply, record: row.line?.uuid, input }) }
  })
}

const answered = (row: ConversationRow, at: number, pairing: CallPairing, waiting: Waiting[]): ConversationRow => {
  const { line } = row
  const records = line === undefined ? [] : [textIn(line.record, 'sourceToolAssistantUUID'), line.parentUuid]
  return withBlocks(row, (block, place) => {
    if (!isResult(block)) return block
    const written = textIn(block, 'tool_use_id') ?? ''
    const id = pairing.result(written, records)
    if (id === undefined) waiting.push({ row: at, block: place, written })
    return id === undefined ? block : { ...block, tool_use_id: id }
  })
}

/** @param rows in the order in which they were written. */
export const pairCalls = (rows: readonly ConversationRow[]): readonly ConversationRow[] => {
  const pairing = new CallPairing()
  const waiting: Waiting[] = []
  const all = rows.map((row, at) => {
    if (row.role === 'boundary' || !row.blocks.some(row.role === 'assistant' ? isCall : isResult)) return row
    return row.role === 'assistant' ? paired(row, at, pairing) : answered(row, at, pairing, waiting)
  })
  for (const { row: at, block: place, written } of waiting) {
    const id = pairing.open(written)
    const row = all[at]
    if (id === undefined || row === undefined) continue
    all[at] = withBlocks(row, (block, index) => (index === place ? { ...block, tool_use_id: id } : block))
  }
  return all
}

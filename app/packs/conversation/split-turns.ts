/** Splits a conversation into what is before its first turn, and its turns. A call is never separated from its result. */
import { agentOfFormat, transcriptFormat } from '../../../importer/agents.ts'
import type { ConversationRow } from '../../conversation/conversation-row.ts'
import { readRecord } from '../../model/record.ts'
import { typedByHuman } from '../../model/record-class.ts'

const rules = agentOfFormat(transcriptFormat)?.rules

/** Whether a person begins a turn with it. */
const beginsTurn = ({ role, typed, line }: ConversationRow): boolean => {
  if (role !== 'user' || !typed) return false
  const record = line?.record
  return record === undefined || rules === undefined || typedByHuman.has(rules.judge(readRecord(record), false).class)
}

export interface SplitConversation {
  /** The summary of a compaction, and its boundary. */
  readonly summary: readonly ConversationRow[]
  /** In order; the first may begin without a prompt, as after a compaction within a turn. */
  readonly turns: readonly (readonly ConversationRow[])[]
}

const resultsIn = ({ blocks }: ConversationRow): boolean => blocks.some(({ type }) => type === 'tool_result')

export const splitTurns = (rows: readonly ConversationRow[]): SplitConversation => {
  const end = rows.findIndex(({ role, isSummary }) => role !== 'boundary' && !isSummary)
  const first = end === -1 ? rows.length : end
  const turns: ConversationRow[][] = []
  for (const row of rows.slice(first)) {
    const last = turns.at(-1)
    if (last === undefined || (beginsTurn(row) && !resultsIn(row))) turns.push([row])
    else last.push(row)
  }
  return { summary: rows.slice(0, first), turns }
}

/** The stream that a client writes while it writes the transcript of a conversation: one line for each record, sub-agents between the lines of their callers. */
import path from 'node:path'
import type { Conversation } from './conversation.ts'

interface Row {
  readonly type?: string
  readonly subtype?: string
  readonly sessionId?: string
  readonly timestamp?: string
  readonly isCompactSummary?: boolean
  readonly agentId?: string
  readonly compactMetadata?: { readonly trigger: string; readonly preTokens: number }
  readonly message?: { readonly content?: unknown }
  readonly toolUseResult?: { readonly agentId?: string }
}

const rowsIn = (bytes: Buffer | string): readonly Row[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

const blocksOf = ({ message }: Row): readonly { readonly type: string; readonly tool_use_id?: string }[] =>
  Array.isArray(message?.content) ? (message.content as { readonly type: string; readonly tool_use_id?: string }[]) : []

const resultsIn = (row: Row): readonly string[] =>
  blocksOf(row).flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id ?? ''] : []))

/** Sub-agents by the call that started them, as the result of the call names them. */
const callersOf = (rows: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(rows.flatMap((row) => (row.toolUseResult?.agentId === undefined ? [] : [[row.toolUseResult.agentId, resultsIn(row)[0] ?? '']])))

const lineOf = (row: Row, agentCall: string | null): string | undefined => {
  const common = { session_id: row.sessionId, parent_tool_use_id: agentCall }
  if (row.subtype === 'compact_boundary') {
    const { trigger, preTokens } = row.compactMetadata ?? { trigger: 'auto', preTokens: 0 }
    return JSON.stringify({ type: 'system', subtype: 'compact_boundary', ...common, compact_metadata: { trigger, pre_tokens: preTokens } })
  }
  const isSaid = row.type === 'assistant' || agentCall !== null || resultsIn(row).length > 0 || row.isCompactSummary === true
  return isSaid && (row.type === 'assistant' || row.type === 'user')
    ? JSON.stringify({ type: row.type, ...common, message: row.message })
    : undefined
}

/** Lines of the stream without the prompt that the command has. */
export const asStream = (talk: Conversation): readonly string[] => {
  const main = rowsIn(talk.lines().join('\n'))
  const callers = callersOf(main)
  const agents = [...talk.files()].flatMap(([file, bytes]) => {
    const [, id] = /^agent-(.*)\.jsonl$/.exec(path.posix.basename(file)) ?? []
    return id === undefined ? [] : [[callers.get(id) ?? '', rowsIn(bytes)] as const]
  })
  const byCall = new Map(agents)
  return main
    .flatMap((row) => [...resultsIn(row).flatMap((call) => (byCall.get(call) ?? []).map((own) => lineOf(own, call))), lineOf(row, null)])
    .filter((line) => line !== undefined)
}

/** The tool calls in a row of a conversation. */
import type { ConversationBlock, ReadingRow } from '../../../app/contract/reader.ts'

type CallBlock = Extract<ConversationBlock, { readonly kind: 'tool_call' }>

/** The call with an id in a row; undefined: the row is not loaded or has no such call. */
export const callBlock = (row: ReadingRow | undefined, call: string | null): CallBlock | undefined => {
  if (row?.kind !== 'item') return undefined
  return row.item.blocks.find((block): block is CallBlock => block.kind === 'tool_call' && block.toolUseId === call)
}

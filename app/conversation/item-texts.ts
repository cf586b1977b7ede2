/** The texts that an item of a conversation shows or folds. */
import type { ConversationBlock, ConversationItem } from '../contract/reader.ts'
import { textsWithin } from './record-texts.ts'

const textsOf = (block: ConversationBlock): readonly string[] => {
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return [block.text]
    case 'tool_call':
      return [block.name, ...textsWithin(block.input), block.result?.text ?? '']
    case 'tool_result':
      return [block.result.text]
    case 'raw':
      return [block.json]
    case 'attached':
      return [block.subject ?? '', block.text]
    case 'document':
      return [block.name ?? '', block.text ?? '']
    case 'image':
      return []
  }
}

export const textsIn = ({ blocks }: ConversationItem): readonly string[] => blocks.flatMap(textsOf)

/** The texts that an item of a conversation shows or folds. */
import type { ConversationBlock, ConversationItem } from '../contract/reader.ts'

/** The texts within a tool's input. Numbers and names of fields are not searched. */
function* textsWithin(value: unknown): Generator<string, undefined> {
  const waiting: unknown[] = [value]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === 'string') yield at
    else if (typeof at === 'object' && at !== null) waiting.push(...Object.values(at as Readonly<Record<string, unknown>>).reverse())
  }
}

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

/** Whether what a sub-agent gave back is what it said last. */
import type { ConversationItem, ReadingRow, ToolResultView } from '../../../app/contract/reader.ts'

const textOf = ({ blocks }: ConversationItem): string =>
  blocks
    .flatMap((block) => (block.kind === 'text' ? [block.text] : []))
    .join('\n')
    .trim()

/**
 * The last response of a sub-agent; undefined: its conversation does not end with one, or the end is not loaded.
 * @param rows its last rows, the last one first
 */
export const lastResponse = (rows: readonly (ReadingRow | undefined)[]): string | undefined => {
  for (const row of rows) {
    if (row === undefined) return undefined
    if (row.kind !== 'item' || row.item.speaker === 'system' || row.item.blocks.length === 0) continue
    const { item } = row
    const text = textOf(item)
    return item.speaker === 'agent' && text !== '' && item.blocks.every(({ kind }) => kind === 'text' || kind === 'thinking')
      ? text
      : undefined
  }
  return undefined
}

const isTextOnly = ({ isError, refusal, images, documents, cells, persisted, text, chars }: ToolResultView): boolean =>
  !isError &&
  refusal === null &&
  images.length === 0 &&
  documents.length === 0 &&
  cells === null &&
  persisted === null &&
  chars === text.length

/** The text after the last response in a result, '' when there is no more text; undefined: the result is something else. */
export const afterLastResponse = (result: ToolResultView, response: string | undefined): string | undefined => {
  if (response === undefined || !isTextOnly(result)) return undefined
  const text = result.text.trim()
  if (!text.startsWith(response)) return undefined
  const rest = text.slice(response.length)
  return rest === '' || /^\s/.test(rest) ? rest.trim() : undefined
}

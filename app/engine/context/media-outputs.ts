/** Which calls have outputs with pictures or documents. */
import { readBlocks, readMessage, type TranscriptRecord } from '../../model/record.ts'

const isMedia = (type: string | undefined): boolean => type === 'image' || type === 'document'

/** Finds calls whose outputs contain pictures or documents. It reads the records of a conversation in order. */
export class MediaOutputs {
  /** Ids of calls, as in the transcript. */
  readonly callIds = new Set<string>()
  /** Ids of the calls whose results a record contains, by the uuid of the record. */
  readonly #results = new Map<string, readonly string[]>()

  read(record: TranscriptRecord): void {
    if (record.type !== 'user') return
    const blocks = readBlocks(readMessage(record.message)?.content) ?? []
    const results = blocks.filter(({ type }) => type === 'tool_result')
    if (record.uuid !== undefined && results.length > 0)
      this.#results.set(
        record.uuid,
        results.flatMap(({ tool_use_id: id }) => id ?? []),
      )
    for (const { tool_use_id: id, content } of results)
      if (id !== undefined && readBlocks(content)?.some(({ type }) => isMedia(type)) === true) this.callIds.add(id)
    // The client adds a document in a separate record.
    const { parentUuid } = record
    const isOfResult = typeof parentUuid === 'string' && blocks.some(({ type }) => isMedia(type))
    if (isOfResult) for (const id of this.#results.get(parentUuid) ?? []) this.callIds.add(id)
  }
}

/** Finds prompts that exist only as queue operations: typed while the model worked, taken in, and never written as a prompt of their own. */
import { typedByHuman } from '../../app/model/record-class.ts'
import type { TranscriptLine } from '../../app/model/transcript-line.ts'
import { shorten } from './normalise.ts'
import type { JsonObject } from './record-schema.ts'
import { textOf } from './record-schema.ts'

interface Waiting {
  readonly index: number
  readonly text: string
}

/** Follows the queue through one file. */
export interface QueueFollower {
  /** @param json the record; @param index where its line stands in the list of lines. */
  see(line: TranscriptLine, json: JsonObject, index: number): void
  /** Lines to take the place of their enqueue operations, by index. */
  promoted(lines: readonly TranscriptLine[]): ReadonlyMap<number, TranscriptLine>
}

/** Commands and the client's own notices are recorded elsewhere when they are carried out. */
const isOwnNotice = (text: string): boolean => /^[</!]/.test(text)

const normal = (text: string): string => text.trim()

const promote = (line: TranscriptLine, text: string): TranscriptLine => ({
  ...line,
  class: 'queued_prompt',
  rule: 'queue/only-trace',
  headline: shorten(text, 300),
  events: [{ kind: 'prompt', body: shorten(text, 65_536), chars: text.length, isError: false }],
})

export const followQueue = (): QueueFollower => {
  const waiting: Waiting[] = []
  const taken: Waiting[] = []
  const written = new Set<string>()
  return {
    see(line, json, index) {
      if (typedByHuman.has(line.class)) for (const event of line.events) if (event.kind === 'prompt') written.add(normal(event.body ?? ''))
      if (line.type !== 'queue-operation') return
      const text = textOf(json['content'])
      if (line.subtype === 'enqueue') waiting.push({ index, text: text ?? '' })
      else if (line.subtype === 'popAll') waiting.length = 0
      else {
        const next = waiting.shift()
        if (next !== undefined) taken.push(next)
      }
    },
    promoted(lines) {
      const result = new Map<number, TranscriptLine>()
      for (const { index, text } of taken) {
        const line = lines[index]
        if (line === undefined || text.trim() === '' || isOwnNotice(text) || written.has(normal(shorten(text, 65_536)))) continue
        result.set(index, promote(line, text))
      }
      return result
    },
  }
}

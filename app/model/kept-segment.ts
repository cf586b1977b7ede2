/** The messages that a compaction kept word for word, where the client names only the first and the last of them. */
import { objectIn, textIn, type JsonObject } from './json-object.ts'

export interface KeptSegment {
  readonly head: string
  readonly tail: string
  /** The record behind which they stand; undefined: the client does not say. */
  readonly anchor: string | undefined
}

/** @param detail what a boundary says of its compaction; undefined: it names no segment */
export const keptSegment = (detail: JsonObject): KeptSegment | undefined => {
  const segment = objectIn(detail, 'preservedSegment')
  const head = textIn(segment, 'headUuid') ?? textIn(segment, 'head')
  const tail = textIn(segment, 'tailUuid') ?? textIn(segment, 'tail')
  const anchor = textIn(segment, 'anchorUuid') ?? textIn(segment, 'anchor')
  return head === undefined || tail === undefined ? undefined : { head, tail, anchor }
}

/** From head to tail, by the parents of the records; head and tail alone where these do not lead from one to the other. */
export const uuidsOfSegment = ({ head, tail }: KeptSegment, parentOf: (uuid: string) => string | undefined): readonly string[] => {
  const way = new Set<string>()
  let at: string | undefined = tail
  while (at !== undefined && !way.has(at)) {
    way.add(at)
    if (at === head) return [...way].reverse()
    at = parentOf(at)
  }
  return [...new Set([head, tail])]
}

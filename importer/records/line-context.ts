/** Facts about a line from the lines before it, as far as its own record lacks them: whether a compaction has just been recorded. */
import { typedByHuman } from '../../app/model/record-class.ts'
import type { WholeLine } from '../../app/model/transcript-line.ts'

export interface LineContext {
  /** The record before it in the file is a compaction boundary. */
  readonly afterBoundary: boolean
  /** True after a compaction record until the next message: a summary here belongs to the compaction. */
  readonly isCompacted: boolean
}

/** Where a file begins. */
export const fileStart: LineContext = { afterBoundary: false, isCompacted: false }
const boundary: LineContext = { afterBoundary: true, isCompacted: true }
const compacted: LineContext = { afterBoundary: false, isCompacted: true }

const continuesConversation = ({ type, class: name, isSidechain }: WholeLine): boolean =>
  !isSidechain && (type === 'assistant' || typedByHuman.has(name))

/** The context of the line after this one. */
export const contextAfter = (before: LineContext, line: WholeLine): LineContext => {
  if (line.blank) return before
  if (line.compaction !== undefined) return line.type === 'system' ? boundary : compacted
  return before.isCompacted && !continuesConversation(line) ? compacted : fileStart
}

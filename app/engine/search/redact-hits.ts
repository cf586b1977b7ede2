/** Redacts whole texts, and takes the excerpts of hits from what is left: an excerpt of a text as it is may begin or end within a secret. */
import type { Redactor } from '../../secrets/redactor.ts'
import type { Piece } from './index/index-messages.ts'
import { wholeLines, type PassageText } from './load-passages.ts'
import { excerptIn, type Excerpt, type FoundText } from './passage-hits.ts'
import type { Lookout, RankedPassage } from './rank-passages.ts'

interface Placed {
  readonly commit: RankedPassage['commit']
  readonly found: FoundText
}

const nothing: Excerpt = { text: '', ranges: [], hasMoreBefore: true, hasMoreAfter: true }

type PassageSpan = Pick<Piece, 'from' | 'to'>

/** About where a passage is in the redacted text: exactly, unless it begins or ends within a secret. */
const spanIn = (text: string, { from, to }: PassageSpan, redactor: Redactor): PassageSpan => {
  const clean = (end: number): number => redactor.text(text.slice(0, end)).length
  return { from: clean(from), to: to >= text.length ? Infinity : clean(to) }
}

/** The excerpt of the passage, or else of the first place in the whole text that matches. */
const excerptOf = (
  whole: string,
  piece: Piece | undefined,
  found: FoundText,
  { matchers, toLineEnds }: Lookout,
  redactor: Redactor,
): Excerpt => {
  const clean = redactor.text(whole)
  const excerpt = (text: string): Excerpt => excerptIn({ kind: found.kind, text, recordUuid: null, piece } satisfies PassageText, matchers)
  if (piece === undefined) return excerpt(clean)
  const span = clean === whole ? piece : spanIn(whole, piece, redactor)
  const near = excerpt(toLineEnds ? wholeLines(clean, span) : clean.slice(span.from, span.to))
  return near.ranges.length > 0 || found.ranges.length === 0 ? near : excerpt(clean)
}

/** @param title of the session */
export const redactHits = async <T extends Placed>(
  lookout: Lookout,
  redactor: Redactor,
  title: string | undefined,
  hits: readonly T[],
): Promise<readonly T[]> => {
  const clean: T[] = []
  // One after the other: the artifacts of many hits need not be in memory together.
  for (const hit of hits) {
    const { commit, found } = hit
    const { piece } = found
    const textAt = commit === undefined ? undefined : await lookout.readers.of(lookout.store, commit)
    const whole = piece === undefined ? title : textAt?.(piece).text
    const excerpt = whole === undefined ? nothing : excerptOf(whole, piece, found, lookout, redactor)
    clean.push({ ...hit, found: { ...found, ...excerpt } })
  }
  return clean
}

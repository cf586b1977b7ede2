/** The texts of passages, from the artifacts of their commits. */
import type { Store } from '../../store/store.ts'
import type { TextKind } from '../../model/search/search-query.ts'
import type { ArtifactReaders } from './artifact-readers.ts'
import type { TextFilter } from './filter-texts.ts'
import type { MatchedPassage, Piece } from './index/index-messages.ts'
import { unpackPieces } from './index/packed-pieces.ts'

/** A text of a passage, or the part of it that the passage has. */
export interface PassageText {
  readonly kind: TextKind
  readonly text: string
  readonly recordUuid: string | null
  /** Undefined for a title. */
  readonly piece: Piece | undefined
}

/** The store to read passages from, and the filters for their texts. */
export interface PassageSource {
  readonly store: Store
  readonly readers: ArtifactReaders
  /** By session. */
  readonly titles: ReadonlyMap<string, string>
  readonly filter: TextFilter
  /** Whether texts are read up to the ends of the lines in which they were cut: a regular expression may match across a cut. */
  readonly toLineEnds: boolean
  /** Gets the commits that cannot be read. */
  readonly unreadable: Set<string>
}

/** Characters of a line that are read beyond a cut. */
const maxBeyond = 20_000

/** The lines in which a passage begins and ends, whole. */
export const wholeLines = (text: string, { from, to }: Pick<Piece, 'from' | 'to'>): string => {
  const before = text.slice(Math.max(0, from - maxBeyond), from)
  const after = text.slice(to, to + maxBeyond)
  const end = after.indexOf('\n')
  return before.slice(before.lastIndexOf('\n') + 1) + text.slice(from, to) + (end === -1 ? after : after.slice(0, end))
}

/** For each passage, the texts that pass the filters; empty when its artifact cannot be read. */
export const loadPassages = async (
  { store, readers, titles, filter, toLineEnds, unreadable }: PassageSource,
  passages: readonly MatchedPassage[],
): Promise<readonly (readonly PassageText[])[]> => {
  const loaded: (readonly PassageText[])[] = []
  // One after the other: the artifacts of many passages need not be in memory together.
  for (const { sessionId, commit, pieces } of passages) {
    if (commit === undefined) {
      const title = filter.titles ? titles.get(sessionId) : undefined
      loaded.push(title === undefined ? [] : [{ kind: 'title', text: title, recordUuid: null, piece: undefined }])
      continue
    }
    const left = unpackPieces(pieces).filter(filter.leaves)
    const textAt = left.length === 0 ? undefined : await readers.of(store, commit)
    if (left.length > 0 && textAt === undefined) unreadable.add(commit.commitId)
    loaded.push(
      textAt === undefined
        ? []
        : left.map((piece) => {
            const { text, recordUuid } = textAt(piece)
            return { kind: piece.kind, piece, recordUuid, text: toLineEnds ? wholeLines(text, piece) : text.slice(piece.from, piece.to) }
          }),
    )
  }
  return loaded
}

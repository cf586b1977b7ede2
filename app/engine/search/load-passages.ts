/** The texts of passages, from the artifacts of their commits. */
import type { Store } from '../../store/store.ts'
import { artifactHash } from '../../model/ids.ts'
import type { SearchQuery, TextKind } from '../../model/search/search-query.ts'
import { needsDetails, textTest } from './filter-commits.ts'
import { kindsOf } from './match-expression.ts'
import { detailsOf } from './text-details.ts'
import { textReader } from './index/commit-texts.ts'
import type { MatchedPassage, Piece } from './index/index-messages.ts'

/** A text of a passage, or the part of it that the passage has. */
export interface PassageText {
  readonly kind: TextKind
  readonly text: string
  /** Undefined for a title. */
  readonly piece: Piece | undefined
}

/** Of a passage whose artifact cannot be read: nothing. @param titles by session */
export const loadPassage = async (
  store: Store,
  { sessionId, commit, pieces }: MatchedPassage,
  titles: ReadonlyMap<string, string>,
): Promise<readonly PassageText[]> => {
  if (commit === undefined) {
    const title = titles.get(sessionId)
    return title === undefined ? [] : [{ kind: 'title', text: title, piece: undefined }]
  }
  // An artifact that was removed since or is damaged: verify reports the latter.
  const bytes = await store.read(artifactHash(commit.artifactHash)).catch(() => undefined)
  if (bytes === undefined) return []
  const textAt = textReader({ ...commit, bytes })
  return pieces.map((piece) => ({ kind: piece.kind, piece, text: textAt(piece).slice(piece.from, piece.to) }))
}

/** Which texts the filters leave. */
export const filterTest = async (
  store: Store,
  query: SearchQuery,
  texts: readonly PassageText[],
): Promise<(text: PassageText) => boolean> => {
  const kinds = kindsOf(query)
  const isKind = ({ kind }: PassageText): boolean => kinds?.includes(kind) ?? true
  if (!needsDetails(query)) return isKind
  const leaves = textTest(query)
  const details = await detailsOf(
    store,
    texts.flatMap(({ piece }) => piece ?? []),
  )
  return (text) => {
    const own = text.piece && details(text.piece)
    return isKind(text) && own !== undefined && leaves(own)
  }
}

/** The texts of passages, from the artifacts of their commits. */
import type { Store } from '../../store/store.ts'
import { artifactHash } from '../../model/ids.ts'
import type { TextKind } from '../../model/search/search-query.ts'
import { textReader } from './index/commit-texts.ts'
import type { MatchedPassage, Piece } from './index/index-messages.ts'

/** A text of a passage, or the part of it that the passage has. */
export interface PassageText {
  readonly kind: TextKind
  readonly text: string
  /** Undefined for a title. */
  readonly piece: Piece | undefined
}

/** Of a title, and of a passage whose artifact cannot be read: nothing. */
export const loadPassage = async (store: Store, { commit, pieces }: MatchedPassage): Promise<readonly PassageText[]> => {
  if (commit === undefined) return []
  // An artifact that was removed since or is damaged: verify reports the latter.
  const bytes = await store.read(artifactHash(commit.artifactHash)).catch(() => undefined)
  if (bytes === undefined) return []
  const textAt = textReader({ ...commit, bytes })
  return pieces.map((piece) => ({ kind: piece.kind, piece, text: textAt(piece).slice(piece.from, piece.to) }))
}

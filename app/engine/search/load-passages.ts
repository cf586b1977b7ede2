/** The texts of passages, from the artifacts of their commits. */
import type { Store } from '../../store/store.ts'
import { artifactHash } from '../../model/ids.ts'
import type { TextKind } from '../../model/search/search-query.ts'
import type { TextFilter } from './filter-texts.ts'
import { textReader } from './index/commit-texts.ts'
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

type Reader = ReturnType<typeof textReader> | undefined

/** Of each passage the texts that the filters leave; nothing where its artifact cannot be read. @param titles by session */
export const loadPassages = (
  store: Store,
  passages: readonly MatchedPassage[],
  titles: ReadonlyMap<string, string>,
  filter: Pick<TextFilter, 'titles' | 'leaves'>,
): Promise<readonly (readonly PassageText[])[]> => {
  const readers = new Map<string, Promise<Reader>>()
  const readerOf = (commit: NonNullable<MatchedPassage['commit']>): Promise<Reader> => {
    const known = readers.get(commit.commitId)
    if (known !== undefined) return known
    // An artifact that was removed since or is damaged: verify reports the latter.
    const reader = store.read(artifactHash(commit.artifactHash)).then(
      (bytes) => textReader({ ...commit, bytes }),
      () => undefined,
    )
    readers.set(commit.commitId, reader)
    return reader
  }
  return Promise.all(
    passages.map(async ({ sessionId, commit, pieces }) => {
      if (commit === undefined) {
        const title = filter.titles ? titles.get(sessionId) : undefined
        return title === undefined ? [] : [{ kind: 'title' as const, text: title, recordUuid: null, piece: undefined }]
      }
      const left = unpackPieces(pieces).filter(filter.leaves)
      if (left.length === 0) return []
      const textAt = await readerOf(commit)
      return textAt === undefined
        ? []
        : left.map((piece) => {
            const { text, recordUuid } = textAt(piece)
            return { kind: piece.kind, piece, recordUuid, text: text.slice(piece.from, piece.to) }
          })
    }),
  )
}

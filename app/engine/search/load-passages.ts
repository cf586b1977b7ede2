/** The texts of passages, from the artifacts of their commits. */
import type { Store } from '../../store/store.ts'
import { artifactHash } from '../../model/ids.ts'
import { textKinds, type SearchQuery, type TextKind } from '../../model/search/search-query.ts'
import { needsDetails, textTest } from './filter-commits.ts'
import { kindsOf } from './match-expression.ts'
import { detailsOf } from './text-details.ts'
import { textReader } from './index/commit-texts.ts'
import type { MatchedPassage, Piece } from './index/index-messages.ts'
import { unpackPieces } from './index/packed-pieces.ts'

/** A text of a passage, or the part of it that the passage has. */
export interface PassageText {
  readonly kind: TextKind
  readonly text: string
  /** Undefined for a title. */
  readonly piece: Piece | undefined
}

/** Which texts the filters leave. */
export interface TextFilter {
  readonly titles: boolean
  readonly leaves: (piece: Piece) => boolean
}

/** Kinds of texts that the filters may leave. Only calls and outputs are of a tool, and only what was put out can have failed. */
const possibleKinds = (query: SearchQuery): ReadonlySet<TextKind> => {
  const kinds = new Set(kindsOf(query) ?? textKinds)
  const isGiven = (...names: readonly string[]): boolean =>
    query.filters.some(({ name, isExcluded }) => !isExcluded && names.includes(name))
  if (isGiven('tool', 'file')) for (const kind of textKinds) if (kind !== 'call' && kind !== 'output') kinds.delete(kind)
  if (isGiven('is')) for (const kind of textKinds) if (kind !== 'output') kinds.delete(kind)
  return kinds
}

/** For these passages: one question to the tables, before anything is read. */
export const textFilter = async (store: Store, query: SearchQuery, passages: readonly MatchedPassage[]): Promise<TextFilter> => {
  const kinds = possibleKinds(query)
  const isPossible = ({ kind }: Piece): boolean => kinds.has(kind)
  if (!needsDetails(query)) return { titles: kinds.has('title'), leaves: isPossible }
  const test = textTest(query)
  const details = await detailsOf(
    store,
    passages.flatMap(({ pieces }) => unpackPieces(pieces).filter(isPossible)),
  )
  return {
    titles: false,
    leaves: (piece) => {
      const own = isPossible(piece) ? details(piece) : undefined
      return own !== undefined && test(own)
    },
  }
}

type Reader = ReturnType<typeof textReader> | undefined

/** Of each passage the texts that the filters leave; nothing where its artifact cannot be read. @param titles by session */
export const loadPassages = (
  store: Store,
  passages: readonly MatchedPassage[],
  titles: ReadonlyMap<string, string>,
  filter: TextFilter,
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
        return title === undefined ? [] : [{ kind: 'title' as const, text: title, piece: undefined }]
      }
      const left = unpackPieces(pieces).filter(filter.leaves)
      if (left.length === 0) return []
      const textAt = await readerOf(commit)
      return textAt === undefined ? [] : left.map((piece) => ({ kind: piece.kind, piece, text: textAt(piece).slice(piece.from, piece.to) }))
    }),
  )
}

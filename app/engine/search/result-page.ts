/** Turns the results of a search into a page of a list. */
import { isPromptsOnly } from '../../model/session-status.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ReadSearch, SearchHit, SearchSession } from '../../contract/search.ts'
import { isEmptySearch, type SearchQuery } from '../../model/search/search-query.ts'
import { Redactor } from '../../secrets/redactor.ts'
import { fileLines } from '../kernel/file-lines.ts'
import { privateWords } from '../kernel/settings.ts'
import type { LineName } from '../../model/line-name.ts'
import type { RecordKey } from '../../contract/objects.ts'
import type { FoundSession } from './find-candidates.ts'
import type { SearchIndex } from './index/search-index.ts'
import type { FoundText } from './passage-hits.ts'
import type { Lookout, RankedPassage, RankedSession } from './rank-passages.ts'
import { redactHits } from './redact-hits.ts'

export const readQuery = (query: SearchQuery, more: readonly string[]): ReadSearch => {
  const terms = query.required.flat()
  return {
    words: terms.flatMap(({ kind, text: own }) => (kind === 'phrase' ? [] : [own])),
    phrases: terms.flatMap(({ kind, text: own }) => (kind === 'phrase' ? [own] : [])),
    excluded: query.excluded.map(({ text: own }) => own),
    patterns: query.patterns.map(({ source }) => source),
    filters: query.filters.map(({ name, value, isExcluded }) => ({ name, value, isExcluded })),
    isEmpty: isEmptySearch(query),
    hints: [
      ...query.hints,
      ...(query.required.length === 0 && query.excluded.length > 0
        ? ['A search that only excludes words needs another word or a filter.']
        : []),
      ...more,
    ],
  }
}

interface PlacedText {
  readonly commit: RankedPassage['commit']
  readonly found: FoundText
}

const keyOfText = ({ piece }: FoundText): string => (piece === undefined ? 'title' : `${piece.sourceId} ${piece.line} ${piece.block}`)

/** The best texts of a session, each once; its title is shown anyway. */
const bestTexts = (passages: readonly RankedPassage[], most: number): readonly PlacedText[] => {
  const texts = new Map<string, PlacedText>()
  for (const { hits, commit } of [...passages].sort((a, b) => b.score - a.score))
    for (const found of hits) if (!texts.has(keyOfText(found))) texts.set(keyOfText(found), { commit, found })
  const all = [...texts.values()]
  const isTitle = ({ found }: PlacedText): boolean => found.kind === 'title'
  return [...all.filter((one) => !isTitle(one)), ...all.filter(isTitle)].slice(0, most)
}

/** The fields of a hit in a title, which has no place in a record. */
const noPiece = {
  sourceId: null,
  line: null,
  fileLine: null,
  block: null,
  tool: null,
  file: null,
  isError: false,
  occurredAt: null,
} as const

const hitOf = (
  { commit, found: { piece, ...found } }: PlacedText,
  names: ReadonlyMap<number, string>,
  lineOf: (record: RecordKey) => LineName,
): SearchHit => {
  const commitId = commit?.commitId ?? null
  if (piece === undefined) return { ...noPiece, commitId, ...found }
  const { sourceId, line, block, isError, occurredAt } = piece
  return {
    ...{ sourceId, line, block, isError, occurredAt },
    fileLine: lineOf({ sourceId, line }).fileLine,
    tool: names.get(piece.tool) ?? null,
    file: names.get(piece.file) ?? null,
    commitId,
    ...found,
  }
}

export const offsetOf = (after: string | undefined): number => {
  const offset = Number(after ?? 0)
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0
}

export interface FoundPassages {
  readonly sessionId: string
  readonly score: number
  readonly session: FoundSession | undefined
  readonly passages: readonly RankedPassage[]
}

/** Page by page; equal ones always in the same order. */
export const inOrder = (
  sessions: ReadonlyMap<string, RankedSession>,
  named: ReadonlyMap<string, FoundSession>,
  order: CallParsed<'search.run'>['order'],
): readonly FoundPassages[] => {
  const found = [...sessions].map(([sessionId, own]) => ({ sessionId, ...own, session: named.get(sessionId) }))
  const compared = (a: (typeof found)[number], b: (typeof found)[number]): number =>
    order === 'newest' ? (b.session?.lastAt ?? 0) - (a.session?.lastAt ?? 0) : b.score - a.score
  return found.sort((a, b) => a.page - b.page || compared(a, b) || (a.sessionId < b.sessionId ? -1 : 1))
}

/** @throws StrataError when the private words cannot be read */
export const pageOf = async (
  lookout: Lookout,
  index: SearchIndex,
  found: readonly FoundPassages[],
  { hits: most, redact }: Pick<CallParsed<'search.run'>, 'hits' | 'redact'>,
): Promise<readonly SearchSession[]> => {
  const redactor = redact ? new Redactor(privateWords(lookout.store.dir)) : undefined
  const cleanText = (text: string): string => redactor?.text(text) ?? text
  const chosen: (FoundPassages & { readonly texts: readonly PlacedText[] })[] = []
  for (const one of found) {
    const texts = bestTexts(one.passages, most)
    chosen.push({ ...one, texts: redactor === undefined ? texts : await redactHits(lookout, redactor, one.session?.title, texts) })
  }
  const pieces = chosen.flatMap(({ texts }) => texts.flatMap(({ found: { piece } }) => piece ?? []))
  const names = await index.ask('namesOf', [...new Set(pieces.flatMap(({ tool, file }) => [tool, file]))])
  const byNumber = new Map(names.map(({ number, name }) => [number, cleanText(name)]))
  const lineOf = await fileLines(
    lookout.store.database,
    pieces.map(({ sourceId }) => sourceId),
  )
  return chosen.map(({ sessionId, score, session, texts }) => ({
    sessionId,
    title: cleanText(session?.title ?? sessionId),
    project: cleanText(session?.project ?? ''),
    lastAt: session?.lastAt ?? null,
    isPromptsOnly: session !== undefined && isPromptsOnly(session),
    score,
    hits: texts.map((own) => hitOf(own, byNumber, lineOf)),
  }))
}

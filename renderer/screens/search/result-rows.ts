/** Sessions and their hits as rows of one list. */
import type { SearchHit, SearchSession } from '../../../app/contract/search.ts'
import { plainText, termMatcher } from '../../../app/model/search/term-matches.ts'
import { parseSearch } from '../../../app/model/search/parse-search.ts'
import { sentenceCase } from '../../../app/model/format/sentence-case.ts'

export interface ResultRow {
  /** Names the row in the address. */
  readonly key: string
  readonly session: SearchSession
  /** Undefined: the head of the session. */
  readonly hit: SearchHit | undefined
}

const hitKey = ({ sourceId, line, block }: SearchHit): string => (sourceId === null ? 'title' : `${sourceId}:${line ?? 0}:${block ?? 0}`)

/** A title that is found is marked in the head; one that is longer than a hit is a row. */
const isInHead = ({ kind, hasMoreBefore, hasMoreAfter }: SearchHit): boolean => kind === 'title' && !hasMoreBefore && !hasMoreAfter

/** The title in a session's head, with the ranges of its match. */
export const titleText = ({ title, hits }: SearchSession): Pick<SearchHit, 'text' | 'ranges'> =>
  hits.find(isInHead) ?? { text: title, ranges: [] }

/** Each session's head, and below it its hits. */
export const resultRows = (sessions: readonly SearchSession[]): readonly ResultRow[] =>
  sessions.flatMap((session) => [
    { key: session.sessionId, session, hit: undefined },
    ...session.hits.filter((hit) => !isInHead(hit)).map((hit) => ({ key: `${session.sessionId}/${hitKey(hit)}`, session, hit })),
  ])

/** The row of the next or previous session's head; undefined: there is none. */
export const nextHead = (rows: readonly ResultRow[], from: number, by: 1 | -1): number | undefined => {
  for (let at = from + by; at >= 0 && at < rows.length; at += by) if (rows[at]?.hit === undefined) return at
  return undefined
}

/** Who said it, or what put it out: `Prompt`, `Bash output`. */
export const kindWords = ({ kind, tool }: Pick<SearchHit, 'kind' | 'tool'>): string => {
  if (kind === 'call' || kind === 'output') return `${tool ?? 'Tool'} ${kind}`
  return kind === 'injected' ? 'Injected text' : sentenceCase(kind)
}

/** A text in pieces: matched pieces and the text between them. */
export const foundPieces = ({
  text,
  ranges,
}: Pick<SearchHit, 'text' | 'ranges'>): readonly { readonly text: string; readonly isFound: boolean }[] => {
  const pieces: { text: string; isFound: boolean }[] = []
  let at = 0
  for (const [from, to] of ranges) {
    if (from > at) pieces.push({ text: text.slice(at, from), isFound: false })
    pieces.push({ text: text.slice(Math.max(at, from), to), isFound: true })
    at = Math.max(at, to)
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isFound: false })
  return pieces
}

/** The text to find in the conversation when a hit is opened. */
export interface SoughtText {
  /** Undefined: the search has no words. */
  readonly find: string | undefined
  /** Text that starts with the match; it distinguishes this match from others. */
  readonly near: string | undefined
}

const nearChars = 40
/** Maximum length of the text that is searched for in the conversation, in characters. */
const maxChars = 1000

/** The first phrase of a search, or its first word, if the hit contains it; otherwise the matched text. */
export const soughtText = (search: string, hit: Pick<SearchHit, 'text' | 'ranges'>): SoughtText => {
  const { required } = parseSearch(search, { now: 0, zone: 'UTC' })
  const terms = required.flat()
  const plain = plainText(hit.text)
  const inOrder = [...terms.filter(({ kind }) => kind === 'phrase'), ...terms.filter(({ kind }) => kind !== 'phrase')]
  for (const term of inOrder) {
    const [range] = termMatcher(term).ranges(plain, 1)
    if (range === undefined) continue
    const found = hit.text.slice(...range)
    const isLiteral = found.toLowerCase().includes(term.text.toLowerCase())
    const skipped = isLiteral ? found.toLowerCase().indexOf(term.text.toLowerCase()) : 0
    return {
      find: (isLiteral ? term.text : found).slice(0, maxChars),
      near: hit.text.slice(range[0] + skipped, range[0] + skipped + nearChars),
    }
  }
  const [first] = hit.ranges
  if (first === undefined) return { find: undefined, near: undefined }
  return { find: hit.text.slice(...first), near: hit.text.slice(first[0], first[0] + nearChars) }
}

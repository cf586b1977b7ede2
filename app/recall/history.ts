/** Candidates in their sessions, with the files of each: what is known before the question, and nothing else. */
import type { RecallCandidate, RecallQuestion } from './candidate.ts'
import { termsIn } from './terms.ts'
import { WordIndex, type TermDocument } from './word-index.ts'

export interface EarlierSession {
  readonly id: string
  readonly branches: Set<string>
  readonly cwd: string | null
  lastAt: number
  /** Numbers of candidates. */
  readonly candidates: number[]
  readonly files: Set<string>
  /** Sessions that are newer. */
  newer: number
}

export interface KnownFile {
  readonly path: string
  readonly sessions: Set<EarlierSession>
  /** Numbers of candidates. */
  readonly candidates: number[]
}

const isBefore = ({ occurredAt, sessionId }: RecallCandidate, { asOf, sessionId: own }: RecallQuestion): boolean =>
  sessionId !== own && (asOf === null || (occurredAt !== null && occurredAt < asOf))

/** A status that a record at or after the time of the question shows is not known yet. */
const asKnown = (candidate: RecallCandidate, { asOf }: RecallQuestion): RecallCandidate =>
  asOf === null || candidate.statusAt === undefined || candidate.statusAt < asOf ? candidate : { ...candidate, status: 'unknown' }

/** Candidates at or after the time of the question are in no part of it. */
export class History {
  readonly candidates: readonly RecallCandidate[]
  readonly words: WordIndex
  /** Texts, with those that are not given. */
  readonly size: number
  readonly sessions: readonly EarlierSession[]
  readonly files = new Map<string, KnownFile>()
  readonly #sessionOf = new Map<string, EarlierSession>()

  /** @param others number of further candidates, which have no term of the question */
  constructor(all: readonly RecallCandidate[], question: RecallQuestion, others = 0) {
    const before = all.filter((candidate) => isBefore(candidate, question))
    this.candidates = before.map((candidate) => asKnown(candidate, question))
    this.words = new WordIndex(before.map(documentOf), others)
    this.size = before.length + others
    for (const [number, candidate] of this.candidates.entries()) this.#add(number, candidate)
    this.sessions = [...this.#sessionOf.values()].sort((a, b) => b.lastAt - a.lastAt || (a.id < b.id ? -1 : 1))
    for (const [newer, session] of this.sessions.entries()) session.newer = newer
  }

  #add(number: number, candidate: RecallCandidate): void {
    const { sessionId, files, occurredAt, branch = null, cwd = null } = candidate
    const session = this.#sessionOf.get(sessionId) ?? {
      id: sessionId,
      branches: new Set<string>(),
      cwd,
      lastAt: 0,
      candidates: [],
      files: new Set<string>(),
      newer: 0,
    }
    this.#sessionOf.set(sessionId, session)
    session.lastAt = Math.max(session.lastAt, occurredAt ?? 0)
    if (branch !== null) session.branches.add(branch)
    session.candidates.push(number)
    for (const path of files) {
      const file = this.files.get(path) ?? { path, sessions: new Set(), candidates: [] }
      this.files.set(path, file)
      file.sessions.add(session)
      file.candidates.push(number)
      session.files.add(path)
    }
  }

  sessionOf(candidate: RecallCandidate): EarlierSession | undefined {
    return this.#sessionOf.get(candidate.sessionId)
  }
}

const documents = new WeakMap<RecallCandidate, TermDocument>()

const wholeText = ({ summary, text }: RecallCandidate): string => (text.includes(summary) ? text : `${summary}\n${text}`)

/** Read once for each candidate: an evaluation asks about the same ones again and again. */
const documentOf = (candidate: RecallCandidate): TermDocument => {
  const known = documents.get(candidate)
  if (known !== undefined) return known
  const text = wholeText(candidate)
  let terms: readonly string[] | undefined
  const made = { text, terms: () => (terms ??= termsIn(text)) }
  documents.set(candidate, made)
  return made
}

const readSummaries = new WeakMap<RecallCandidate, ReadonlySet<string>>()

/** Terms of what is shown of a candidate. */
export const summaryTerms = (candidate: RecallCandidate): ReadonlySet<string> => {
  const known = readSummaries.get(candidate)
  if (known !== undefined) return known
  const terms = new Set(termsIn(candidate.summary, 'numbers'))
  readSummaries.set(candidate, terms)
  return terms
}

/** Candidates in their sessions, with the files of each: what is known before the question, and nothing else. */
import type { RecallCandidate, RecallQuestion } from './candidate.ts'
import { termsIn } from './terms.ts'
import { WordIndex } from './word-index.ts'

export interface EarlierSession {
  readonly id: string
  readonly branch: string | null
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

/** Candidates at or after the time of the question are in no part of it. */
export class History {
  readonly candidates: readonly RecallCandidate[]
  readonly terms: readonly (readonly string[])[]
  readonly words: WordIndex
  readonly sessions: readonly EarlierSession[]
  readonly files = new Map<string, KnownFile>()
  readonly #sessionOf = new Map<string, EarlierSession>()

  /**
   * @param termsOf terms of a candidate's summary and text; default: they are read from these
   * @param others number of further candidates, which have no term of the question
   */
  constructor(all: readonly RecallCandidate[], question: RecallQuestion, termsOf = termsOfCandidate, others = 0) {
    this.candidates = all.filter((candidate) => isBefore(candidate, question))
    this.terms = this.candidates.map(termsOf)
    this.words = new WordIndex(this.terms, others)
    for (const [number, candidate] of this.candidates.entries()) this.#add(number, candidate)
    this.sessions = [...this.#sessionOf.values()].sort((a, b) => b.lastAt - a.lastAt || (a.id < b.id ? -1 : 1))
    for (const [newer, session] of this.sessions.entries()) session.newer = newer
  }

  #add(number: number, candidate: RecallCandidate): void {
    const { sessionId, files, occurredAt, branch = null, cwd = null } = candidate
    const session = this.#sessionOf.get(sessionId) ?? {
      id: sessionId,
      branch,
      cwd,
      lastAt: 0,
      candidates: [],
      files: new Set<string>(),
      newer: 0,
    }
    this.#sessionOf.set(sessionId, session)
    session.lastAt = Math.max(session.lastAt, occurredAt ?? 0)
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

const termsOfCandidate = ({ summary, text }: RecallCandidate): readonly string[] =>
  text.includes(summary) ? termsIn(text) : termsIn(`${summary}\n${text}`)

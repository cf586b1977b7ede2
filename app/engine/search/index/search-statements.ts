/** The statements of the search index, each with the row that it gives. */
import type Sqlite from 'libsql'
import type { FullTurn, MatchedPassage, MatchingOutput, MatchOutput } from './index-messages.ts'
import { saidKinds } from './passage-words.ts'
import fullTurns from './full-turns.sql?raw'
import matchPassages from './match-passages.sql?raw'
import matchTurns from './match-turns.sql?raw'
import matchingPassages from './matching-passages.sql?raw'
import possiblePassages from './possible-passages.sql?raw'
import recentPassages from './recent-passages.sql?raw'

/** Ids of titles are above those of all other passages. */
export const firstTitleId = 2_000_000_000

const statements = {
  version: 'PRAGMA user_version',
  quickCheck: 'PRAGMA quick_check(1)',
  indexed: 'SELECT commit_id, state FROM commits WHERE @sessions IS NULL OR session_id IN (SELECT value FROM json_each(@sessions))',
  unread: "SELECT commit_id FROM commits WHERE state = ''",
  count: 'SELECT (SELECT count(*) FROM commits) AS commits, (SELECT count(*) FROM passages) AS passages',
  frequency: 'SELECT count(*) AS passages FROM bags WHERE bags MATCH ?',
  ids: `SELECT min(id) AS least, max(id) AS most FROM passages WHERE id < ${firstTitleId}`,
  lastTitle: 'SELECT max(id) AS most FROM passages',
  timeOf: 'SELECT at FROM passages WHERE id = ?',
  numberOf: 'SELECT number FROM commits WHERE commit_id = ?',
  addCommit: 'INSERT INTO commits (commit_id, state, session_id, artifact_hash, format, records) VALUES (?, ?, ?, ?, ?, ?)',
  addPassage: 'INSERT INTO passages (id, number, session_id, turn, at, pieces) VALUES (?, ?, ?, ?, ?, ?)',
  addSaid: `INSERT INTO said (rowid, ${saidKinds.join(', ')}) VALUES (?${', ?'.repeat(saidKinds.length)})`,
  addBag: 'INSERT INTO bags (rowid, words) VALUES (?, ?)',
  removeSaid: 'DELETE FROM said WHERE rowid = ?',
  removeBag: 'DELETE FROM bags WHERE rowid = ?',
  removePassage: 'DELETE FROM passages WHERE id = ?',
  removeCommit: 'DELETE FROM commits WHERE number = ?',
  passagesOf: 'SELECT id FROM passages WHERE number = ?',
  titles: 'SELECT session_id, title, passage FROM titles',
  addTitle: 'INSERT INTO titles (session_id, title, passage) VALUES (?, ?, ?)',
  removeTitle: 'DELETE FROM titles WHERE session_id = ?',
  names: 'SELECT number, name FROM names WHERE kind = ? ORDER BY name',
  nameOf: 'SELECT number, name FROM names WHERE number = ?',
  numberOfName: 'SELECT number FROM names WHERE kind = ? AND name = ?',
  addName: 'INSERT INTO names (kind, name) VALUES (?, ?)',
  removeName: 'DELETE FROM names WHERE number = ?',
  allPieces: 'SELECT pieces FROM passages',
  mark: "SELECT value FROM state WHERE key = 'mark'",
  removeMark: "DELETE FROM state WHERE key = 'mark'",
  setMark: "INSERT OR REPLACE INTO state (key, value) VALUES ('mark', ?)",
  match: matchPassages,
  turns: matchTurns,
  recent: recentPassages,
  fullTurns,
  matching: matchingPassages,
  possible: possiblePassages,
} as const

/** A stored passage. */
export interface PassageRow {
  readonly id: number
  readonly score: number
  readonly sessionId: string
  readonly turn: string
  readonly commitId: string | null
  readonly artifactHash: string | null
  readonly format: string | null
  readonly records: number | null
  /** Packed. */
  readonly pieces: string
}

export interface CountedRow extends PassageRow {
  readonly total: number
  readonly sessions: number
}

export const passageOf = ({ commitId, artifactHash, format, records, pieces, id, score, sessionId, turn }: PassageRow): MatchedPassage => ({
  ...{ id, score, sessionId, turn },
  commit:
    commitId === null || artifactHash === null || format === null || records === null
      ? undefined
      : { commitId, artifactHash, format, records },
  pieces,
})

export const counted = (rows: readonly CountedRow[]): MatchOutput => ({
  passages: rows.map(passageOf),
  total: rows[0]?.total ?? 0,
  sessions: rows[0]?.sessions ?? 0,
})

export const asList = (ids: readonly string[] | null): string | null => (ids === null ? null : JSON.stringify(ids))

export const idsAndSessions = (rows: readonly { readonly id: number; readonly sessionId: string }[]): MatchingOutput => ({
  ids: rows.map(({ id }) => id),
  sessions: [...new Set(rows.map(({ sessionId }) => sessionId))],
})

interface StatementRows {
  readonly version: { readonly user_version: number }
  readonly quickCheck: { readonly quick_check: string }
  readonly indexed: { readonly commit_id: string; readonly state: string }
  readonly unread: { readonly commit_id: string }
  readonly count: { readonly commits: number; readonly passages: number }
  readonly frequency: { readonly passages: number }
  readonly ids: { readonly least: number | null; readonly most: number | null }
  readonly lastTitle: { readonly most: number | null }
  readonly timeOf: { readonly at: number | null }
  readonly numberOf: { readonly number: number }
  readonly passagesOf: { readonly id: number }
  readonly titles: { readonly session_id: string; readonly title: string; readonly passage: number }
  readonly names: { readonly number: number; readonly name: string }
  readonly nameOf: { readonly number: number; readonly name: string }
  readonly numberOfName: { readonly number: number }
  readonly allPieces: { readonly pieces: string }
  readonly mark: { readonly value: string }
  readonly match: CountedRow
  readonly recent: CountedRow
  readonly fullTurns: FullTurn
  readonly matching: { readonly id: number; readonly sessionId: string }
  readonly possible: { readonly id: number; readonly sessionId: string }
  readonly turns: PassageRow & { readonly bits: number; readonly words: number }
}

type StatementName = keyof typeof statements
type Asking = keyof StatementRows
type Changing = Exclude<StatementName, Asking>

/** Runs the statements on an open file; each is prepared once. */
export class SearchStatements {
  readonly #db: Sqlite.Database
  readonly #prepared = new Map<StatementName, Sqlite.Statement>()

  constructor(db: Sqlite.Database) {
    this.#db = db
  }

  #statement(name: StatementName): Sqlite.Statement {
    const known = this.#prepared.get(name)
    if (known !== undefined) return known
    const made = this.#db.prepare(statements[name])
    this.#prepared.set(name, made)
    return made
  }

  one<N extends Asking>(name: N, ...values: readonly unknown[]): StatementRows[N] | undefined {
    return this.#statement(name).get(...values) as StatementRows[N] | undefined
  }

  all<N extends Asking>(name: N, ...values: readonly unknown[]): readonly StatementRows[N][] {
    return this.#statement(name).all(...values) as readonly StatementRows[N][]
  }

  /** @returns the id of the row that was added last */
  run(name: Changing, ...values: readonly unknown[]): number {
    return Number(this.#statement(name).run(...values).lastInsertRowid)
  }
}

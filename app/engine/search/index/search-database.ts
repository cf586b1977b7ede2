/** The file of the search index: SQLite with full-text tables. One thread writes it; another one may search beside it. */
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs'
import Sqlite from 'libsql'
import { commitTexts } from './commit-texts.ts'
import { IndexNames } from './index-names.ts'
import { IndexQuestions } from './index-questions.ts'
import { breakSeal, isSealed, seal, sealOf } from './file-seal.ts'
import { cutPassages, type PassagePart } from './cut-passages.ts'
import type { CommitArtifact, CommitToIndex, Piece, SessionTitle, TextRow } from './index-messages.ts'
import { packPieces } from './packed-pieces.ts'
import { wordsOf } from './passage-words.ts'
import { marksOf } from './text-marks.ts'
import { asList, firstTitleId, SearchStatements } from './search-statements.ts'
import searchTables from './search-tables.sql?raw'

/** Changes with the tables, the words and the passages: an index of another version is made again. */
const searchVersion = 4

/** Ids of passages begin here: those of older parts are below, those of newer ones above, those of titles above all. */
const firstId = 1_000_000_000
/** Ids that are left for a part that is older than all others. */
const idsOfPart = 100_000

/**
 * Characters that are added in one transaction. Each transaction adds a segment to the words, and segments are merged: with few large
 * transactions the index is built in a fraction of the time.
 */
const transactionChars = 8 * 1024 * 1024

/** The log is written to the file when it has more bytes than this and than the file: each time, all of the file is read for its seal. */
const minLogBytes = 64 * 1024 * 1024

const wordTables = ['said', 'bags'] as const

const files = (path: string): readonly string[] => [path, `${path}-wal`, `${path}-shm`, `${path}-journal`, sealOf(path)]

export const removeSearchFiles = (path: string): void => {
  for (const file of files(path)) rmSync(file, { force: true })
}

interface Place {
  readonly number: number | null
  readonly sessionId: string
  readonly turn: string
  readonly rows: readonly TextRow[]
}

/** A commit that cannot be read has none: the next update tries it again. */
const stateOf = ({ state, bytes }: CommitToIndex): string => (bytes === undefined ? '' : state)

const artifactOf = ({ artifactHash, format, records }: CommitArtifact): readonly unknown[] => [artifactHash, format, records]

const firstTime = (parts: readonly PassagePart[], rows: readonly TextRow[]): number | null => {
  for (const { row } of parts) {
    const at = rows[row]?.occurredAt
    if (at !== null && at !== undefined) return at
  }
  return null
}

export class SearchDatabase {
  readonly #db: Sqlite.Database
  readonly #path: string
  readonly #sql: SearchStatements
  /** Characters that were added since the last commit; undefined: no transaction is open. */
  #pending: number | undefined
  #nextId = firstId
  readonly names: IndexNames
  readonly questions: IndexQuestions

  private constructor(path: string, db: Sqlite.Database) {
    this.#path = path
    this.#db = db
    this.#sql = new SearchStatements(db)
    this.names = new IndexNames(this.#sql)
    this.questions = new IndexQuestions(this.#sql)
  }

  /**
   * Makes a new file where there is none, and where it has another version or other bytes than were written. Such a file is not opened: the
   * library ends the process on some damage, and does not notice other. A process that was killed leaves a file with its bytes and a log
   * beside it: the library checks each page of the log, so what was committed is kept.
   */
  static open(path: string): SearchDatabase {
    try {
      if (!isSealed(path)) throw new Error('changed by something else, or its writing was interrupted')
      const there = SearchDatabase.#opened(path)
      if (there.#sql.one('version')?.user_version === searchVersion) return there
      there.close()
    } catch {
      // Damaged, or no database: everything in it can be made again.
    }
    removeSearchFiles(path)
    // SQLite gives a new file to its user alone, but a group may share the store.
    closeSync(openSync(path, 'a'))
    const fresh = SearchDatabase.#opened(path)
    fresh.#db.exec(`BEGIN; ${searchTables}; PRAGMA user_version = ${searchVersion}; COMMIT`)
    fresh.settle()
    return fresh
  }

  /** For searches beside a writer, which has made the file. @throws Error when there is none, or it is damaged */
  static openBeside(path: string): SearchDatabase {
    return SearchDatabase.#opened(path, { fileMustExist: true })
  }

  static #opened(path: string, options: Sqlite.Options = {}): SearchDatabase {
    const db = new Sqlite(path, options)
    db.exec(
      // Only `settle` changes the file: otherwise it would not have the bytes of its seal.
      'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY',
    )
    return new SearchDatabase(path, db)
  }

  indexed(sessions: readonly string[] | null): readonly (readonly [string, string])[] {
    const input = { sessions: asList(sessions) }
    return this.#sql.all('indexed', input).map((row) => [row.commit_id, row.state])
  }

  unread(): readonly string[] {
    return this.#sql.all('unread').map((row) => row.commit_id)
  }

  size(): { readonly commits: number; readonly passages: number; readonly bytes: number } {
    const bytes = files(this.#path).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
    const { commits, passages } = this.#sql.one('count') ?? { commits: 0, passages: 0 }
    return { commits, passages, bytes }
  }

  mark(): string | undefined {
    return this.#sql.one('mark')?.value
  }

  setMark(mark: string): void {
    this.#write(0, () => void this.#sql.run('setMark', mark))
    this.flush()
  }

  /** Changes before a flush survive a crash. */
  flush(): void {
    if (this.#pending === undefined) return
    this.#pending = undefined
    this.#db.exec('COMMIT')
    if (this.#logBytes() > Math.max(minLogBytes, statSync(this.#path).size)) this.settle()
  }

  #logBytes(): number {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  }

  /** A failure restores the state of the last flush. */
  #write(chars: number, work: () => void): void {
    if (this.#pending === undefined) {
      this.#db.exec('BEGIN IMMEDIATE')
      // Until all changes are made, the index is that of no state of the tables.
      this.#sql.run('removeMark')
    }
    this.#pending = (this.#pending ?? 0) + chars
    try {
      work()
    } catch (thrown) {
      this.#pending = undefined
      this.#db.exec('ROLLBACK')
      this.names.forget()
      throw thrown
    }
    if (this.#pending >= transactionChars) this.flush()
  }

  /** Adds commits of the part that was begun; those that were added before are replaced. They are kept with the next flush. */
  add(commits: readonly CommitToIndex[]): void {
    const made = commits.map((commit) => ({ commit, passages: cutPassages(commitTexts(commit)) }))
    const all = made.flatMap(({ passages }) => passages)
    this.#write(
      all.reduce((sum, parts) => parts.reduce((own, { text }) => own + text.length, sum), 0),
      () => {
        for (const { commitId } of commits) this.#forget(commitId)
        for (const { commit, passages } of made) {
          const number = this.#sql.run('addCommit', commit.commitId, stateOf(commit), commit.sessionId, ...artifactOf(commit))
          for (const parts of passages) this.#insert(this.#nextId++, { ...commit, number }, parts)
        }
      },
    )
  }

  #insert(id: number, { number, sessionId, turn, rows }: Place, parts: readonly PassagePart[]): void {
    const pieces = parts.flatMap(({ row, kind, from, to }): readonly Piece[] => {
      const text = rows[row]
      if (text === undefined) return []
      const { toolName, filePath, ...own } = text
      return [{ ...own, kind, from, to, tool: this.names.numberOf('tool', toolName), file: this.names.numberOf('file', filePath) }]
    })
    this.#sql.run('addPassage', id, number, sessionId, turn, firstTime(parts, rows), packPieces(pieces))
    const { said, bag } = wordsOf(parts)
    this.#sql.run('addBag', id, [bag, ...marksOf(pieces, (month) => this.names.numberOf('month', String(month)))].join(' '))
    if (said.some((text) => text !== '')) this.#sql.run('addSaid', id, ...said)
  }

  /** Begins a part whose commits are added oldest first. @param at time of the oldest, milliseconds since 1970 */
  begin(at: number | null): void {
    const { least, most } = this.#sql.one('ids') ?? { least: null, most: null }
    if (least === null || most === null) {
      this.#nextId = firstId
      return
    }
    const oldest = this.#sql.one('timeOf', least)?.at ?? null
    this.#nextId = at !== null && oldest !== null && at < oldest ? least - idsOfPart : most + 1
  }

  #forgetPassage(id: number): void {
    this.#sql.run('removeSaid', id)
    this.#sql.run('removeBag', id)
    this.#sql.run('removePassage', id)
  }

  #forget(commitId: string): void {
    const row = this.#sql.one('numberOf', commitId)
    if (row === undefined) return
    for (const { id } of this.#sql.all('passagesOf', row.number)) this.#forgetPassage(id)
    this.#sql.run('removeCommit', row.number)
  }

  remove(commitIds: readonly string[]): void {
    this.#write(0, () => {
      for (const commitId of commitIds) this.#forget(commitId)
    })
  }

  /** Makes the titles in the index those that are given. */
  titles(titles: readonly SessionTitle[]): void {
    const wanted = new Map(titles.map(({ sessionId, title }) => [sessionId, title]))
    const there = this.#sql.all('titles')
    const changed = there.filter(({ session_id: id, title }) => wanted.get(id) !== title)
    for (const { session_id: id, title } of there) if (wanted.get(id) === title) wanted.delete(id)
    if (changed.length === 0 && wanted.size === 0) return
    this.#write(0, () => {
      for (const { session_id: id, passage } of changed) {
        this.#forgetPassage(passage)
        this.#sql.run('removeTitle', id)
      }
      let id = Math.max(firstTitleId, (this.#sql.one('lastTitle')?.most ?? 0) + 1)
      for (const [sessionId, title] of wanted) {
        this.#insert(id, { rows: [], sessionId, turn: sessionId, number: null }, [
          { row: 0, kind: 'title', from: 0, to: title.length, text: title },
        ])
        this.#sql.run('addTitle', sessionId, title, id++)
      }
    })
  }

  /** Words of removed passages stay in the file until their segments are merged: this merges them, and rewrites the file. */
  compact(): void {
    this.flush()
    breakSeal(this.#path)
    this.names.removeUnused()
    for (const table of wordTables) this.#db.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)
    this.#db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  }

  /** Faults of the file, as sentences. */
  check(): readonly string[] {
    this.flush()
    const faults: string[] = []
    const attempt = (sql: string): void => {
      try {
        this.#db.exec(sql)
      } catch (thrown) {
        faults.push(thrown instanceof Error ? thrown.message : String(thrown))
      }
    }
    const answer = this.#sql.one('quickCheck')?.quick_check
    if (answer !== 'ok') faults.push(answer ?? 'the file cannot be read')
    for (const table of wordTables) attempt(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`)
    return faults
  }

  /** Writes the log to the file and seals it. A reader can prevent that: then the file has no seal until the next time. */
  settle(): void {
    if (this.#pending !== undefined || (this.#logBytes() === 0 && existsSync(sealOf(this.#path)))) return
    breakSeal(this.#path)
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    if (this.#logBytes() === 0) seal(this.#path)
  }

  close(): void {
    this.flush()
    // The library closes the file some time later: what is in the log would not be in it yet.
    this.settle()
    this.#db.close()
  }

  /** Closes a file that another thread writes, without sealing it. */
  closeBeside(): void {
    this.#db.close()
  }
}

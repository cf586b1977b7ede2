/**
 * The sessions that the tables hold, and of those that grow marks of their rows and what their commits consist of: forgotten whenever it is not
 * certain what the tables hold.
 */
import type { MarkedCommits } from './commit-marks.ts'
import type { FirstLines, SessionMarks } from './row-marks.ts'

/** The marks at one time: a later version belongs to other rows. */
export interface MarksVersion {
  /** Version of the rows; 0: the tables contain no known rows. */
  readonly version: number
  readonly marks: SessionMarks
  /** Ids of its commits. */
  readonly commits: readonly string[]
}

/** How the rows of a unit are combined with the existing ones. */
export interface MarkedUnit {
  /** Marks of all its rows. */
  readonly marks: SessionMarks
  /** Version of the marks by which rows were excluded. */
  readonly basis: number
  readonly firstLines: FirstLines
  readonly commits: Omit<MarkedCommits, 'rows'>
}

/** A session whose existing rows are replaced. */
export interface ReplacedSession {
  readonly sessionId: string
  /** Undefined: all rows are new and have no marks. */
  readonly marked?: MarkedUnit | undefined
  /** The artifacts of the commits whose rows are written, when they are marked. */
  readonly artifacts?: readonly string[] | undefined
  /** The tables have no rows of it afterwards. */
  readonly isRemoved?: true
}

/** Number of artifacts of a commit: its artifact and its record. */
const artifactsOfOne = 2

/** Sessions that grow at the same time. */
const maxSessions = 64

const none: MarksVersion = { version: 0, marks: {}, commits: [] }

interface PresentSession extends MarksVersion {
  /** As many of each commit, in the order of their positions. */
  readonly artifacts: readonly string[]
}

export class RowCache {
  #ids: Promise<Set<string>> | undefined
  readonly #load: () => Promise<Set<string>>
  readonly #bySession = new Map<string, PresentSession>()
  #version = 0

  /** @param load reads from the tables which sessions have rows. */
  constructor(load: () => Promise<Set<string>>) {
    this.#load = load
  }

  /** The current marks of a session's rows. */
  marksOf(sessionId: string): MarksVersion {
    const { version, marks, commits } = this.#bySession.get(sessionId) ?? none
    return { version, marks, commits }
  }

  /** The artifacts of the commits of a growing session; undefined: they must be read from the tables. */
  artifactsOf(sessionId: string): readonly string[] | undefined {
    return this.#bySession.get(sessionId)?.artifacts
  }

  /** False when excluded rows no longer exist in the tables. */
  fits(sessionId: string, unit: MarkedUnit | undefined): boolean {
    if (unit === undefined || this.marksOf(sessionId).version === unit.basis) return true
    return unit.commits.kept === 0 && Object.values(unit.firstLines).every((bySource) => Object.keys(bySource).length === 0)
  }

  /**
   * Runs the function that writes these sessions' rows to the tables; afterwards the marks are those of their rows.
   * @throws Error when excluded rows do not exist; every error of `write`, after which nothing is certain
   */
  async replacing<T>(replaced: readonly ReplacedSession[], write: (present: ReadonlySet<string>) => Promise<T>): Promise<T> {
    this.#ids ??= this.#load()
    const present = await this.#ids
    if (!replaced.every(({ sessionId, marked }) => this.fits(sessionId, marked)))
      throw new Error('Rows were excluded that the tables do not have')
    try {
      const written = await write(present)
      for (const one of replaced) {
        if (one.isRemoved === true) present.delete(one.sessionId)
        else present.add(one.sessionId)
        this.#replace(one)
      }
      return written
    } catch (cause) {
      this.forget()
      throw cause
    }
  }

  /** What the tables are known to hold of a session without having been written now: all its rows. */
  recognise(session: ReplacedSession): void {
    if (!this.fits(session.sessionId, session.marked)) throw new Error('Rows are known that are not there')
    this.#replace(session)
  }

  /** Forgets the marks of growing sessions. */
  forget(): void {
    this.#bySession.clear()
  }

  #replace({ sessionId, marked, artifacts = [] }: ReplacedSession): void {
    const kept = this.#bySession.get(sessionId)?.artifacts.slice(0, artifactsOfOne * (marked?.commits.kept ?? 0)) ?? []
    this.#bySession.delete(sessionId)
    if (marked === undefined) return
    const { marks, commits } = marked
    this.#bySession.set(sessionId, { version: (this.#version += 1), marks, commits: commits.marks, artifacts: [...kept, ...artifacts] })
    const [oldest] = this.#bySession.keys()
    if (oldest !== undefined && this.#bySession.size > maxSessions) this.#bySession.delete(oldest)
  }
}

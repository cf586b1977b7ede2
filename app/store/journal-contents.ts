/** Reads the entries in the journal of an open store. */
import { lostIn } from './copy-packs.ts'
import type { Journal } from './files/journal.ts'
import { isWish, sessionSubject, type JournalEntry, type SessionEntry, type Wish } from './files/journal-entry.ts'

const isWishEntry = (entry: JournalEntry | undefined): entry is Wish => entry !== undefined && isWish(entry.subject)

export class JournalContents {
  readonly #journal: Journal

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** Sessions that the journal holds, '' for sources that belong to none, in the order of their last change. */
  sessionIds(): readonly string[] {
    const prefix = sessionSubject('')
    return this.subjects().flatMap((subject) => (subject.startsWith(prefix) ? [subject.slice(prefix.length)] : []))
  }

  /** The last state of a session that was written; undefined when there is none. @throws StrataError journal-corrupt */
  session(sessionId: string): SessionEntry | undefined {
    const entry = this.#journal.entry(sessionSubject(sessionId))
    return entry?.kind === 'session' ? entry : undefined
  }

  /**
   * Entries that persons set: refs, summaries, pins, corrected classes and file systems, the last of each.
   * @throws StrataError journal-corrupt
   */
  wishes(): readonly Wish[] {
    return this.#journal.subjects(0, isWish).flatMap((subject) => [this.entry(subject)].filter(isWishEntry))
  }

  /** Subjects of the journal entries that count, oldest first. */
  subjects(): readonly string[] {
    return this.#journal.subjects()
  }

  /** The journal entry that counts for a subject; see subjectOf. @throws StrataError journal-corrupt */
  entry(subject: string): JournalEntry | undefined {
    return this.#journal.entry(subject)
  }

  /** All entries, also those that do not count any more. @throws StrataError journal-corrupt */
  everyEntry(): AsyncGenerator<JournalEntry> {
    return this.#journal.read()
  }

  /** Short refs of the required artifacts that the last repair found lost. @throws StrataError journal-corrupt */
  get lost(): ReadonlySet<string> {
    return new Set(lostIn(this.#journal))
  }
}

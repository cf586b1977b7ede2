/** Copies of files that the client made beside sessions: what they hold is what the files held then. */
import { groupBy } from '../../model/group-by.ts'
import { count, optional, text } from '../../model/columns.ts'
import { composed, filePath, normalPath } from '../../model/objects/file-path.ts'
import type { Store } from '../../store/store.ts'
import { storedBytes } from '../kernel/stored-bytes.ts'
import type { RecordAt } from './chain-records.ts'
import { textIn } from '../file-systems/disk-text.ts'
import keptFiles from './kept-files.sql?raw'
import { sourceHash } from '../../files/object-hash.ts'
import type { BackedUp, FileStep, RecordStep } from '../../files/file-step.ts'

/** A record and what it says of files. */
export interface PlacedSteps {
  /** A copy was made at its own time, which its record may not name. */
  readonly at: RecordAt
  readonly steps: readonly FileStep[]
}

interface Copy {
  readonly bytes: number
  readonly manifestHash: string
}

interface SessionCopies {
  readonly cwd: string | null
  readonly byName: ReadonlyMap<string, Copy>
}

/** Bytes of a copy that is read; of a larger one it is known only that there was a file. */
const maxBytes = 32 * 1024 * 1024

const columns = {
  sessionId: text('session_id'),
  cwd: optional(text('cwd')),
  file: optional(text('file')),
  bytes: optional(count('bytes')),
  manifestHash: optional(text('manifest_hash')),
} as const

const nameIn = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

const isBackedUp = (step: RecordStep): step is BackedUp => step.step === 'backed up'

export class KeptFiles {
  readonly #store: Store
  readonly #sessions = new Map<string, SessionCopies>()

  constructor(store: Store) {
    this.#store = store
  }

  /**
   * The steps of a record, with the contents of the backups that it names; for a backup that the store does not contain, only the fact that
   * the file existed.
   * @param paths files whose backups are read; undefined: all
   * @throws StrataError artifact-corrupt
   */
  async placed(at: RecordAt, said: readonly RecordStep[], paths?: ReadonlySet<string>): Promise<PlacedSteps> {
    if (!said.some(isBackedUp)) return { at, steps: said.filter((step): step is FileStep => !isBackedUp(step)) }
    const steps: FileStep[] = []
    let occurredAt: number | null = null
    for (const step of said) {
      if (!isBackedUp(step)) continue
      if (step.at !== null) occurredAt = Math.max(occurredAt ?? 0, step.at)
      const read = await this.#stepOf(step, at.sessionId, paths)
      if (read !== undefined) steps.push(read)
    }
    return { at: { ...at, occurredAt: occurredAt ?? at.occurredAt }, steps }
  }

  async #stepOf({ path, name }: BackedUp, sessionId: string, paths: ReadonlySet<string> | undefined): Promise<FileStep | undefined> {
    const { cwd, byName } = await this.#copiesOf(sessionId)
    const given = filePath(path) === undefined ? normalPath(`${cwd ?? ''}/${path}`) : path
    const whole = given === undefined ? undefined : composed(given)
    if (whole === undefined || paths?.has(whole) === false) return undefined
    if (name === null) return { step: 'absent', path: whole }
    const copy = byName.get(name)
    if (copy === undefined || copy.bytes > maxBytes)
      return { step: 'part', path: whole, from: 1, lines: [], total: undefined, by: 'backup' }
    const pieces: Buffer[] = []
    for await (const piece of storedBytes(copy.manifestHash, (hash) => this.#store.read(hash))) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    const [content, hash] = [textIn(bytes), sourceHash(bytes)]
    if (content === undefined) return { step: 'bytes', path: whole, sourceHash: hash, by: 'backup' }
    return { step: 'whole', path: whole, content, by: 'backup', sourceHash: hash }
  }

  async #copiesOf(sessionId: string): Promise<SessionCopies> {
    if (!this.#sessions.has(sessionId)) await this.findCopies([sessionId])
    return this.#sessions.get(sessionId) ?? { cwd: null, byName: new Map() }
  }

  /** Finds out which copies sessions have, all in one question; others are asked about one by one. */
  async findCopies(sessions: readonly string[]): Promise<void> {
    const rows = groupBy(await this.#store.database.query(keptFiles, columns, { sessions }), (row) => row.sessionId)
    for (const sessionId of sessions) {
      const own = rows.get(sessionId) ?? []
      const copies = own.flatMap(({ file, bytes, manifestHash }): readonly [string, Copy][] =>
        file === null || bytes === null || manifestHash === null ? [] : [[nameIn(file), { bytes, manifestHash }]],
      )
      this.#sessions.set(sessionId, { cwd: own[0]?.cwd ?? null, byName: new Map(copies) })
    }
  }
}

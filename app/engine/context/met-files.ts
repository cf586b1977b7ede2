/** The files that an agent met: those that calls name, and those that records show without a call, such as mentions. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { requestParts } from '../../conversation/request-parts.ts'
import type { JsonObject } from '../../model/json-object.ts'
import { normalPath } from '../../model/objects/file-path.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { chainRecords, type ChainRecord } from '../file-steps/chain-records.ts'
import { objectIds, type ObjectIdOf } from '../file-steps/object-ids.ts'
import { isSelection, pathsOf, type FileStep } from '../../files/file-step.ts'
import { KeptFiles } from '../file-steps/kept-files.ts'
import { FileStepReader } from '../../files/file-steps.ts'
import { KnownFiles } from '../../files/known-files.ts'
import { contentOf } from '../../files/known-file.ts'
import { MediaOutputs } from './media-outputs.ts'
import type { MetFile } from './met-objects.ts'
import type { NotedRecords } from './noted-records.ts'

type Context = Pick<EngineContext, 'store' | 'env'>

/** The record that a path is in. */
interface Place {
  readonly sessionId: string
  readonly sourceId: string
  readonly occurredAt: number | null
}

interface Met {
  path: string
  versions: number
  /** Its spellings in the records. */
  readonly paths: Set<string>
  lastUsedAt: number | null
  isNamed: boolean
  isAttached: boolean
}

const pathEnd = /^[\w-]|^$/

/** Whether a text names a file by its path, or by how it is called below the working directory. */
const isNamedIn = (text: string, path: string, cwd: string | undefined): boolean => {
  const below = cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : undefined
  return [path, below].some((name) => name !== undefined && hasWord(text, name))
}

/** `data.ts` and `a.tsx` do not contain the name `a.ts`. */
const hasWord = (text: string, name: string): boolean => {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text.slice(at - 1, at), text.slice(at + name.length, at + name.length + 1)]
    if (!(before !== '' && /[\w./\\-]/.test(before)) && (after === '' || !pathEnd.test(after))) return true
  }
  return false
}

export class MetFiles {
  readonly #objectIdOf: ObjectIdOf
  readonly #known = new KnownFiles()
  readonly #met = new Map<string, Met>()
  readonly #snapshots: JsonObject[] = []
  readonly #attachments = new Map<string, Set<string>>()
  readonly #media = new MediaOutputs()
  #cwd: string | undefined

  private constructor(objectIdOf: ObjectIdOf) {
    this.#objectIdOf = objectIdOf
  }

  /** @param links first commit first @param since place of the last compaction @throws StrataError not-found, artifact-corrupt */
  static async open(context: Context, links: readonly ChainLink[], since: number, { cleared, kept }: NotedRecords): Promise<MetFiles> {
    const files = new MetFiles(await objectIds(context))
    const present = new Set(links.slice(since).map(({ commitId }) => commitId))
    const [reader, copies] = [new FileStepReader(), new KeptFiles(context.store)]
    let place = 0
    for await (const one of chainRecords(context.store, links)) {
      const isPresent = present.has(one.commitId) || kept.has(`${one.line} ${one.sourceId}`)
      await files.#read(
        one,
        (await copies.placed(one, reader.read(one.record))).steps,
        place,
        isPresent && !cleared.has(one.record.uuid ?? ''),
      )
      place += 1
    }
    return files
  }

  async #read(at: ChainRecord, steps: readonly FileStep[], place: number, isPresent: boolean): Promise<void> {
    const { attachment, cwd, uuid } = at.record
    this.#cwd ??= cwd
    if (attachment?.['type'] === 'prompt_snapshot') this.#snapshots.push({ attachment })
    this.#media.read(at.record)
    for (const step of steps) {
      for (const path of pathsOf(step)) {
        const met = await this.#meet(at, path)
        if (met === undefined || !isPresent) continue
        met.file.isNamed = true
        if (attachment === undefined && !isSelection(step)) continue
        met.file.isAttached = true
        if (attachment !== undefined && uuid !== undefined) this.#attach(uuid, met.id)
      }
      for (const { path } of this.#known.take(step, place).versions) {
        const met = await this.#meet(at, path)
        if (met !== undefined) met.file.versions += 1
      }
    }
  }

  /** Null: the path leads nowhere. */
  #idOf(at: Place, path: string): Promise<string | null> {
    const whole = normalPath(path) === undefined && this.#cwd !== undefined ? `${this.#cwd}/${path}` : path
    return this.#objectIdOf(at, whole)
  }

  #attach(uuid: string, id: string): void {
    const own = this.#attachments.get(uuid) ?? new Set()
    this.#attachments.set(uuid, own.add(id))
  }

  async #meet(at: Place, path: string): Promise<{ readonly id: string; readonly file: Met } | undefined> {
    const id = await this.#idOf(at, path)
    if (id === null) return undefined
    const met = this.#met.get(id) ?? { path, versions: 0, paths: new Set(), lastUsedAt: null, isNamed: false, isAttached: false }
    this.#met.set(id, met)
    met.paths.add(path)
    if (at.occurredAt !== null && at.occurredAt > (met.lastUsedAt ?? 0)) met.lastUsedAt = at.occurredAt
    return { id, file: met }
  }

  /** A call names a file. Gives the id of the file; undefined: the path leads nowhere. */
  async called(at: Place, path: string): Promise<string | undefined> {
    return (await this.#meet(at, path))?.id
  }

  #charsOf(paths: Iterable<string>): number | null {
    for (const path of paths) {
      const file = this.#known.now(path)
      if (file === null) return 0
      if (file !== undefined) return contentOf(file)?.length ?? null
    }
    return null
  }

  /** @param summary what the last compaction put in the place of everything before it */
  all(summary: string): readonly MetFile[] {
    return [...this.#met].map(([id, { path, versions, paths, lastUsedAt, isNamed, isAttached }]) => ({
      id,
      path,
      // A file that no record shows was met all the same.
      versions: Math.max(1, versions),
      chars: this.#charsOf(paths),
      lastUsedAt,
      isAttached,
      isNamed: isNamed || (summary !== '' && isNamedIn(summary, path, this.#cwd)),
    }))
  }

  /** Ids of the files that each attachment shows, by the uuid of its record. */
  get attachments(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#attachments
  }

  /** Written ids of calls whose outputs have pictures or documents. */
  get callsWithMedia(): ReadonlySet<string> {
    return this.#media.callIds
  }

  /** Null: no record contains it. @param requests as records of requests describe them */
  systemPrompt(requests: readonly JsonObject[]): string | null {
    const { system } = requestParts([...requests, ...this.#snapshots])
    return system.length === 0 ? null : system.join('\n\n')
  }
}

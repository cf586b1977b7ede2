/** The files that an agent met: those that calls name, and those that records show without a call, such as mentions. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { requestParts } from '../../conversation/request-parts.ts'
import type { JsonObject } from '../../model/json-object.ts'
import { normalPath } from '../../model/objects/file-path.ts'
import { systemText } from '../../model/system-prompt.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { readSteps, type ReadRecord } from '../file-steps/steps-of-chain.ts'
import { objectIds, type ObjectIdOf } from '../file-steps/object-ids.ts'
import { isSelection, pathsOf } from '../../files/file-step.ts'
import { recordKey, Replay } from '../../files/replay.ts'
import { contentOf } from '../../files/known-file.ts'
import type { StepOutcome } from '../../files/known-files.ts'
import type { MetFile } from './met-objects.ts'
import type { NotedRecords } from './noted-records.ts'
import { readBlocks, readMessage, type TranscriptRecord } from '../../model/record.ts'

const isMedia = (type: string | undefined): boolean => type === 'image' || type === 'document'

/** Finds calls whose outputs contain pictures or documents. It reads the records of a conversation in order. */
class MediaOutputs {
  /** Ids of calls, as in the transcript. */
  readonly callIds = new Set<string>()
  /** Ids of the calls whose results a record contains, by the uuid of the record. */
  readonly #results = new Map<string, readonly string[]>()

  read(record: TranscriptRecord): void {
    if (record.type !== 'user') return
    const blocks = readBlocks(readMessage(record.message)?.content) ?? []
    const results = blocks.filter(({ type }) => type === 'tool_result')
    if (record.uuid !== undefined && results.length > 0)
      this.#results.set(
        record.uuid,
        results.flatMap(({ tool_use_id: id }) => id ?? []),
      )
    for (const { tool_use_id: id, content } of results)
      if (id !== undefined && readBlocks(content)?.some(({ type }) => isMedia(type)) === true) this.callIds.add(id)
    // The client adds a document in a separate record.
    const { parentUuid } = record
    const isOfResult = typeof parentUuid === 'string' && blocks.some(({ type }) => isMedia(type))
    if (isOfResult) for (const id of this.#results.get(parentUuid) ?? []) this.callIds.add(id)
  }
}

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
  readonly #replay = new Replay()
  readonly #met = new Map<string, Met>()
  readonly #snapshots: JsonObject[] = []
  readonly #attachments = new Map<string, Set<string>>()
  readonly #media = new MediaOutputs()
  #cwd: string | undefined

  constructor(objectIdOf: ObjectIdOf) {
    this.#objectIdOf = objectIdOf
  }

  /** @param links first commit first @param since place of the last compaction @throws StrataError not-found, artifact-corrupt */
  static async open(context: Context, links: readonly ChainLink[], since: number, { cleared, kept }: NotedRecords): Promise<MetFiles> {
    const files = new MetFiles(await objectIds(context))
    const present = new Set(links.slice(since).map(({ commitId }) => commitId))
    let place = 0
    for await (const read of readSteps(context.store, links)) {
      const isPresent = present.has(read.at.commitId) || kept.has(recordKey(read.at))
      await files.read(read, place, isPresent && !cleared.has(read.record.uuid ?? ''))
      place += 1
    }
    return files
  }

  /** @param place of the record @param isPresent whether its content is in the context */
  async read(read: ReadRecord, place: number, isPresent: boolean): Promise<void> {
    const { record, steps } = read
    const at = { ...read.at, occurredAt: read.recordedAt }
    const { attachment, cwd, uuid } = record
    this.#cwd ??= cwd
    if (attachment?.['type'] === 'prompt_snapshot') this.#snapshots.push({ attachment })
    this.#media.read(record)
    const files = new Map<string, Met>()
    for (const step of steps)
      for (const path of pathsOf(step)) {
        const met = await this.#meet(at, path)
        if (met === undefined) continue
        files.set(path, met.file)
        if (!isPresent) continue
        met.file.isNamed = true
        if (attachment === undefined && !isSelection(step)) continue
        met.file.isAttached = true
        if (attachment !== undefined && uuid !== undefined) this.#attach(uuid, met.id)
      }
    const take = ({ versions }: StepOutcome): void => {
      for (const { path } of versions) {
        const file = files.get(path)
        if (file !== undefined) file.versions += 1
      }
    }
    this.#replay.take(read, place, { take })
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
      const file = this.#replay.known.now(path)
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
    return systemText(requestParts([...requests, ...this.#snapshots]).system)
  }
}

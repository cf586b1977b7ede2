/**
 * A bundle: commits, sessions and artifacts in one file that can be carried elsewhere. It is written and read piece by piece, and every
 * piece has its check; docs/remotes.md says what every byte means.
 */
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { StrataError } from '../../model/failure.ts'
import { AppendFile } from './append-file.ts'
import { bundlePartial, removeBundlePartials } from './bundle-partial.ts'
import { ContentHasher } from './content-hash.ts'
import { renameToFree } from './free-name.ts'
import { journalEntry, type NewJournalEntry } from './journal-entry.ts'
import { carried } from './holdings.ts'
import { decodePackEntry, type EncodedEntry } from './pack-entry.ts'
import type { ArtifactHead } from './pack-head.ts'
import { exists, removeFile, syncFolder } from './store-folder.ts'

/** The header of a bundle. */
const bundleHead = z
  .object({
    version: z.literal(1),
    /** Commits that the bundle continues but does not contain. */
    needs: z.array(z.string()).readonly(),
    sessions: z.number().int(),
    commits: z.number().int(),
    refs: z.number().int(),
  })
  .readonly()
export type BundleHead = z.infer<typeof bundleHead>

const bundleEnd = z.object({ artifacts: z.number().int(), check: z.string() }).readonly()

/** The parts of a bundle, in the order of the file. */
export type BundlePart =
  | { readonly kind: 'head'; readonly head: BundleHead }
  | { readonly kind: 'entries'; readonly entries: readonly NewJournalEntry[] }
  | {
      readonly kind: 'artifacts'
      readonly artifacts: readonly ArtifactHead[]
      readonly contents: readonly Buffer[]
      /** The same as an entry of a pack. */
      readonly encoded: EncodedEntry
    }
  | { readonly kind: 'end' }

const magic = Buffer.from('strata bundle 1\n', 'ascii')
const letters = { head: 0x48, entries: 0x4a, artifacts: 0x41, end: 0x45 } as const
/* Head of a part: letter u8 | zero 7 | payload bytes u64, little endian | first eight bytes of BLAKE3 over these sixteen and the payload. */
const headBytes = 24
const checkedBytes = 16
const entriesBytes = 1024 * 1024

const checkOf = (head: Buffer, payload: Uint8Array): string => {
  const hasher = new ContentHasher().update(head.subarray(0, checkedBytes))
  return hasher.update(payload).digest().slice(0, 16)
}

const headOf = (kind: keyof typeof letters, payload: Uint8Array): Buffer => {
  const head = Buffer.alloc(headBytes)
  head[0] = letters[kind]
  head.writeBigUInt64LE(BigInt(payload.length), 8)
  head.write(checkOf(head, payload), checkedBytes, 'hex')
  return head
}

class BundleWriter {
  readonly #file: AppendFile
  readonly #hasher = new ContentHasher()
  artifacts = 0

  constructor(file: AppendFile) {
    this.#file = file
  }

  async begin(): Promise<void> {
    this.#hasher.update(magic)
    await this.#file.append([magic])
  }

  async part(kind: keyof typeof letters, payload: Uint8Array): Promise<void> {
    const head = headOf(kind, payload)
    this.#hasher.update(head).update(payload)
    await this.#file.append([head, payload])
  }

  async entries(entries: readonly NewJournalEntry[]): Promise<void> {
    let lines: string[] = []
    let bytes = 0
    for (const entry of entries) {
      const line = `${JSON.stringify(entry)}\n`
      lines.push(line)
      bytes += line.length
      if (bytes < entriesBytes) continue
      await this.part('entries', Buffer.from(lines.join('')))
      lines = []
      bytes = 0
    }
    if (lines.length > 0) await this.part('entries', Buffer.from(lines.join('')))
  }

  async end(): Promise<void> {
    await this.part('end', Buffer.from(JSON.stringify({ artifacts: this.artifacts, check: this.#hasher.digest() })))
    await this.#file.sync()
  }
}

/** Where a bundle goes. */
export interface BundlePlace {
  readonly path: string
  /** True: an existing file is replaced when the bundle is complete. False: it stays, and the bundle is not written. */
  readonly replaces?: boolean
}

/** Gives a finished file its name. */
const renameBundle = async (from: string, { path: to, replaces }: BundlePlace): Promise<void> => {
  if (replaces === true) await rename(from, to)
  else await renameToFree(from, to)
  await syncFolder(dirname(to))
}

/**
 * Writes a bundle; the file has its name when it is complete and durable. Gives its size, bytes.
 * @throws StrataError target-exists, path-refused, disk-full
 */
export const writeBundle = async (
  place: BundlePlace,
  head: BundleHead,
  entries: readonly NewJournalEntry[],
  artifacts: AsyncIterable<readonly EncodedEntry[]>,
): Promise<{ readonly bytes: number; readonly artifacts: number }> => {
  const { path, replaces } = place
  if (replaces !== true && (await exists(path))) throw new StrataError('target-exists', `${path} exists already`, { path })
  await removeBundlePartials(path)
  const partial = bundlePartial(path)
  const file = await AppendFile.open(partial, false).catch((cause: unknown) => {
    throw new StrataError('path-refused', `Cannot write ${path}: ${cause instanceof Error ? cause.message : ''}`, { path }, cause)
  })
  try {
    const writer = new BundleWriter(file)
    await writer.begin()
    await writer.part('head', Buffer.from(JSON.stringify(head)))
    await writer.entries(entries)
    for await (const batch of artifacts) {
      for (const entry of batch) {
        await writer.part('artifacts', entry.bytes)
        writer.artifacts += entry.artifacts.length
      }
    }
    await writer.end()
    await file.close()
    await renameBundle(partial, place)
    return { bytes: file.size, artifacts: writer.artifacts }
  } catch (cause) {
    await file.close().catch(() => undefined)
    await removeFile(partial)
    throw cause
  }
}

const damaged = (path: string, offset: number, reason: string, cause?: unknown): StrataError =>
  new StrataError('bundle-malformed', `Cannot read ${path} from byte ${offset}: ${reason}`, { path, offset }, cause)

interface RawPart {
  readonly letter: number
  readonly offset: number
  readonly head: Buffer
  readonly payload: Buffer
}

async function* rawParts(file: AppendFile): AsyncGenerator<RawPart> {
  const { path, size } = file
  if (!(await file.read(0, magic.length)).equals(magic)) throw damaged(path, 0, 'it is not a bundle, or has another version')
  for (let offset = magic.length; offset < size;) {
    const head = await file.read(offset, headBytes)
    const length = head.length < headBytes ? Infinity : Number(head.readBigUInt64LE(8))
    if (offset + headBytes + length > size) throw damaged(path, offset, 'it is cut short or damaged')
    const payload = await file.read(offset + headBytes, length)
    if (head.toString('hex', checkedBytes, headBytes) !== checkOf(head, payload))
      throw damaged(path, offset, 'its content does not match its checksum')
    yield { letter: head[0] ?? 0, offset, head, payload }
    offset += headBytes + length
  }
}

const entriesIn = (payload: Buffer): readonly NewJournalEntry[] =>
  payload
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const content: unknown = JSON.parse(line)
      const envelope = { seq: 1, pack_end: [1, 0], subject: '', at: '' }
      return carried(journalEntry.parse({ ...(content as object), ...envelope }))
    })

const artifactsIn = async (payload: Buffer): Promise<BundlePart> => {
  const { head, contents } = await decodePackEntry(payload)
  return { kind: 'artifacts', artifacts: head.artifacts, contents, encoded: { artifacts: head.artifacts, bytes: new Uint8Array(payload) } }
}

/** Which part may follow which. */
const next: Readonly<Record<number, readonly number[]>> = {
  0: [letters.head],
  [letters.head]: [letters.entries, letters.artifacts, letters.end],
  [letters.entries]: [letters.entries, letters.artifacts, letters.end],
  [letters.artifacts]: [letters.artifacts, letters.end],
  [letters.end]: [],
}

/** Checks the end against everything before it. */
const checkEnd = (payload: Buffer, artifacts: number, check: string): void => {
  const end = bundleEnd.parse(JSON.parse(payload.toString('utf8')))
  if (end.artifacts !== artifacts || end.check !== check) throw new Error('its end does not match its content')
}

/** Reads one part after the other; what is wrong with one is said with its place. */
class PartReader {
  readonly #hasher = new ContentHasher().update(magic)
  #before = 0
  #artifacts = 0

  async read({ letter, head, payload }: RawPart): Promise<BundlePart> {
    if (next[this.#before]?.includes(letter) !== true) throw new Error('a different part is expected here')
    this.#before = letter
    if (letter === letters.end) checkEnd(payload, this.#artifacts, this.#hasher.digest())
    this.#hasher.update(head).update(payload)
    return this.#content(letter, payload)
  }

  async #content(letter: number, payload: Buffer): Promise<BundlePart> {
    if (letter === letters.head) return { kind: 'head', head: bundleHead.parse(JSON.parse(payload.toString('utf8'))) }
    if (letter === letters.entries) return { kind: 'entries', entries: entriesIn(payload) }
    if (letter === letters.end) return { kind: 'end' }
    const part = await artifactsIn(payload)
    if (part.kind === 'artifacts') this.#artifacts += part.artifacts.length
    return part
  }

  get isComplete(): boolean {
    return this.#before === letters.end
  }
}

const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof z.ZodError || thrown instanceof SyntaxError) return 'it contains parts that this version does not know'
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/**
 * The parts of a bundle, each verified: its check, the hash of every artifact, and in the end the check of the whole file.
 * @param onRead gets the bytes that were read of the file, and its size
 * @throws StrataError bundle-malformed with the byte where it goes wrong, path-unreadable
 */
export async function* readBundle(
  path: string,
  onRead: (done: number, total: number) => void = () => undefined,
): AsyncGenerator<BundlePart> {
  const file = await AppendFile.open(path, true).catch((cause: unknown) => {
    throw new StrataError('path-unreadable', `Cannot read ${path}: ${cause instanceof Error ? cause.message : ''}`, { path }, cause)
  })
  try {
    const reader = new PartReader()
    for await (const raw of rawParts(file)) {
      let part: BundlePart
      try {
        part = await reader.read(raw)
      } catch (cause) {
        throw damaged(path, raw.offset, reasonOf(cause), cause)
      }
      onRead(raw.offset + headBytes + raw.payload.length, file.size)
      yield part
    }
    if (!reader.isComplete) throw damaged(path, file.size, 'its end is missing: it was not written completely')
  } finally {
    await file.close()
  }
}

/** Rebuilds the conversation that an agent would see from a commit, in the format of the chain or in another. */
import { StrataError } from '../model/failure.ts'
import type { ChainEvent, Lost } from '../model/chain-event.ts'
import { Losses } from '../model/losses.ts'
import { chooseCommits, type ChainLink, type ChosenCommits, type Stop } from './choose-commits.ts'
import type { ChainFormat, Joiner, Write } from './formats/chain-format.ts'
import type { FormatRegistry } from './formats/registry.ts'
import { partsOf } from './formats/claude-code-v1/line-place.ts'
import { textOf } from './formats/json-text.ts'
import { recordsInLine } from '../model/records-in-line.ts'

/** How well what was stored says itself in the format that was asked for; the worst of its parts. */
export type Tier = 'native' | 'field' | 'rendered' | 'raw'

export interface Materialised {
  readonly format: string
  readonly contentType: string
  readonly tier: Tier
  readonly messageCount: number
  /** Sum of the recorded token counts of the commits; null: no commit has one. */
  readonly tokenCount: number | null
  /** Commits whose artifacts the result contains, root first. */
  readonly commits: readonly string[]
  readonly lost: readonly Lost[]
  /** Whether a part is missing because the store does not contain it yet. */
  readonly isPartial: boolean
}

export interface MaterialiseRequest {
  /** Tip first, each followed by its parent, as far as the store contains them; an empty list gives an empty conversation. */
  readonly chain: readonly ChainLink[]
  readonly stop: Stop
  /** Undefined: the format of the chain. */
  readonly format: string | undefined
  readonly formats: FormatRegistry
  readonly read: (link: ChainLink) => Promise<Uint8Array>
  /** Called after each artifact and awaited, so that other tasks run and a cancellation takes effect. */
  readonly pause?: () => Promise<void>
  /** Receives the bytes of the conversation while it is rebuilt. */
  readonly write: Write
}

interface Piece {
  readonly format: string
  readonly bytes: Uint8Array
}

/**
 * Some thirty or more small artifacts share an entry of a pack. Reading this many in advance keeps several processors busy with
 * decompression.
 */
const readAhead = 128

/** Artifacts in order; some are read before they are needed. */
async function* artifactsOf(links: readonly ChainLink[], read: MaterialiseRequest['read']): AsyncGenerator<Piece> {
  const reading: Promise<Uint8Array>[] = []
  const begin = (index: number): void => {
    const link = links[index]
    if (link === undefined) return
    const bytes = read(link)
    // The loop awaits this promise later; until then a failure must not count as an unhandled rejection.
    bytes.catch(() => undefined)
    reading.push(bytes)
  }
  for (let index = 0; index < Math.min(readAhead, links.length); index++) begin(index)
  for (const [index, link] of links.entries()) {
    begin(index + readAhead)
    const bytes = await reading.shift()
    if (bytes !== undefined) yield { format: link.format, bytes }
  }
}

/** The stored format: that of the newest commit whose format is known. */
const formatOfChain = (chain: readonly ChainLink[], formats: FormatRegistry): string | undefined =>
  (chain.find(({ format }) => formats.find(format) !== undefined) ?? chain[0])?.format

const isUtf8 = (bytes: Uint8Array): boolean => Buffer.from(Buffer.from(bytes).toString('utf8')).equals(bytes)

/** Bytes of an unknown format: unchanged where events carry bytes, elsewhere as JSON that names the format. */
const rawEvent = ({ format, bytes }: Piece, target: ChainFormat): ChainEvent => {
  const text = isUtf8(bytes) ? { text: Buffer.from(bytes).toString('utf8') } : { base64: Buffer.from(bytes).toString('base64') }
  const raw = target.id === 'events-v1' ? Uint8Array.from(bytes) : Uint8Array.from(Buffer.from(JSON.stringify({ format, ...text })))
  return { type: 'output', timestamp: null, payload: { raw } }
}

/** Brings pieces of any format into one. */
class Translator {
  readonly losses = new Losses()
  readonly #target: ChainFormat
  readonly #formats: FormatRegistry
  readonly #joiner: Joiner
  #translated = 0
  #raw = 0

  constructor(target: ChainFormat, formats: FormatRegistry, write: Write) {
    this.#target = target
    this.#formats = formats
    this.#joiner = target.joiner(write)
  }

  add(piece: Piece): void {
    if (piece.format === this.#target.id) this.#joiner.add(piece.bytes)
    else this.#translate(piece)
  }

  #translate(piece: Piece): void {
    this.#translated += 1
    const source = this.#formats.find(piece.format)
    if (source === undefined) this.#addRaw(piece)
    else {
      const { events, lost, rendered } = source.readEvents(piece.bytes)
      this.losses.addAll(lost)
      this.losses.rendered += rendered
      this.#joiner.addEvents(events)
    }
  }

  #addRaw(piece: Piece): void {
    this.#raw += 1
    this.losses.add(`meaning of a delta of the format “${piece.format}”`, 'the format is unknown; its bytes are unchanged')
    this.#joiner.addEvents([rawEvent(piece, this.#target)])
  }

  end(): Pick<Materialised, 'tier' | 'lost' | 'messageCount'> {
    const { count, lost, rendered } = this.#joiner.end()
    this.losses.addAll(lost)
    return { tier: this.#tierOf(rendered), lost: this.losses.list(), messageCount: count }
  }

  #tierOf(rendered: number): Tier {
    if (this.#raw > 0) return 'raw'
    if (this.#translated === 0) return 'native'
    return this.losses.rendered + rendered > 0 ? 'rendered' : 'field'
  }
}

/** A chain of unknown formats: its bytes one after the other, in spite of the requested format. */
const joinedRaw = async (links: readonly ChainLink[], format: string, asked: string | undefined, request: MaterialiseRequest) => {
  for await (const { bytes } of artifactsOf(links, request.read)) request.write(bytes)
  const losses = new Losses()
  if (asked !== undefined && asked !== format)
    losses.add(`form of the format “${asked}”`, `the format “${format}” of the chain is unknown; its bytes are unchanged`)
  const contentType = 'application/octet-stream'
  return { format, contentType, tier: 'raw', messageCount: links.length, lost: losses.list() } as const
}

/** Sum of the recorded token counts of the commits; null: no commit has one. */
const tokensOf = (links: readonly ChainLink[]): number | null => {
  const known = links.flatMap(({ tokenCount }) => tokenCount ?? [])
  return known.length === 0 && links.length > 0 ? null : known.reduce((sum, tokens) => sum + tokens, 0)
}

/** Adds the records that a compaction kept verbatim after its summary, when the compaction begins the conversation. */
const addPreserved = async (
  translator: Translator,
  first: ChainLink,
  { before }: ChosenCommits,
  read: MaterialiseRequest['read'],
): Promise<boolean> => {
  if (first.commitType !== 'compaction' || first.preserved.length === 0) return false
  const { bytes, missing } = await preservedLines([...before].reverse(), first, read)
  if (bytes.length > 0) translator.add({ format: first.format, bytes })
  translator.losses.add('missing: messages kept across the compaction', 'the store does not contain it', missing)
  return missing > 0
}

/** Adds a piece; the error for a delta that cannot be read names its commit. @throws StrataError delta-malformed */
const addOf = (translator: Translator, piece: Piece, link: ChainLink | undefined): void => {
  try {
    translator.add(piece)
  } catch (cause) {
    if (!(cause instanceof StrataError) || cause.code !== 'delta-malformed' || link === undefined) throw cause
    const { commitId } = link
    throw new StrataError('delta-malformed', `${commitId}: ${cause.message}`, { ...cause.data, commitId }, cause)
  }
}

/** @throws StrataError not-found when the chain does not reach the stop */
const checkWhole = ({ brokenAt }: ChosenCommits): void => {
  if (brokenAt === undefined) return
  const { commitId, parentId } = brokenAt
  throw new StrataError('not-found', `The store does not contain ${String(parentId)}, the parent of ${commitId}`, {
    commit: commitId,
    parent: parentId ?? '',
  })
}

/** @throws StrataError not-found, delta-malformed, invalid-input, and any error of `read` */
export const materialise = async (request: MaterialiseRequest): Promise<Materialised> => {
  const { chain, formats, read } = request
  const chosen = chooseCommits(chain, chain.length === 0 ? { kind: 'root' } : request.stop)
  checkWhole(chosen)
  const links = chosen.path
  const stored = formatOfChain([...links].reverse(), formats) ?? 'events-v1'
  const about = { commits: links.map(({ commitId }) => commitId), tokenCount: tokensOf(links) }
  if (formats.find(stored) === undefined)
    return { ...(await joinedRaw(links, stored, request.format, request)), ...about, isPartial: false }
  const target = formats.get(request.format ?? stored)
  const translator = new Translator(target, formats, request.write)
  let isPartial = false
  let index = 0
  for await (const piece of artifactsOf(links, read)) {
    const link = links[index]
    addOf(translator, piece, link)
    if (index === 0 && link !== undefined) isPartial = await addPreserved(translator, link, chosen, read)
    index += 1
    await request.pause?.()
  }
  return { ...translator.end(), ...about, format: target.id, contentType: target.contentType, isPartial }
}

const newline = 0x0a

/** Lines that may hold one of the uuids, with their line end: the rest is not parsed. */
function* linesIn(bytes: Uint8Array): Generator<Buffer> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let from = 0; from < all.length;) {
    const found = all.indexOf(newline, from)
    const end = found === -1 ? all.length : found + 1
    yield all.subarray(from, end)
    from = end
  }
}

const uuidOf = (part: Uint8Array): string | undefined => {
  const uuid = recordsInLine(part, textOf)[0]?.json['uuid']
  return typeof uuid === 'string' ? uuid : undefined
}

const ended = (line: Buffer): Buffer => (line.at(-1) === newline ? line : Buffer.concat([line, Buffer.of(newline)]))

/**
 * The lines that a compaction kept, in its order, and how many there are not.
 * @param before the commits before the compaction, newest first.
 */
const preservedLines = async (
  before: readonly ChainLink[],
  { format, preserved: uuids }: Pick<ChainLink, 'format' | 'preserved'>,
  read: (link: ChainLink) => Promise<Uint8Array>,
): Promise<{ readonly bytes: Buffer; readonly missing: number }> => {
  const wanted = new Set(uuids)
  const found = new Map<string, Buffer>()
  for (const link of before) {
    if (found.size === wanted.size) break
    if (link.format !== format) continue
    for (const line of linesIn(await read(link))) {
      const parts = [...wanted].some((one) => line.includes(one)) ? partsOf(line) : []
      for (const part of parts) {
        const uuid = uuidOf(part)
        if (uuid !== undefined && wanted.has(uuid) && !found.has(uuid)) found.set(uuid, ended(Buffer.from(part)))
      }
    }
  }
  const lines = [...wanted].flatMap((uuid) => found.get(uuid) ?? [])
  return { bytes: Buffer.concat(lines), missing: wanted.size - lines.length }
}

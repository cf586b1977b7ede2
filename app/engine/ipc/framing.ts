/** Messages between the owner of a store and its guests: a length, JSON text, and the bytes that do not fit into JSON. */

/** The longest JSON text of a message, bytes: a JavaScript string holds no more. */
const maxText = 500_000_000
/** The most bytes beside it. */
const maxBytes = 2_000_000_000

type Path = readonly (string | number)[]

interface Frame {
  readonly message: unknown
  /** Where in the message the bytes belong that follow it, in their order. */
  readonly attached: readonly { readonly at: Path; readonly bytes: number }[]
}

/** The value without its bytes, which are collected. */
const detached = (value: unknown, at: Path, found: { readonly at: Path; readonly content: Uint8Array }[]): unknown => {
  if (value instanceof Uint8Array) {
    found.push({ at, content: value })
    return null
  }
  if (Array.isArray(value)) return value.map((item, index) => detached(item, [...at, index], found))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, detached(item, [...at, key], found)]))
}

/** The bytes of a message, in pieces. */
export const encodeFrame = (message: unknown): readonly Uint8Array[] => {
  const found: { readonly at: Path; readonly content: Uint8Array }[] = []
  const frame: Frame = {
    message: detached(message, [], found),
    attached: found.map(({ at, content }) => ({ at, bytes: content.length })),
  }
  const text = Buffer.from(JSON.stringify(frame), 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return [length, text, ...found.map(({ content }) => content)]
}

/** The source ended in the middle of a message: its sender has ended. */
export class CutShort extends RangeError {
  constructor() {
    super('the message is cut short')
  }
}

/** Received bytes, read in the lengths that the caller wants. */
class ByteQueue {
  readonly #source: AsyncIterator<Uint8Array>
  #chunks: Uint8Array[] = []
  #length = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Undefined: there is nothing more. @throws CutShort when there is something, but too little */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.#length < length) {
      const next = await this.#source.next()
      if (next.done === true) {
        if (this.#length === 0) return undefined
        throw new CutShort()
      }
      this.#chunks.push(next.value)
      this.#length += next.value.length
    }
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [all.subarray(length)]
    this.#length -= length
    return all.subarray(0, length)
  }

  async need(length: number): Promise<Buffer> {
    const bytes = await this.take(length)
    if (bytes === undefined && length > 0) throw new CutShort()
    return bytes ?? Buffer.alloc(0)
  }
}

const holderAt = (root: Record<string | number, unknown>, at: Path): Record<string | number, unknown> => {
  let holder = root
  for (const step of at) {
    const next: unknown = Object.hasOwn(holder, step) ? holder[step] : undefined
    if (typeof next !== 'object' || next === null) throw new RangeError('the message has no place for its bytes')
    holder = next as Record<string | number, unknown>
  }
  return holder
}

const readFrame = async (queue: ByteQueue, textLength: number): Promise<unknown> => {
  const frame = JSON.parse((await queue.need(textLength)).toString('utf8')) as Frame
  const root: Record<string | number, unknown> = { message: frame.message }
  let left = maxBytes
  for (const { at, bytes } of frame.attached) {
    left -= bytes
    if (!Number.isSafeInteger(bytes) || bytes < 0 || left < 0) throw new RangeError('the message is too long')
    const path: Path = ['message', ...at]
    const last = path.at(-1) ?? 'message'
    const holder = holderAt(root, path.slice(0, -1))
    if (!Object.hasOwn(holder, last)) throw new RangeError('the message has no place for its bytes')
    holder[last] = await queue.need(bytes)
  }
  return root['message']
}

/** Every message that comes, until the source ends. Throws on bytes that are no message, and when the source fails. */
export async function* readFrames(source: AsyncIterable<Uint8Array>, maxTextLength = maxText): AsyncGenerator {
  const queue = new ByteQueue(source)
  for (let head = await queue.take(4); head !== undefined; head = await queue.take(4)) {
    const length = head.readUInt32BE()
    if (length > maxTextLength) throw new RangeError(`a message of ${length} bytes is too long`)
    yield await readFrame(queue, length)
  }
}

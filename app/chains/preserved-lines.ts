/** Finds the messages that a client kept word for word across a compaction: they stand before it, in the commits that it replaced. */
import type { ChainLink } from './choose-commits.ts'
import { partsOf } from './formats/claude-code-v1/line-place.ts'
import { textOf } from './formats/json-text.ts'
import { recordsInLine } from '../model/records-in-line.ts'

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
 * The lines of these uuids in the order of the uuids, and how many there are not.
 * @param before the commits before the compaction, newest first.
 */
export const preservedLines = async (
  before: readonly ChainLink[],
  uuids: readonly string[],
  read: (link: ChainLink) => Promise<Uint8Array>,
): Promise<{ readonly bytes: Buffer; readonly missing: number }> => {
  const wanted = new Set(uuids)
  const found = new Map<string, Buffer>()
  for (const link of before) {
    if (found.size === wanted.size) break
    if (link.format !== 'claude-code-v1') continue
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

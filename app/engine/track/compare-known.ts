/** Compares a file on disk with its known version. */
import { filePayload } from '../../model/objects/object-payload.ts'
import { textIn } from '../file-systems/disk-text.ts'
import { contentHash } from '../../files/object-hash.ts'
import type { FileBytes } from './look-at-file.ts'

export interface Known {
  readonly path: string
  readonly isThere: boolean
  readonly sourceHash: string | null
  readonly contentHash: string | null
  readonly by: string
}

const shownBy: ReadonlySet<string> = new Set(['read', 'mention'])

/** Whether a file equals its known version: its bytes, else its text. */
export const isAsKnown = ({ sourceHash, content }: FileBytes, known: Known): boolean => {
  if (!known.isThere) return false
  if (known.sourceHash !== null) return known.sourceHash === sourceHash
  const shown = content === undefined ? undefined : textIn(content)
  return shown !== undefined && known.contentHash === contentHash(filePayload(known.path, shown))
}

/** Clients that show a file do not say whether it ends with a line feed. */
export const isAsShown = ({ content }: FileBytes, { path, by, contentHash: known }: Known): boolean => {
  const text = content === undefined || !shownBy.has(by) ? undefined : textIn(content)
  return text?.endsWith('\n') === true && known === contentHash(filePayload(path, text.slice(0, -1)))
}

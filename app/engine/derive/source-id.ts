/** Names of sources. */
import { hashBytes } from '../../store/files/content-hash.ts'
import type { KeptRole } from './derive-task.ts'

const earlierEnding = /\.earlier-[0-9a-f]{8}$/

/** Path of the file that a source is, or was, a version of. */
export const pathOfFile = ({ role, path }: { readonly role: KeptRole; readonly path: string }): string =>
  role === 'earlier' ? path.replace(earlierEnding, '') : path

/** Stable name of a source in this store. */
export const sourceIdOf = (path: string): string => `src-${hashBytes(path).slice(0, 16)}`

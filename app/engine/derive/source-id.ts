/** Names of sources. */
import { hashBytes } from '../../store/content-hash.ts'

/** Stable name of a source in this store. */
export const sourceIdOf = (path: string): string => `src-${hashBytes(path).slice(0, 16)}`

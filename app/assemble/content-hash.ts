/** Versions of texts: readers of a context see whether a part of it changed. */
import { createHash } from 'node:crypto'

/** The first 16 digits of the SHA-256. */
export const contentHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

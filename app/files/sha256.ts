/** SHA-256 as objects and file systems are named by it. */
import { createHash } from 'node:crypto'

/** 64 hex digits; of a text, of its UTF-8 bytes. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

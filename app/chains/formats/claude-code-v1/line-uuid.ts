/** Ids for lines without one, computed from the preceding lines and their content: the same events always give the same lines. */
import { createHash } from 'node:crypto'

const hexOf = (parts: readonly string[]): string => createHash('sha256').update(parts.join('\0')).digest('hex')

/** A UUID of version 8: what it is made of is our own. */
export const lineUuid = (...parts: readonly string[]): string => {
  const hex = hexOf(parts)
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3] ?? '8'
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** An id such as the model's service gives. */
export const madeId = (prefix: string, ...parts: readonly string[]): string => `${prefix}_${hexOf(parts).slice(0, 24)}`

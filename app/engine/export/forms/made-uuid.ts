/** Uuids for lines that an export adds: the same export under the same session id gives the same ones. */
import { createHash } from 'node:crypto'

/** @param place what the line is for, different for every line of the session. */
export const madeUuid = (sessionId: string, place: string): string => {
  const hex = createHash('sha256').update(`${sessionId}\0${place}`).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

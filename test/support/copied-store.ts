/** A copy of a store that was made before: what a test writes to it, no other test sees. */
import { cpSync } from 'node:fs'
import path from 'node:path'
import { tempDir } from './temp-dir.ts'

export const copyOf = (store: string): string => {
  const copy = path.join(tempDir(), 'store')
  cpSync(store, copy, { recursive: true })
  return copy
}

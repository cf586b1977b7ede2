/** A seal beside the file of the index says what its bytes were when it was last written: a file that was changed since is not opened. */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

export const sealOf = (path: string): string => `${path}-seal`

interface Seal {
  readonly size: string
  readonly changedNs: string
  readonly sha256: string
}

type Stat = Pick<Seal, 'size' | 'changedNs'>

const statOf = (path: string): Stat | undefined => {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? undefined : { size: String(stat.size), changedNs: `${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}` }
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

const readSeal = (path: string): Partial<Seal> | undefined => {
  try {
    return JSON.parse(readFileSync(sealOf(path), 'utf8')) as Partial<Seal>
  } catch {
    return undefined
  }
}

/** When the file is about to be written. */
export const breakSeal = (path: string): void => rmSync(sealOf(path), { force: true })

/** When everything is in the file, and nothing is being written. */
export const seal = (path: string): void => {
  const stat = statOf(path)
  if (stat === undefined) return
  const own: Seal = { ...stat, sha256: hashOf(path) }
  const after = statOf(path)
  if (after?.changedNs !== stat.changedNs) return
  writeFileSync(`${sealOf(path)}.new`, JSON.stringify(own), { mode: 0o600 })
  renameSync(`${sealOf(path)}.new`, sealOf(path))
}

/** Whether the file has the bytes that were written. A copy has them too. */
export const isSealed = (path: string): boolean => {
  const own = readSeal(path)
  const stat = statOf(path)
  if (own === undefined || stat === undefined || own.size !== stat.size) return false
  return own.changedNs === stat.changedNs || own.sha256 === hashOf(path)
}

/** Whether the file has other bytes than Strata wrote. False when writing was interrupted, because no seal exists then. */
export const isChanged = (path: string): boolean => readSeal(path) !== undefined && !isSealed(path)

/** Writes an export to disk: a file that appears whole, readable by its owner alone; one that is there is replaced only when that was asked for. */
import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StrataError } from '../../model/failure.ts'
import { diskFull, isFull } from '../../store/files/disk-full.ts'
import { makeFolder } from '../../store/files/make-folder.ts'
import { systemCode } from '../../model/system-code.ts'

const write = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Where no link can be made, the file is written in its place. */
const noLinks: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']

const place = async (whole: string, path: string, bytes: Uint8Array): Promise<void> => {
  try {
    await link(whole, path)
  } catch (cause) {
    if (!noLinks.includes(systemCode(cause))) throw cause
    await write(path, bytes)
  }
}

/** @param replaces what is there is replaced, as a whole or not at all. @throws StrataError target-exists, path-refused, disk-full */
export const writeExport = async (path: string, bytes: Uint8Array, replaces = false): Promise<void> => {
  const whole = join(dirname(path), `.${basename(path).slice(0, 60)}.${randomUUID()}.part`)
  try {
    await makeFolder(dirname(path), 0o700)
    await write(whole, bytes)
    if (replaces) await rename(whole, path)
    else await place(whole, path, bytes)
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST')
      throw new StrataError('target-exists', `${path} exists already; it was left as it is`, { path }, cause)
    if (isFull(cause)) throw diskFull(path, cause)
    throw new StrataError('path-refused', `${path} cannot be written: ${cause instanceof Error ? cause.message : ''}`, { path }, cause)
  } finally {
    await rm(whole, { force: true }).catch(() => undefined)
  }
}

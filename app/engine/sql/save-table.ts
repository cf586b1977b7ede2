/** Writes rows to a file that appears whole where a person said. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, open, rename, rm, stat, link } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { SavedTable } from '../../contract/sql.ts'
import { StrataError, systemCode } from '../../model/failure.ts'
import type { TableFormat } from '../../model/sql-rows.ts'
import { diskFull, isFull } from '../../store/files/disk-full.ts'
import { makeFolder } from '../../store/files/make-folder.ts'

export interface TableTarget {
  readonly path: string
  readonly format: TableFormat
  readonly replace: boolean
}

/** @throws StrataError path-refused, target-exists: before anything is computed */
export const checkTarget = async ({ path, replace }: Pick<TableTarget, 'path' | 'replace'>): Promise<void> => {
  if (!isAbsolute(path)) throw new StrataError('path-refused', `${path} is not an absolute path`, { path })
  // A parent that is a file has no folder in it.
  await makeFolder(dirname(path)).catch((cause: unknown) => {
    throw new StrataError('path-refused', `${dirname(path)} is not a folder with write permission`, { path }, cause)
  })
  const there = await stat(path).catch(() => undefined)
  if (there === undefined) return
  if (there.isDirectory()) throw new StrataError('path-refused', `${path} is a folder`, { path })
  if (!replace) throw new StrataError('target-exists', `${path} exists already and was not changed`, { path, option: 'replaceFile' })
}

const synced = async (path: string): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Beside the target first, so that it takes its place in one step.
 * @throws StrataError target-exists, disk-full, path-refused
 */
export const placeFile = async (made: string, { path, replace }: Pick<TableTarget, 'path' | 'replace'>): Promise<void> => {
  const runParallel = join(dirname(path), `.${basename(path).slice(0, 60)}.${randomUUID()}.part`)
  try {
    await copyFile(made, runParallel, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await synced(runParallel)
    await (replace ? rename(runParallel, path) : link(runParallel, path))
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST')
      throw new StrataError('target-exists', `${path} exists already and was not changed`, { path, option: 'replaceFile' }, cause)
    if (isFull(cause)) throw diskFull(path, cause)
    throw new StrataError('path-refused', `Cannot write ${path}: ${cause instanceof Error ? cause.message : ''}`, { path }, cause)
  } finally {
    await rm(runParallel, { force: true }).catch(() => undefined)
  }
}

/**
 * @param write makes a file of the rows and passes it, with their number, to the given function
 * @throws StrataError path-refused, target-exists, disk-full; every error of `write`. Then there is no new file
 */
export const saveTable = async (
  target: TableTarget,
  write: (place: (made: string, rows: number) => Promise<SavedTable>) => Promise<SavedTable>,
): Promise<SavedTable> => {
  await checkTarget(target)
  return write(async (made, rows) => {
    const { size: bytes } = await stat(made)
    await placeFile(made, target)
    return { path: target.path, rows, bytes }
  })
}

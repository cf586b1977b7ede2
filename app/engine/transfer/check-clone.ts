/** Checks before a clone: the source store exists, and the target folder is empty. */
import { readdir } from 'node:fs/promises'
import { StrataError } from '../../model/failure.ts'
import { storeExists } from '../../store/open-store.ts'

/** @throws StrataError store-missing, target-exists */
export const checkClone = async (from: string, dir: string): Promise<void> => {
  if (!(await storeExists(from))) throw new StrataError('store-missing', `No store at ${from}`, { path: from })
  const names = await readdir(dir).catch(() => [])
  if (names.length > 0)
    throw new StrataError('target-exists', `${dir} is not empty: to add to an existing store, use strata fetch`, { path: dir })
}

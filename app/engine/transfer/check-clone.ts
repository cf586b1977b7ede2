/** What has to be so before a store is cloned: there is one, and nothing where it goes. */
import { readdir } from 'node:fs/promises'
import { StrataError } from '../../model/failure.ts'
import { storeExists } from '../../store/open-store.ts'

/** @throws StrataError store-missing, target-exists */
export const checkClone = async (from: string, dir: string): Promise<void> => {
  if (!(await storeExists(from))) throw new StrataError('store-missing', `There is no store at ${from}`, { path: from })
  const names = await readdir(dir).catch(() => [])
  if (names.length > 0) throw new StrataError('target-exists', `${dir} is not empty: fetch into a store that is there`, { path: dir })
}

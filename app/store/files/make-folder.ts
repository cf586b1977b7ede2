/** Makes folders one by one: the system's recursive call never ends where the system itself keeps a folder. */
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from '../../model/failure.ts'

const makeOne = async (path: string, mode: number | undefined): Promise<void> => {
  try {
    await mkdir(path, { mode })
  } catch (thrown) {
    if (systemCode(thrown) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw thrown
  }
}

/**
 * Makes a folder and those above it; an existing folder is unchanged.
 * @param mode rights of the folders that are made
 * @throws the system's error
 */
export const makeFolder = async (path: string, mode?: number): Promise<void> => {
  try {
    await makeOne(path, mode)
  } catch (thrown) {
    const above = dirname(path)
    if (systemCode(thrown) !== 'ENOENT' || above === path) throw thrown
    await makeFolder(above, mode)
    await makeOne(path, mode)
  }
}

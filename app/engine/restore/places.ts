/** Whether a file may be written where it was when it was imported. */
import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { systemReason } from '../../model/failure.ts'
import type { KnownSource } from '../import/plan-import.ts'

/** The deepest folder of a path that exists, and what it really is. @throws the system's error */
const existingFolder = async (path: string): Promise<{ readonly named: string; readonly real: string }> => {
  for (let at = dirname(path); ; at = dirname(at)) {
    const real = await realpath(at).catch((thrown: unknown) => {
      if (systemReason(thrown) === 'ENOENT') return undefined
      throw thrown
    })
    if (real !== undefined) return { named: at, real }
  }
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isDirectory() === true

/**
 * Only below the folder that was imported, which says where the client kept it: a path from another machine, or one that leads elsewhere
 * now, is none.
 * @returns why not; undefined: it may
 */
export const whyNotInPlace = async ({ path, file, root }: Pick<KnownSource, 'path' | 'file' | 'root'>): Promise<string | undefined> => {
  const config = dirname(root)
  if (!isAbsolute(path) || resolve(path) !== path) return 'its path is not one of this machine'
  if (root === '' || join(config, ...file.split('/')) !== path) return 'its path is not below the folder that was imported'
  if (!(await isFolder(config))) return `the folder ${config} does not exist on this machine`
  try {
    const { named, real } = await existingFolder(path)
    return named === real ? undefined : `${named} leads to ${real} now`
  } catch (thrown) {
    return `its folder cannot be read: ${systemReason(thrown)}`
  }
}

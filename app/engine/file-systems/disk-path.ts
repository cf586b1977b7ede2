/** Where a file of a transcript is on this machine. */
import { isAbsolute, relative, sep } from 'node:path'
import type { EngineContext } from '../kernel/engine-context.ts'
import { openFileSystems, settledMachine } from './file-systems.ts'

export interface DiskPaths {
  /** @param root that its transcript was imported from @returns undefined: the path is on another machine, or not absolute */
  of(sessionId: string, root: string, path: string): string | undefined
}

/** Whether a path is a folder or lies below it, without following links. */
export const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const isOfThisSystem = (path: string): boolean => (process.platform === 'win32' ? !path.startsWith('/') : path.startsWith('/'))

export const diskPaths = async (context: EngineContext): Promise<DiskPaths> => {
  const [fileSystems, machine] = [await openFileSystems(context), await settledMachine(context)]
  return {
    of: (sessionId, root, path) => {
      const resolved = fileSystems.resolve(sessionId, root, path)
      return resolved?.filesystemId === machine && isOfThisSystem(resolved.path) ? resolved.path : undefined
    },
  }
}

/** Where a file of a transcript is on this machine. */
import type { EngineContext } from '../../kernel/engine-context.ts'
import { openFileSystems, settledMachine } from '../../kernel/file-systems.ts'

export interface DiskPaths {
  /** @param root that its transcript was imported from @returns undefined: the path is on another machine, or not absolute */
  of(sessionId: string, root: string, path: string): string | undefined
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

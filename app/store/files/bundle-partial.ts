/** Temporary names of bundles that are being written, and removal of what a killed program left under such names. */
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../model/failure.ts'
import { removeFile } from './store-folder.ts'

const thisHost = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** The name says which process of which machine writes the file. */
export const bundlePartial = (path: string): string => `${path}.partial-${thisHost}-${process.pid}-${randomUUID().slice(0, 8)}`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return systemCode(thrown) !== 'ESRCH'
  }
}

/** Removes partial files of this bundle whose process, on this machine, has ended; all others stay. */
export const removeBundlePartials = async (path: string): Promise<void> => {
  const beginning = `${basename(path)}.partial-${thisHost}-`
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names) {
    const pid = name.startsWith(beginning) ? /^(\d+)-[0-9a-f]{8}$/.exec(name.slice(beginning.length))?.[1] : undefined
    if (pid !== undefined && !isAlive(Number(pid))) await removeFile(join(dirname(path), name))
  }
}

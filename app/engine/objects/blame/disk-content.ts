/** The file on disk whose lines are blamed. */
import { StrataError } from '../../../model/failure.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { diskPaths } from '../disk/disk-path.ts'
import { readText } from '../disk/disk-text.ts'
import { sessionsOfFile } from '../find-file.ts'

/** More than any file that agents edit. */
const mostBytes = 64 * 1024 * 1024

/**
 * @param disk where it may be; when no file exists there, and when it is undefined: where the path of the transcripts is on this machine
 * @throws StrataError path-unreadable
 */
export const diskContent = async (context: EngineContext, path: string, disk: string | undefined): Promise<string> => {
  const first = disk === undefined ? undefined : await readText(disk, mostBytes)
  if (first !== undefined && 'text' in first) return first.text
  const [session = ''] = await sessionsOfFile(context.store.database, path)
  const found = (await diskPaths(context)).of(session, path)
  if (found === undefined)
    throw new StrataError('path-unreadable', `${path} is not on this machine: its transcript is from another file system`, { path })
  const read = first === undefined || first.without === 'absent' ? await readText(found, mostBytes) : first
  if ('text' in read) return read.text
  throw new StrataError('path-unreadable', `Cannot read ${found}: ${read.reason}`, { path: found })
}

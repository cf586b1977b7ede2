/** Reads a file with tasks. */
import { readFileSync, statSync } from 'node:fs'
import { readTasks, type TasksRead } from '../../evaluate/task.ts'
import { StrataError } from '../../model/failure.ts'

const maxBytes = 256 * 1024 * 1024

/** @throws StrataError path-unreadable, invalid-input */
export const readTaskFile = (path: string): TasksRead => {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isFile() !== true) throw new StrataError('path-unreadable', `There is no file ${path}`, { path })
  if (stat.size > maxBytes) throw new StrataError('invalid-input', `${path} is larger than 256 MB: give fewer tasks`, { path })
  return readTasks(readFileSync(path, 'utf8'))
}

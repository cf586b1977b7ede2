/** The branch of a working directory, from the files of Git alone. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** The folder of Git for a working directory; in a worktree a file names it. */
const gitFolder = (folder: string): string | undefined => {
  const own = join(folder, '.git')
  if (isFolder(own)) return own
  const named = /^gitdir: (.+)$/m.exec(read(own) ?? '')?.[1]
  if (named !== undefined) return resolve(folder, named)
  const above = dirname(folder)
  return above === folder ? undefined : gitFolder(above)
}

/** Undefined: it is in no repository, or on no branch. */
export const branchOf = (folder: string): string | undefined => {
  const git = gitFolder(resolve(folder))
  return git === undefined ? undefined : /^ref: refs\/heads\/(.+)$/.exec(read(join(git, 'HEAD')) ?? '')?.[1]
}

/** Where the files of a project's memory are. */
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

export const folderName = '.agent-context'

export interface ProjectFiles {
  /** Folder of the project. */
  readonly root: string
  readonly folder: string
  readonly events: string
  readonly graph: string
  readonly config: string
  readonly attributes: string
  readonly claudeMd: string
  /** What belongs to this machine alone: it is not committed. */
  readonly local: string
}

export const filesOf = (root: string): ProjectFiles => {
  const folder = join(root, folderName)
  return {
    root,
    folder,
    events: join(folder, 'events.jsonl'),
    graph: join(folder, 'graph.json'),
    config: join(folder, 'config.json'),
    attributes: join(folder, '.gitattributes'),
    claudeMd: join(root, 'CLAUDE.md'),
    local: join(folder, '.local'),
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Without links, as the client names folders; a folder that does not exist stays as it is given. */
export const realFolder = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** A file without links in its folder; the file itself may not exist yet. */
export const realFile = (path: string): string => join(realFolder(dirname(path)), basename(path))

/** This folder and those above it. */
function* upward(from: string): Generator<string> {
  for (let at = resolve(from); ; at = dirname(at)) {
    yield at
    if (dirname(at) === at) return
  }
}

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/** A link to something outside of a folder, or to nothing. */
export const leadsOut = (path: string, root: string): boolean => {
  if (!isLink(path)) return false
  try {
    return !realpathSync(path).startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
  } catch {
    return true
  }
}

/** Whether files of a memory are links by which a cloned repository would have other files written or removed. */
export const hasForeignLinks = ({ root, folder, events, graph, config, attributes, local }: ProjectFiles): boolean =>
  [local, ...['sessions', 'once', 'locks', 'hooks.log', '.gitignore'].map((name) => join(local, name))].some(isLink) ||
  [folder, events, graph, config, attributes].some((path) => leadsOut(path, root))

/** The nearest folder with a memory, in the repository of a folder; undefined: there is none. */
export const findProject = (from: string): ProjectFiles | undefined => {
  for (const folder of upward(realFolder(from))) {
    if (isFolder(join(folder, folderName))) return hasForeignLinks(filesOf(folder)) ? undefined : filesOf(folder)
    if (existsSync(join(folder, '.git'))) return undefined
  }
  return undefined
}

/** The folder that a new memory is for: that of the repository, else the folder itself. */
export const projectRoot = (from: string): string => {
  const start = realFolder(from)
  for (const folder of upward(start)) if (existsSync(join(folder, '.git'))) return folder
  return start
}

/**
 * The project of a session: that of the folder in which the client works at the moment, or in which the session began.
 * @param prefers where the session began counts first
 */
export const clientProject = (env: Environment, cwd: string | undefined, prefers: 'now' | 'start'): ProjectFiles | undefined => {
  const [now, start] = [cwd ?? process.cwd(), env['CLAUDE_PROJECT_DIR'] ?? '']
  const folders = prefers === 'now' ? [now, start] : [start, now]
  for (const folder of folders) {
    const found = folder === '' ? undefined : findProject(folder)
    if (found !== undefined) return found
  }
  return undefined
}

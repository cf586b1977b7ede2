/** The folders of one repository, as sessions name them: paths below any of them are those of the repository. */
import { text } from '../../model/columns.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { worktreeFolder } from './fold-checkouts.ts'
import { repositoriesOf, workingFolders } from './repositories.ts'
import sessionFolders from './session-folders.sql?raw'

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)

/** The part of a path below a folder; '': it is the folder. */
const below = (path: string, folder: string): string => path.slice(folder.length).replace(/^\//, '')

/** Checkouts of a repository, and the paths below them. */
export class RepositoryFolders {
  /** The deepest first: a worktree may be in a folder of its repository. */
  readonly #folders: readonly string[]

  constructor(folders: Iterable<string>) {
    this.#folders = [...new Set(folders)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  }

  /** The checkout that a path is in; undefined: it is in none. */
  checkoutOf(path: string): string | undefined {
    const own = plain(path)
    return this.#folders.find((folder) => isIn(own, folder))
  }

  /** From the folder of the checkout on, with forward slashes; undefined: it is in none, or is one. */
  relative(path: string): string | undefined {
    const folder = this.checkoutOf(path)
    const rest = folder === undefined ? '' : below(plain(path), folder)
    return rest === '' ? undefined : rest
  }
}

const shortest = (paths: readonly string[]): string | undefined =>
  paths.reduce<string | undefined>((best, path) => (best === undefined || path.length < best.length ? path : best), undefined)

/** Adds what is joined with a checkout: itself, or a folder in it that the other has too. */
const addJoined = (folders: Set<string>, group: readonly string[]): void => {
  for (const folder of folders)
    for (const one of group) {
      if (!isIn(one, folder) || worktreeFolder.test(`${one.slice(folder.length)}/`)) continue
      const inside = below(one, folder)
      for (const other of group) {
        if (inside === '') folders.add(other)
        else if (other.endsWith(`/${inside}`)) folders.add(other.slice(0, -inside.length - 1))
      }
    }
}

/** @param working folders in which sessions worked under Git @param groups checkouts of each repository */
const foldersOfRepository = (folder: string, working: readonly string[], groups: readonly (readonly string[])[]): ReadonlySet<string> => {
  const own = plain(folder)
  const all = working.map(plain)
  const top = shortest(all.filter((one) => isIn(own, one)))
  const folders = new Set(top === undefined ? all.filter((one) => isIn(one, own)) : [top])
  const joined = groups.map((group) => group.map(plain))
  for (let size = -1; size !== folders.size;) {
    size = folders.size
    for (const group of joined) addJoined(folders, group)
  }
  const worktrees = all.filter((one) =>
    [...folders].some((checkout) => isIn(one, checkout) && worktreeFolder.test(one.slice(checkout.length))),
  )
  for (const one of worktrees) if (!worktrees.some((other) => other !== one && isIn(one, other))) folders.add(one)
  return folders
}

/** @param folder undefined: all repositories, and all folders outside Git; a folder in which no session worked is in none */
export const repositoryOf = async (context: EngineContext, folder: string | undefined): Promise<RepositoryFolders> => {
  const working = (await workingFolders(context, 'under Git')).map(({ path }) => path)
  const groups = (await repositoriesOf(context)).repositories.map((places) => places.map(({ path }) => path))
  if (folder !== undefined) return new RepositoryFolders(foldersOfRepository(folder, working, groups))
  const all = new Set(working.flatMap((start) => [...foldersOfRepository(start, working, groups)]))
  const underGit = new RepositoryFolders(all)
  const outside = (await workingFolders(context)).map(({ path }) => plain(path)).filter((path) => underGit.checkoutOf(path) === undefined)
  return new RepositoryFolders([...all, ...outside])
}

const folderColumns = { sessionId: text('session_id'), cwd: text('cwd') } as const

/** Sessions that worked in a repository. */
export const sessionsIn = async ({ store }: EngineContext, repository: RepositoryFolders): Promise<readonly string[]> => {
  const rows = await store.database.query(sessionFolders, folderColumns)
  return [...new Set(rows.filter(({ cwd }) => repository.checkoutOf(cwd) !== undefined).map(({ sessionId }) => sessionId))]
}

/** Sessions that worked in this folder itself, not in one below it. */
const sessionsInFolder = async ({ store }: EngineContext, folder: string): Promise<readonly string[]> => {
  const rows = await store.database.query(sessionFolders, folderColumns)
  return [...new Set(rows.filter(({ cwd }) => plain(cwd) === plain(folder)).map(({ sessionId }) => sessionId))]
}

export interface FolderHistory {
  readonly repository: RepositoryFolders
  readonly sessions: readonly string[]
}

/**
 * The sessions of the repository that a folder is in. A folder outside Git has its own sessions: those in repositories below it are not
 * about one thing. They are meant only where no session worked in the folder itself. @param folder undefined: all repositories and folders
 */
export const historyOf = async (context: EngineContext, folder: string | undefined): Promise<FolderHistory> => {
  const repository = await repositoryOf(context, folder)
  if (folder !== undefined && repository.checkoutOf(folder) === undefined) {
    const sessions = await sessionsInFolder(context, folder)
    if (sessions.length > 0) return { repository: new RepositoryFolders([plain(folder)]), sessions }
  }
  return { repository, sessions: await sessionsIn(context, repository) }
}

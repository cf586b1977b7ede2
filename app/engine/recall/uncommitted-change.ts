/** The folders that a question can be about, and the sessions behind what is not committed in one of them. */
import { stat } from 'node:fs/promises'
import { toolsOf } from '../../../importer/agents.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { HistoryPlace, SessionBehind, UncommittedChange } from '../../contract/recall.ts'
import { instant, optional, text } from '../../model/columns.ts'
import { groupBy } from '../../model/group-by.ts'
import { changerKinds } from '../../model/tool-kind.ts'
import { diskPaths } from '../file-systems/disk-path.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import changesBelow from './changes-below.sql?raw'
import { gitStatus, type GitStatus } from './git-status.ts'
import historyFolders from './history-folders.sql?raw'

const folderColumns = {
  sessionId: text('session_id'),
  root: text('root'),
  cwd: text('cwd'),
  lastAt: optional(instant('last_at')),
} as const

/** Newest folders that are offered, and looked for on this machine. */
const maxPlaces = 50
/** Files that an answer names. */
const maxFiles = 200
/** Newest calls that are looked at. */
const maxCalls = 20_000

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')
const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)

/** A share of another computer is not looked at: that would send it who is asking. */
const isFolder = async (path: string): Promise<boolean> =>
  !/^[\\/]{2}/.test(path) &&
  (await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  ))

interface Working {
  readonly sessionId: string
  readonly folder: string
  /** On this machine; undefined: it is on another one. */
  readonly disk: string | undefined
  readonly lastAt: number | null
}

const workingFolders = async (context: EngineContext): Promise<readonly Working[]> => {
  const disk = await diskPaths(context)
  return (await context.store.database.query(historyFolders, folderColumns)).map(({ sessionId, root, cwd, lastAt }) => ({
    sessionId,
    folder: plain(cwd),
    disk: disk.of(sessionId, root, cwd),
    lastAt,
  }))
}

const latest = (all: readonly Working[]): number | null =>
  all.reduce<number | null>((last, { lastAt }) => (lastAt !== null && (last === null || lastAt > last) ? lastAt : last), null)

/** Folders in which sessions worked under Git, those in them included, the newest first. */
export const historyPlaces = async (context: EngineContext): Promise<readonly HistoryPlace[]> => {
  const working = await workingFolders(context)
  const folders = [...new Set(working.map(({ folder }) => folder))].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const tops: string[] = []
  for (const folder of folders) if (!tops.some((top) => isBelow(folder, top))) tops.push(folder)
  const byTop = groupBy(working, ({ folder }) => tops.find((top) => isBelow(folder, top)) ?? folder)
  const places = [...byTop]
    .map(([folder, own]) => ({
      folder,
      sessions: new Set(own.map(({ sessionId }) => sessionId)).size,
      lastAt: latest(own),
      disk: own.find((one) => one.folder === folder)?.disk,
    }))
    .sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0) || (a.folder < b.folder ? -1 : 1))
    .slice(0, maxPlaces)
  return Promise.all(places.map(async ({ disk, ...place }) => ({ ...place, isHere: disk !== undefined && (await isFolder(disk)) })))
}

const changeColumns = {
  sessionId: text('session_id'),
  title: text('title'),
  path: text('path'),
  lastAt: optional(instant('last_at')),
} as const

/** Whether a call changed a file that Git names, or one in a folder of which it knows no file. */
const named = (files: GitStatus['files']): ((path: string) => boolean) => {
  const whole = new Set(files.map(({ path }) => path))
  const folders = files.flatMap(({ path }) => (path.endsWith('/') ? [path] : []))
  return (path) => whole.has(path) || folders.some((folder) => path.startsWith(folder))
}

const sessionsBehind = async (context: EngineContext, folder: string, { files, headAt }: GitStatus): Promise<readonly SessionBehind[]> => {
  const rows = await context.store.database.query(changesBelow, changeColumns, {
    folder: folder === '/' ? '/' : `${folder}/`,
    tools: [...toolsOf(changerKinds)],
    since: headAt === null ? null : String(headAt),
    most: String(maxCalls),
  })
  const isNamed = named(files)
  const below = rows.map((row) => ({ ...row, path: row.path.slice(folder.length).replace(/^\//, '') })).filter(({ path }) => isNamed(path))
  return [...groupBy(below, ({ sessionId }) => sessionId)]
    .map(([sessionId, own]): SessionBehind => ({
      sessionId,
      title: own[0]?.title ?? sessionId,
      files: own.map(({ path }) => path).sort(),
      lastAt: own.reduce<number | null>((last, { lastAt }) => (lastAt !== null && (last === null || lastAt > last) ? lastAt : last), null),
    }))
    .sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0) || (a.sessionId < b.sessionId ? -1 : 1))
}

const notRead = (folder: string, why: string): UncommittedChange => ({
  folder,
  why,
  branch: null,
  headAt: null,
  files: [],
  others: 0,
  sessions: [],
})

/** The change in a folder in which sessions worked; others are not looked at. */
export const uncommittedChange = async (context: EngineContext, { folder }: CallParsed<'recall.change'>): Promise<UncommittedChange> => {
  const own = plain(folder)
  const known = (await workingFolders(context)).filter((one) => one.folder === own)
  if (known.length === 0) return notRead(folder, 'no session worked in it under Git')
  const disk = known.find((one) => one.disk !== undefined)?.disk
  if (disk === undefined) return notRead(folder, 'it is on another machine')
  if (!(await isFolder(disk))) return notRead(folder, 'it does not exist on this machine')
  const status = await gitStatus(disk)
  if ('why' in status) return notRead(folder, status.why)
  return {
    folder,
    why: null,
    branch: status.branch,
    headAt: status.headAt,
    files: status.files.slice(0, maxFiles),
    others: Math.max(0, status.files.length - maxFiles),
    sessions: status.files.length === 0 ? [] : await sessionsBehind(context, own, status),
  }
}

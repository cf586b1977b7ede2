/** Finds transcript files below the folders a person gives, in every layout Claude Code has used; links are not followed. */
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import type { BigIntStats, Dirent } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Problem } from '../../app/model/problem.ts'
import {
  agentIn,
  backupsNextTo,
  folderOf,
  isSessionId,
  isTranscriptPath,
  roleOf,
  sessionOfAgents,
  sessionOfSide,
  stemOf,
} from './file-layout.ts'
import type { FileRole } from './file-layout.ts'
import { systemReason } from '../../app/model/failure.ts'
import { closeFile, openFile, readLines, type RawLine } from '../read-lines.ts'
import { isInStore, isStoreFolder } from '../store-folder.ts'
import { fields } from '../skim/selection.ts'

export interface TranscriptFile {
  readonly path: string
  /** The imported folder it was found under. */
  readonly root: string
  /** Path relative to the parent of the imported folder, with forward slashes. */
  readonly file: string
  readonly role: FileRole
  /** Session by the file's name or folder; for a flat sub-agent file by its first record; undefined when nothing says. */
  readonly sessionId: string | undefined
  readonly agentId: string | undefined
  /** Name of the folder that holds the session. */
  readonly folder: string
  readonly size: number
  /** Nanoseconds since 1970. */
  readonly modifiedNs: bigint
  /** Change time, nanoseconds since 1970: unlike the other it cannot be set. */
  readonly changedNs: bigint
  /** Number of the file in its file system. */
  readonly inode: bigint
  /** Where the bytes are that were made of a part of another file; absent: at its path. */
  readonly readFrom?: string
}

export interface DiscoveryProblem {
  readonly path: string
  readonly file: string
  readonly problem: Problem
}

export interface Discovery {
  readonly files: readonly TranscriptFile[]
  readonly problems: readonly DiscoveryProblem[]
  /** Folders of Strata stores, which are not searched. */
  readonly stores: readonly string[]
}

const peekBytes = 1 << 16

const maxIdLength = 200
const ownId = fields(() => ({ sessionId: 'whole' }))

/** The first session id in the text of an incomplete record. */
const sessionIdWithin = (text: string): string | undefined => /"sessionId"\s*:\s*"([^"\\]{1,200})"/.exec(text.slice(0, peekBytes))?.[1]

const sessionIdIn = ({ short, bytes }: RawLine): string | undefined => {
  const text = short?.text ?? bytes?.toString('utf8').replace(/^\uFEFF/, '') ?? ''
  try {
    const record = JSON.parse(text) as { readonly sessionId?: unknown } | null
    const sessionId = record?.sessionId
    return typeof sessionId === 'string' && sessionId !== '' && sessionId.length <= maxIdLength ? sessionId : undefined
  } catch {
    return sessionIdWithin(text)
  }
}

/** The sessionId of the first record that has one, among the records that begin in the first 64 KiB; undefined when none has one. */
const peekSessionId = (path: string): string | undefined => {
  const file = openFile(path)
  try {
    for (const line of readLines(file, () => undefined, { selection: ownId, chunkBytes: peekBytes })) {
      const sessionId = sessionIdIn(line)
      if (sessionId !== undefined || line.offset + line.length >= peekBytes) return sessionId
    }
    return undefined
  } finally {
    closeFile(file)
  }
}

/** Session of the transcript beside a note; undefined when the transcript is missing or unreadable, which other code reports. */
const sessionNextTo = (note: string): string | undefined => {
  try {
    return peekSessionId(note.replace(/\.meta\.json$/i, '.jsonl'))
  } catch {
    return undefined
  }
}

const sessionIdOf = (path: string, role: FileRole): string | undefined => {
  if (role === 'side') return sessionOfSide(path)
  if (role !== 'session') return sessionOfAgents(path) ?? (role === 'meta' ? sessionNextTo(path) : peekSessionId(path))
  const stem = stemOf(path)
  if (isSessionId(stem)) return stem
  const sessionId = peekSessionId(path)
  return sessionId !== undefined && isSessionId(sessionId) ? sessionId : stem
}

/** Path relative to the parent of the imported folder, which it lies in, with forward slashes. */
const fileIn = (root: string, path: string): string => {
  const parent = dirname(root)
  const file = path.slice(parent.endsWith(sep) ? parent.length : parent.length + 1)
  return sep === '/' ? file : file.split(sep).join('/')
}

const describe = (path: string, root: string, role: FileRole, stat: BigIntStats): TranscriptFile => ({
  path,
  root,
  file: fileIn(root, path),
  role,
  sessionId: sessionIdOf(path, role),
  agentId: role === 'session' ? undefined : agentIn(basename(path)),
  folder: folderOf(path, role),
  size: Number(stat.size),
  modifiedNs: stat.mtimeNs,
  changedNs: stat.ctimeNs,
  inode: stat.ino,
})

interface Walk {
  readonly root: string
  readonly files: TranscriptFile[]
  readonly problems: DiscoveryProblem[]
  readonly stores: string[]
}

const problemAt = (walk: Walk, path: string, problem: Problem): void => {
  walk.problems.push({ path, file: fileIn(walk.root, path), problem })
}

const refuse = (walk: Walk, path: string, what: string, thrown: unknown): void => {
  // Such a name comes with U+FFFD for what it cannot say, and names nothing.
  const misnamed = basename(path).includes('\ufffd') && systemReason(thrown) === 'ENOENT'
  const reason = misnamed ? 'its name is not UTF-8' : `${what} cannot be read: ${systemReason(thrown)}`
  problemAt(walk, path, { code: misnamed ? 'unreadable-name' : 'unreadable-file', reason })
}

const addFile = (walk: Walk, path: string): void => {
  const role = roleOf(path, walk.root)
  if (role === undefined) return
  try {
    const stat = lstatSync(path, { bigint: true })
    if (stat.isFile()) walk.files.push(describe(path, walk.root, role, stat))
    else problemAt(walk, path, { code: 'not-a-file', reason: 'it is a pipe, a socket or a device' })
  } catch (thrown) {
    refuse(walk, path, 'the file', thrown)
  }
}

const targetOf = (link: string): string | undefined => {
  try {
    return realpathSync(link)
  } catch {
    return undefined
  }
}

/** A link is not followed. Nothing is missed when it points to what is looked at anyway, or to what is no transcript. */
const passLink = (walk: Walk, path: string): void => {
  const target = targetOf(path)
  const isNamed = isTranscriptPath(path)
  if (target === undefined) {
    if (isNamed) problemAt(walk, path, { code: 'not-a-file', reason: 'it is a link without a target' })
  } else if (!`${target}${sep}`.startsWith(walk.root + sep) && (isNamed || isFolder(target)))
    problemAt(walk, path, { code: 'not-a-file', reason: `it is a link to ${target}, and links are not followed` })
}

const addEntry = (walk: Walk, folder: string, entry: Dirent): void => {
  const path = join(folder, entry.name)
  if (entry.isDirectory()) walkFolder(walk, path)
  else if (entry.isSymbolicLink()) passLink(walk, path)
  else addFile(walk, path)
}

const walkFolder = (walk: Walk, folder: string): void => {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (thrown) {
    refuse(walk, folder, 'the folder', thrown)
    return
  }
  if (entries.some(({ name }) => name === 'packs') && isStoreFolder(folder)) walk.stores.push(folder)
  else for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) addEntry(walk, folder, entry)
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** The folder of transcripts for a path: for a configuration folder, its projects folder. */
export const transcriptRoot = (path: string): string => {
  const real = realpathSync(resolve(path))
  const projects = join(real, 'projects')
  return isFolder(projects) ? projects : real
}

const sessionsIn = ({ files }: Walk): readonly string[] =>
  [...new Set(files.flatMap(({ role, sessionId }) => (role === 'session' && sessionId !== undefined ? [sessionId] : [])))].sort()

/** The client's backups of files that the sessions found changed; all there are when the whole `projects` folder is imported. */
const walkBackups = (walk: Walk): void => {
  const folders = backupsNextTo(walk.root)
  if (folders === undefined || !isFolder(folders.backups)) return
  const own: Walk = { ...walk, root: folders.projects, files: [] }
  if (walk.root === folders.projects) walkFolder(own, folders.backups)
  else
    for (const session of sessionsIn(walk)) {
      const folder = join(folders.backups, session)
      if (isFolder(folder)) walkFolder(own, folder)
    }
  walk.files.push(...own.files)
}

/**
 * Finds the transcripts below the given folders or files, each file once.
 * @throws the system's error when a given path itself does not exist.
 */
export const discover = (paths: readonly string[]): Discovery => {
  const found = new Map<string, TranscriptFile>()
  const problems: DiscoveryProblem[] = []
  const stores: string[] = []
  for (const path of paths) {
    const root = transcriptRoot(path)
    const isFile = !isFolder(root)
    const walk: Walk = { root: isFile ? dirname(root) : root, files: [], problems, stores }
    if (isFile && isInStore(root)) stores.push(walk.root)
    else if (isFile) addFile(walk, root)
    else walkFolder(walk, root)
    walkBackups(walk)
    for (const file of walk.files) if (!found.has(file.path)) found.set(file.path, file)
  }
  return { files: [...found.values()], problems, stores: [...new Set(stores)] }
}

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/** The transcripts among the given files of one imported folder; missing files are excluded. */
export const discoverFiles = (paths: readonly string[], root: string): Discovery => {
  const walk: Walk = { root, files: [], problems: [], stores: [] }
  for (const path of paths) {
    if (isLink(path)) passLink(walk, path)
    else if (existsSync(path)) addFile(walk, path)
  }
  return walk
}

export interface ProbedRoot {
  readonly path: string
  readonly origin: string
  readonly exists: boolean
}

/** Places where Claude Code keeps transcripts on this machine, whether they exist or not. */
export const probeRoots = (env: Readonly<Record<string, string | undefined>>): readonly ProbedRoot[] => {
  const candidates: (readonly [string, string])[] = []
  for (const part of (env['CLAUDE_CONFIG_DIR'] ?? '').split(','))
    if (part.trim() !== '') candidates.push([join(part.trim(), 'projects'), 'CLAUDE_CONFIG_DIR'])
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir()
  candidates.push([join(home, '.claude', 'projects'), 'default location'])
  candidates.push([join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'claude', 'projects'), 'XDG_CONFIG_HOME'])
  const seen = new Set<string>()
  return candidates.flatMap(([path, origin]) => {
    if (seen.has(path)) return []
    seen.add(path)
    return [{ path, origin, exists: isFolder(path) }]
  })
}

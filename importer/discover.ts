/** Finds transcript files below the folders a person gives, in every layout that an agent has used; links are not followed. */
import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import type { Dirent } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Agent } from '../app/model/agent.ts'
import { systemReason } from '../app/model/failure.ts'
import type { Problem } from '../app/model/problem.ts'
import type { Discovery, DiscoveryProblem, FileRole, TranscriptFile } from '../app/model/transcript-file.ts'
import { isInStore, isStoreFolder } from './store-folder.ts'

/** Path relative to the parent of the imported folder, which it lies in, with forward slashes. */
const fileIn = (root: string, path: string): string => {
  const parent = dirname(root)
  const file = path.slice(parent.endsWith(sep) ? parent.length : parent.length + 1)
  return sep === '/' ? file : file.split(sep).join('/')
}

/** The agent whose file it is, with the role of the file. */
const claimOf = (agents: readonly Agent[], path: string, root: string): { readonly agent: Agent; readonly role: FileRole } | undefined => {
  for (const agent of agents) {
    const role = agent.files.roleOf(path, root)
    if (role !== undefined) return { agent, role }
  }
  return undefined
}

interface Walk {
  readonly agents: readonly Agent[]
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
  const claim = claimOf(walk.agents, path, walk.root)
  if (claim === undefined) return
  const { agent, role } = claim
  try {
    const stat = lstatSync(path, { bigint: true })
    if (stat.isFile())
      walk.files.push({
        agent: agent.id,
        path,
        root: walk.root,
        file: fileIn(walk.root, path),
        role,
        ...agent.files.ownerOf(path, role),
        size: Number(stat.size),
        modifiedNs: stat.mtimeNs,
        changedNs: stat.ctimeNs,
        inode: stat.ino,
      })
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
  const isNamed = claimOf(walk.agents, path, sep) !== undefined
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

const sessionsOf = ({ files }: Walk, agent: Agent): readonly string[] =>
  [
    ...new Set(
      files.flatMap((file) => (file.agent === agent.id && file.role === 'session' && file.sessionId !== undefined ? [file.sessionId] : [])),
    ),
  ].sort()

/** Files of the sessions outside the folder that is imported. */
const walkBeside = (walk: Walk): void => {
  for (const agent of walk.agents) {
    const beside = agent.files.besideOf?.(walk.root, () => sessionsOf(walk, agent))
    if (beside === undefined) continue
    const own: Walk = { ...walk, root: beside.root, files: [] }
    for (const folder of beside.folders) walkFolder(own, folder)
    walk.files.push(...own.files)
  }
}

const isLink = (path: string): boolean => {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

/** Finds the files of several agents. */
export class Finder {
  readonly #agents: readonly Agent[]

  constructor(agents: readonly Agent[]) {
    this.#agents = agents
  }

  /** The folder of transcripts for a path: for the folder of an agent, the one in it. */
  transcriptRoot(path: string): string {
    const real = realpathSync(resolve(path))
    for (const { files } of this.#agents) {
      const root = files.rootIn(real)
      if (root !== undefined) return root
    }
    return real
  }

  /**
   * Finds the transcripts below the given folders or files, each file once.
   * @throws the system's error when a given path itself does not exist.
   */
  discover(paths: readonly string[]): Discovery {
    const found = new Map<string, TranscriptFile>()
    const problems: DiscoveryProblem[] = []
    const stores: string[] = []
    for (const path of paths) {
      const root = this.transcriptRoot(path)
      const isFile = !isFolder(root)
      const walk: Walk = { agents: this.#agents, root: isFile ? dirname(root) : root, files: [], problems, stores }
      if (isFile && isInStore(root)) stores.push(walk.root)
      else if (isFile) addFile(walk, root)
      else walkFolder(walk, root)
      walkBeside(walk)
      for (const file of walk.files) if (!found.has(file.path)) found.set(file.path, file)
    }
    return { files: [...found.values()], problems, stores: [...new Set(stores)] }
  }

  /** The transcripts among the given files of one imported folder; missing files are excluded. */
  discoverFiles(paths: readonly string[], root: string): Discovery {
    const walk: Walk = { agents: this.#agents, root, files: [], problems: [], stores: [] }
    for (const path of paths) {
      if (isLink(path)) passLink(walk, path)
      else if (existsSync(path)) addFile(walk, path)
    }
    return { files: walk.files, problems: walk.problems, stores: walk.stores }
  }

  /** Whether a file with this name and place may be a transcript: the imported folder decides. */
  isTranscriptPath(path: string): boolean {
    return claimOf(this.#agents, path, sep) !== undefined
  }

  /** The common prefix of the paths of a session's files; the path itself for a file without one. */
  sessionPathOf(path: string): string {
    return claimOf(this.#agents, path, sep)?.agent.files.sessionPathOf(path) ?? path
  }
}
